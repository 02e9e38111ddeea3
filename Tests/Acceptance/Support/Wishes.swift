/// What somebody wants to have done; nobody is the operator.
struct Wish {
    var user: String?
    var deed: Deed
}

/// What the rows want to have done.
enum Deed {
    case setProfile(username: String, fullName: String, avatar: String? = nil, email: String? = nil)
    case showNoWordsInPushes
    case shareReceipts(Bool)
    case typing(Bool, in: String)
    case presence(isOnline: Bool, device: String? = nil)
    case startDirect(with: String)
    case createGroup(id: String, title: String?, members: [String])
    case openRequest(id: String, kind: String, about: String, members: [String], anyEmoji: Bool)
    case rename(String, to: String)
    case completeRequest(String)
    case cancelRequest(String)
    case clearContext(String)
    case add(String, to: String)
    case remove(String, from: String)
    case leave(String)
    case allowEditing(of: String, by: String)
    case send(Draft)
    case edit(String, to: String)
    case delete(String)
    case describeLink(of: String, url: String, title: String)
    case react(String, to: String)
    case toggle(String, on: String, attempt: String)
    case markDelivered(String, upTo: String)
    case markRead(String)
    case mute(String)
    case archive(String)
    case hide(String)
    case block(String)
    case unblock(String)
    case reportMessage(String)
    case reportUser(String)
    case appointModerator(String)
    case liftRateLimit
}

/// A message that is about to be sent; its id is the client's.
struct Draft: Codable {
    var id: String
    var conversation: String
    var text: String?
    var attachments: [File] = []
    var place: Spot?
    var replyTo: String?
    var claimedAt: Int?
    var isBroadcast = false
    var isPayment = false
}

/// What is attached to a message.
struct File: Codable, Hashable {
    var kind: String
    var url: String
    var thumbnail: String?
    var seconds: Double?
}

/// A place that is shared.
struct Spot: Codable, Hashable {
    var latitude: Double
    var longitude: Double
    var name: String?
    var address: String?
}

/// What a wish led to.
struct Done: Hashable {
    var position: Int
    var conversation: String?
    var message: String?
    var ordinal: Int?
    var sentAt: Int?
    var report: String?
}

/// A refusal, by the word that clients see.
struct Refused: Error, Hashable {
    var code: String
    var retryAfter: Int?
}
