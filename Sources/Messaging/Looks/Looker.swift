/// The person or program that opens other people's words without being a member of their
/// conversation.
///
/// The log names the looker; the store does not authenticate one.
public enum Looker: Hashable, Sendable {
    /// The holder of a key, by the key's name: 1 to `Limits.looker` bytes without control characters.
    case key(String)
    /// A process of a user of this machine, by the user's number.
    case process(owner: UInt32)
}

extension Looker {
    /// How the names of processes begin: no key has such a name.
    package static let processPrefix = "uid:"

    /// The name that the log gets; nil for a key's name that it does not take.
    package var name: String? {
        switch self {
        case .process(let owner): return "\(Self.processPrefix)\(owner)"
        case .key(let name):
            guard (1...Limits.looker).contains(name.utf8.count),
                !name.hasPrefix(Self.processPrefix),
                !name.unicodeScalars.contains(where: \.isControl)
            else { return nil }
            return name
        }
    }
}
