import Foundation
import Scrollback
import TestSupport
import Testing

private let ann = "00000000-0000-4000-8000-00000000000a"
private let ben = "00000000-0000-4000-8000-00000000000b"
private let cora = "00000000-0000-4000-8000-00000000000c"
private let chat = "00000000-0000-4000-8000-0000000000a1"

/// A line of a pipe that answered, as JSON.
private struct Line {
    let object: [String: Any]

    init(_ text: some StringProtocol) throws {
        let read = try JSONSerialization.jsonObject(with: Data(text.utf8))
        object = try #require(read as? [String: Any])
    }

    var ok: [String: Any]? { object["ok"] as? [String: Any] }
    var error: [String: Any]? { object["error"] as? [String: Any] }
    var code: String? { error?["code"] as? String }
    var fork: Int? { error?["fork"] as? Int }
    var position: Int? { object["position"] as? Int }
    var epoch: String? { object["epoch"] as? String }
}

private func asks(_ name: String, as user: String = ann, _ fields: String = "") -> String {
    #"{"as":"\#(user)","ask":"\#(name)"\#(fields.isEmpty ? "" : ",")\#(fields)}"#
}

private func sends(_ text: String) -> String {
    #"{"as":"\#(ann)","do":"send","conversation":"\#(chat)","text":"\#(text)"}"#
}

/// A store whose log was put back by forty messages.
private final class SetBack {
    let folder = TemporaryFolder("older")
    let path: String
    let fork: Int
    let size: Int
    let epoch: String
    let cursor: String

    init() throws {
        path = folder.path("chat.scrollback")
        let created = try Self.run(
            path,
            ["--create"],
            [
                #"{"as":"\#(ann)","do":"createGroup","id":"\#(chat)","members":["\#(ben)","\#(cora)"]}"#,
                sends("one"), sends("two"), sends("three"),
            ]
        )
        fork = try #require(created.last?.position)
        let older = readFile(path + "/log.mdb")
        let more = try Self.run(
            path,
            [],
            (0..<40).map { sends("lost \($0)") } + [
                asks("state", as: "operator"),
                asks("messages", #""conversation":"\#(chat)","limit":2"#),
            ]
        )
        size = try #require(more.last?.position)
        epoch = try #require(more[40].ok?["epoch"] as? String)
        #expect(more[40].ok?["earlierEpochs"] == nil && more[40].epoch == nil)
        cursor = try #require(more[41].ok?["before"] as? String)
        writeFile(path + "/log.mdb", older)
    }

    static func run(_ path: String, _ words: [String], _ lines: [String]) throws -> [Line] {
        let folder = TemporaryFolder("pipe")
        let file = folder.file("input", Array(lines.map { $0 + "\n" }.joined().utf8))
        let script = #"exec "$0" pipe "$@" < "$INPUT""#
        let run = try Command.run(
            "env",
            ["INPUT=\(file)", "sh", "-c", script, Command.path, path] + words
        )
        #expect(run.exit == 0, "\(run.errors)")
        return try run.output.split(separator: "\n").map { try Line($0) }
    }
}

@Suite struct `A store goes on with an older log` {  // D-86
    @Test func `only if that is said, and then tells everybody who knows lost positions`()
        throws
    {
        let store = try SetBack()
        let refused = try Command.pipe(store.path, input: [asks("state", as: "operator")])
        #expect(refused.exit == 3)
        #expect(refused.errors.contains("Put the newest log.mdb back"))
        #expect(refused.errors.contains("--accept-older-log"))

        let answers = try SetBack.run(
            store.path,
            ["--accept-older-log"],
            [
                asks("state", as: "operator"), sends("new"),
                asks("changes", #""since":\#(store.fork)"#),
                asks("changes", #""since":\#(store.fork + 1)"#),
                asks("changes", #""since":\#(store.fork + 1),"epoch":"\#(store.epoch)""#),
                asks("changes", #""since":1,"epoch":"00000000000000aa""#),
                asks("changes", #""since":1,"epoch":"aa""#),
                asks(
                    "messages",
                    #""conversation":"\#(chat)","limit":2,"before":"\#(store.cursor)""#
                ),
                asks("notificationPlan", as: "operator", #""position":\#(store.fork + 2)"#),
                asks("events", as: "operator", #""from":\#(store.fork + 1)"#),
                asks("events", as: "operator", #""until":\#(store.fork)"#),
            ]
        )
        let state = try #require(answers[0].ok)
        let epoch = try #require(answers[0].epoch)
        #expect(epoch != store.epoch && state["epoch"] as? String == epoch)
        let earlier = try #require((state["earlierEpochs"] as? [[String: Any]])?.first)
        #expect(earlier["epoch"] as? String == store.epoch)
        #expect(earlier["fork"] as? Int == store.fork)
        #expect(earlier["lost"] as? Int == store.size - store.fork)
        #expect(answers[1].epoch == epoch && answers[1].position == store.fork + 2)

        #expect((answers[2].ok?["items"] as? [Any])?.count == 1 && answers[2].epoch == epoch)
        for lost in answers[3...4] {
            #expect(lost.code == "otherEpoch" && lost.fork == store.fork)
            #expect(lost.error?["field"] as? String == "since")
        }
        #expect(answers[5].code == "otherEpoch" && answers[5].fork == nil)
        #expect(answers[6].code == "invalidRequest")
        #expect(answers[7].code == "otherEpoch" && answers[7].fork == store.fork)
        #expect(answers[8].code == "otherEpoch" && answers[9].code == "otherEpoch")
        #expect((answers[10].ok?["items"] as? [Any])?.count == store.fork)

        // Nothing need be said any more, and a position with its epoch is good.
        let later = try SetBack.run(
            store.path,
            [],
            [
                asks("changes", #""since":\#(store.fork + 1),"epoch":"\#(epoch)""#),
                asks("notificationPlan", as: "operator", #""position":1,"epoch":"\#(epoch)""#),
                asks("events", as: "operator", #""from":\#(store.fork + 1),"epoch":"\#(epoch)""#),
            ]
        )
        #expect((later[0].ok?["items"] as? [Any])?.count == 1)
        #expect(later[1].code == nil)
        let restored = try #require((later[2].ok?["items"] as? [[String: Any]])?.first)
        #expect(restored["type"] as? String == "logRestored")
        let fields = restored["fields"] as? [String: Any]
        #expect((fields?["earlier"] as? [[String: Any]])?.first?["fork"] as? Int == store.fork)
        #expect(try Command.run("verify", store.path).exit == 0)
    }

    @Test func `in an embedder's process too, with its feeds and waits`() async throws {
        let store = try SetBack()
        var options = Store.Options()
        #expect(throws: StoreError.self) { try Store.open(store.path, options: options) }
        options.acceptsOlderLog = true
        let open = try Store.open(store.path, options: options)
        defer { open.close() }
        let session = open.session(for: try #require(UserID(ann)))
        let lost = Position(UInt64(store.fork + 1))
        var error: StoreError?
        do throws(StoreError) {
            _ = try session.changes(since: lost)
        } catch let caught {
            error = caught
        }
        #expect(error?.code == .otherEpoch)
        #expect(error?.fork == Position(UInt64(store.fork)))
        await #expect(throws: StoreError.self) { try await open.position(after: lost) }
        #expect(try await open.position(after: Position(1)) == lost)

        // A feed that began before the fork goes on in the new epoch by itself.
        var feed = session.follow(since: Position(UInt64(store.fork))).makeAsyncIterator()
        let id = try #require(ConversationID(chat))
        for text in ["first", "second"] {
            let sent = try await session.send(text, to: id)
            #expect(try await feed.next()?.items.map(\.position) == [sent.position])
        }
        #expect(try session.changes(since: lost, epoch: open.epoch).items.count == 2)
    }

    @Test func `and a process that reads it meanwhile takes over the epoch`() async throws {
        let store = try SetBack()
        var options = Store.Options()
        options.access = .reading
        let reader = try Store.open(store.path, options: options)
        defer { reader.close() }
        let before = reader.epoch
        _ = try SetBack.run(store.path, ["--accept-older-log"], [sends("new")])
        let session = reader.session(for: try #require(UserID(ann)))
        let lost = Position(UInt64(store.fork + 1))
        var code: StoreError.Code?
        do throws(StoreError) {
            _ = try session.changes(since: lost)
        } catch {
            code = error.code
        }
        #expect(code == .otherEpoch)
        #expect(reader.epoch != before)
        #expect(try session.changes(since: lost, epoch: reader.epoch).items.count == 1)
    }
}
