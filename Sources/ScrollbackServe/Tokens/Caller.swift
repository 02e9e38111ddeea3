internal import Messaging
internal import ScrollbackJSON
internal import Wire

/// The caller of a request, once the key or token that it shows was recognized.
enum Caller: Sendable {
    case backend(APIKeys.Holder)
    case user(UserToken)

    /// The user whose token was shown.
    var user: UserID? {
        if case .user(let token) = self { token.user } else { nil }
    }

    /// Returns why a decoded line may not be carried out; nil if it may.
    func refusal(of line: PipeLine, pastForUsers: Bool) -> String? {
        switch self {
        case .backend(let holder):
            return holder.rights.allow(line) ? nil : "The key \(holder.name) may not do this."
        case .user(let token):
            guard line.actor == .user(token.user), !line.isOperators else {
                return "A user's token is for that user alone."
            }
            switch line.content {
            case .command, .batch: return nil
            case .query(let query):
                return query.moment == nil || pastForUsers
                    ? nil : "The past is not for users; see --past-for-users."
            case .task: return "A user's token is for commands and queries of users."
            }
        }
    }
}
