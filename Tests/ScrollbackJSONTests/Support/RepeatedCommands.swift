import DomainSupport
import LogSchema
import Messaging
import ScrollbackJSON
import Wire

/// Lines of which the last one is a command that the rules allow, in a store in memory.
///
/// All stories of a command together set each of its fields to something else than the default.
struct Story: Sendable {
    var name: CommandName
    private var before: [String]
    /// The fields of the last line, without who asks, the command and its id.
    private var fields: String
    private var actor: String

    init(_ name: CommandName, by actor: String = sarah, _ fields: String, after before: [String]) {
        self.name = name
        self.actor = actor
        self.fields = fields
        self.before = before
    }

    /// The last line.
    var line: String { does(name, by: actor, id: given, fields) }

    /// The store as it is before the last line.
    func rig() throws -> Rig {
        var rig = Rig()
        // No command begins a copy: a backup does.
        if name == .keyCopyGone { rig.beginKeyCopy(at: held) }
        for line in before {
            let decision = try rig.decision(on: line)
            rig.record(decision, of: line)
        }
        return rig
    }
}

/// A store in memory that is asked by lines.
struct Rig {
    private(set) var world = World()
    private var number: UInt64 = 0

    /// What is decided on a line; nothing is recorded.
    func decision(on line: String) throws -> Decision { try decide(request(line), on: world) }

    /// Why a line is refused; nil if it is not.
    func refusal(of line: String) throws -> Refusal? {
        let request = try request(line)
        do throws(Refusal) {
            _ = try decide(request, on: world)
            return nil
        } catch {
            return error
        }
    }

    mutating func record(_ decision: Decision, of line: String) {
        guard let request = try? request(line) else { return }
        world.append(
            decision.events,
            by: request.actor,
            command: request.trace,
            at: request.now
        )
        number += 1
    }

    mutating func beginKeyCopy(at place: UniqueID) {
        let begun = KeyCopyBegun(place: place, label: "vault")
        world.append(
            [NewEvent(.keyCopyBegun(begun), in: .store)],
            by: .operator,
            command: nil,
            at: Timestamp(microseconds: 1_700_000_000_000_000)
        )
    }

    private func request(_ line: String) throws -> Request {
        let decoded = try decode(line, readsTime: true)
        let named = try decoded.command
        return Request(
            as: decoded.actor,
            named.command,
            id: named.id,
            now: decoded.at ?? Timestamp(microseconds: 1_800_000_000_000_000),
            fresh: FreshIDs(first: id(0xF_0000 + number << 8))
        )
    }
}

private func does(
    _ name: CommandName,
    by actor: String,
    id: UniqueID? = nil,
    _ fields: String
) -> String {
    var parts = [#""as":"\#(actor)""#, #""do":"\#(name.rawValue)""#]
    if let id { parts.append(#""id":"\#(id)""#) }
    if !fields.isEmpty { parts.append(fields) }
    return "{\(parts.joined(separator: ","))}"
}

private let sarah = actor.description
private let mike = id(0xB1).description
private let anna = id(0xA1).description
private let tom = id(0xC1).description
private let operators = "operator"
private let given = id(0x1D)
private let chat = id(0xC)
private let ride = id(0xC2)
private let said = id(0xD)
private let heard = id(0xE)
private let reported = id(0x2D)
private let held = id(0x3D)

private let inChat = #""conversation":"\#(chat)""#
private let inRide = #""conversation":"\#(ride)""#
private let ofSaid = #""message":"\#(said)""#
private let ofHeard = #""message":"\#(heard)""#
private let ofMike = #""user":"\#(mike)""#
private let ofAnna = #""user":"\#(anna)""#
private let ofTom = #""user":"\#(tom)""#

private let group = does(.createGroup, by: sarah, id: chat, #""members":["\#(mike)","\#(anna)"]"#)
private let request = does(
    .openRequest,
    by: sarah,
    id: ride,
    #""context":{"kind":"ride","id":"7"},"members":["\#(mike)"]"#
)
private let messages = [
    group,
    does(.send, by: sarah, id: said, #"\#(inChat),"text":"Hi","at":1800000000000"#),
    does(.send, by: mike, id: heard, #"\#(inChat),"text":"Hello","at":1800000000000"#),
]
private let moderator = does(.appointModerator, by: operators, ofTom)
private let report = does(.report, by: sarah, id: reported, #"\#(ofHeard),"reason":"spam""#)
private let later = #""at":1900000000000"#

extension Story {
    static let all =
        people + conversations + members + ownership + words + marks + arrangements + moderation
        + keeping

    private static let people = [
        Story(
            .setProfile,
            #""username":"sarah","fullName":"Sarah","avatar":"a.png","#
                + #""email":"s@example.org","custom":"{}""#,
            after: []
        ),
        Story(
            .setSettings,
            #""sendReadReceipts":false,"shareTyping":false,"groupAdds":"contacts","#
                + #""notifications":false,"previews":"whenUnlocked","sound":false,"badge":false,"#
                + #""autoDownload":"never","saveToPhotos":true,"imageQuality":"low","#
                + #""keepMessages":"1y","sharePresence":false,"vibration":false"#,
            after: []
        ),
        Story(.addContact, ofMike, after: []),
        Story(.removeContact, ofMike, after: [does(.addContact, by: sarah, ofMike)]),
        Story(.block, ofMike, after: []),
        Story(.unblock, ofMike, after: [does(.block, by: sarah, ofMike)]),
        Story(.presence, #""state":"online","device":"phone""#, after: []),
    ]

    private static let conversations = [
        Story(.startDirect, #""with":"\#(mike)""#, after: []),
        Story(
            .createGroup,
            #""title":"T","photo":"p","members":["\#(mike)","\#(anna)","\#(tom)"],"#
                + #""reactions":"open","history":"sinceJoin","custom":"x""#,
            after: []
        ),
        Story(
            .openRequest,
            #""context":{"kind":"ride","id":"7"},"members":["\#(mike)","\#(anna)"],"#
                + #""title":"T","reactions":"open","history":"sinceJoin","custom":"x""#,
            after: []
        ),
        Story(.rename, #"\#(inChat),"title":"T""#, after: [group]),
        Story(
            .rename,
            #"\#(inChat),"title":null"#,
            after: [group, does(.rename, by: sarah, #"\#(inChat),"title":"T""#)]
        ),
        Story(.setPhoto, #"\#(inChat),"photo":"p""#, after: [group]),
        Story(.clearContext, inRide, after: [request]),
        Story(.completeRequest, inRide, after: [request]),
        Story(.cancelRequest, inRide, after: [request]),
    ]

    private static let members = [
        Story(
            .add,
            #"\#(inChat),\#(ofTom),"role":"admin","canAdd":true,"canRemove":true,"canEdit":true,"#
                + #""history":{"since":1}"#,
            after: [group]
        ),
        Story(.remove, "\(inChat),\(ofAnna)", after: [group]),
        Story(.leave, by: mike, inChat, after: [group]),
        Story(.setRole, #"\#(inChat),\#(ofMike),"role":"admin""#, after: [group]),
        Story(
            .setPermissions,
            #"\#(inChat),\#(ofMike),"canAdd":true,"canRemove":true,"canEdit":true"#,
            after: [group]
        ),
    ]

    private static let ownership = [
        Story(.passOwnership, "\(inChat),\(ofMike)", after: [group])
    ]

    private static let words = [
        Story(
            .send,
            #"\#(inChat),"text":"Hi","attachments":[{"kind":"image","url":"i","thumbnail":"t","#
                + #""width":3,"height":4,"bytes":5,"seconds":1.5,"name":"n","#
                + #""sha256":"\#(String(repeating: "0f", count: 32))"},"#
                + #"{"kind":"audio","url":"r","seconds":2,"waveform":[0,7,255]}],"#
                + #""location":{"latitude":52.5,"longitude":-13,"name":"n","address":"a"},"#
                + #""replyTo":"\#(said)","broadcast":true,"payment":true,"#
                + #""forwardedFrom":"\#(heard)","claimedAt":1700000000000,"custom":"x""#,
            after: messages
        ),
        Story(.edit, #"\#(ofSaid),"text":"t""#, after: messages),
        Story(.delete, ofSaid, after: messages),
        Story(
            .annotate,
            #"\#(ofSaid),"linkPreview":{"url":"Hi","title":"t","description":"d","image":"i"},"#
                + #""priority":{"isPriority":true,"reason":"r"}"#,
            after: messages
        ),
        Story(.typing, #"\#(inChat),"on":true"#, after: [group]),
    ]

    private static let marks = [
        Story(.react, #"\#(ofHeard),"reaction":"love""#, after: messages),
        Story(
            .unreact,
            #"\#(ofHeard),"reaction":"love""#,
            after: messages + [does(.react, by: sarah, #"\#(ofHeard),"reaction":"love""#)]
        ),
        Story(.toggleReaction, #"\#(ofHeard),"reaction":"love""#, after: messages),
        Story(.markDelivered, #"\#(inChat),"upTo":"\#(heard)""#, after: messages),
        Story(.markRead, #"\#(inChat),"upTo":"\#(heard)""#, after: messages),
        Story(
            .markUnread,
            #"\#(inChat),"from":"\#(heard)""#,
            after: messages + [does(.markRead, by: sarah, inChat)]
        ),
    ]

    private static let arrangements = [
        Story(.mute, #"\#(inChat),"until":1900000000000"#, after: messages),
        Story(.unmute, inChat, after: messages + [does(.mute, by: sarah, inChat)]),
        Story(
            .setNotifications,
            #"\#(inChat),"on":true"#,
            after: messages + [does(.setNotifications, by: sarah, #"\#(inChat),"on":false"#)]
        ),
        Story(.setNotifications, #"\#(inChat),"on":false"#, after: messages),
        Story(.pin, inChat, after: messages),
        Story(.unpin, inChat, after: messages + [does(.pin, by: sarah, inChat)]),
        Story(.archive, inChat, after: messages),
        Story(.unarchive, inChat, after: messages + [does(.archive, by: sarah, inChat)]),
        Story(.hide, inChat, after: messages),
        Story(.unhide, inChat, after: messages + [does(.hide, by: sarah, inChat)]),
        Story(.clearHistory, inChat, after: messages),
        Story(.clearAll, "", after: messages),
    ]

    private static let moderation = [
        Story(.report, #"\#(ofHeard),"reason":"spam","details":"d""#, after: messages),
        Story(.report, #"\#(inChat),"reason":"spam","details":"d""#, after: messages),
        Story(.report, #"\#(ofMike),"reason":"spam","details":"d""#, after: messages),
        Story(
            .resolveReport,
            by: tom,
            #""report":"\#(reported)","action":"suspend","until":1900000000000,"note":"n""#,
            after: messages + [moderator, report]
        ),
        Story(
            .reinstate,
            by: tom,
            ofMike,
            after: messages + [
                moderator, report,
                does(.resolveReport, by: tom, #""report":"\#(reported)","action":"ban""#),
            ]
        ),
        Story(.appointModerator, by: operators, ofTom, after: []),
        Story(.dismissModerator, by: operators, ofTom, after: [moderator]),
    ]

    private static let keeping = [
        Story(
            .erase,
            by: operators,
            #"\#(ofSaid),"basis":"b","reason":"r","forwards":true,"dryRun":false"#,
            after: messages
        ),
        Story(.erase, by: operators, #"\#(ofMike),"basis":"b","reason":"r""#, after: messages),
        Story(.erase, by: operators, #"\#(inChat),"basis":"b","reason":"r""#, after: messages),
        Story(
            .forgetUser,
            by: operators,
            #"\#(ofMike),"basis":"b","dryRun":false"#,
            after: messages
        ),
        Story(
            .placeHold,
            by: operators,
            #""matter":"m",\#(inChat),\#(ofMike),"from":1,"until":1900000000000"#,
            after: messages
        ),
        Story(
            .releaseHold,
            by: operators,
            #""hold":"\#(held)","dryRun":false"#,
            after: [does(.placeHold, by: operators, id: held, #""matter":"m""#)]
        ),
        Story(.keyCopyGone, by: operators, #""place":"\#(held)""#, after: []),
        Story(
            .setRetention,
            by: operators,
            #""kind":"group","minimum":1,"maximum":30"#,
            after: []
        ),
        Story(
            .setRetention,
            by: operators,
            #"\#(inChat),"minimum":1,"maximum":30"#,
            after: [group]
        ),
        Story(
            .runRetention,
            by: operators,
            #""dryRun":false,\#(later)"#,
            after: messages + [does(.setRetention, by: operators, #""maximum":1"#)]
        ),
        Story(
            .acknowledgeMedia,
            by: operators,
            #""mark":4"#,
            after: [
                does(.setProfile, by: sarah, #""username":"sarah","avatar":"a.png""#),
                does(.forgetUser, by: operators, #""user":"\#(sarah)","basis":"b""#),
            ]
        ),
        Story(
            .configure,
            by: operators,
            #""textLimit":5,"receipts":"mandatory","#
                + #""rateLimit":{"messages":1,"seconds":2},"emails":"related","#
                + #""limits":{"attachments":1,"audioSeconds":2,"imageBytes":3,"members":4},"looks":"required""#,
            after: []
        ),
        Story(
            .recordCustom,
            #""type":"a","data":"d",\#(inChat)"#,
            after: [group]
        ),
    ]
}
