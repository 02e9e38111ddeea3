internal import Messaging
internal import ScrollbackJSON
internal import ScrollbackPipe

/// What a key may do.
///
/// A right is a word of the file of keys: `users` for everything that users do, as anyone of them;
/// `users=NAME,…` for commands and queries by name; `operator=NAME,…` for some of the operator's;
/// `revoke` for ending users' tokens; `events` for following the envelopes of all events; `metrics`
/// for the numbers of the server; `consumers` for consumers and webhooks. `operator` alone is the
/// operator in person: such a key has no other right, and counts only where the server was started
/// so.
package struct Rights: Hashable, Sendable {
    private enum Names: Hashable {
        case all
        case some(Set<String>)

        func contains(_ name: String) -> Bool {
            switch self {
            case .all: true
            case .some(let names): names.contains(name)
            }
        }
    }

    private var users = Names.some([])
    private var ofOperator: Set<String> = []
    /// Whether it may revoke users' tokens.
    private(set) var mayRevoke = false
    /// Whether it may follow the envelopes of all events.
    private(set) var mayFollowEvents = false
    /// Whether the holder is the operator in person.
    private(set) var isOperator = false
    private(set) var readsMetrics = false
    /// Whether it may begin consumers, move their marks, and retry webhooks.
    private(set) var mayUseConsumers = false

    /// An unknown right.
    package struct Unknown: Error, CustomStringConvertible {
        package let description: String
    }

    /// Reads the words of a key's line.
    package init(_ words: some Sequence<Substring>) throws(Unknown) {
        for word in words { try add(word) }
        let isBackend =
            users != .some([]) || !ofOperator.isEmpty || mayRevoke || mayFollowEvents
            || readsMetrics || mayUseConsumers
        guard isBackend != isOperator else {
            throw Unknown(
                description: isOperator
                    ? "a key with the right operator has no other right"
                    : "a key needs a right: users, users=NAME,…, operator=NAME,…, revoke, events, "
                        + "metrics, consumers or operator"
            )
        }
    }

    private mutating func add(_ word: Substring) throws(Unknown) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let names =
            parts.count == 2
            ? parts[1].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            : nil
        switch (parts[0], names) {
        case ("users", nil): users = .all
        case ("revoke", nil): mayRevoke = true
        case ("events", nil): mayFollowEvents = true
        case ("metrics", nil): readsMetrics = true
        case ("consumers", nil): mayUseConsumers = true
        case ("operator", nil): isOperator = true
        case ("users", let names?):
            for name in names where !Self.ofUsers.contains(name) {
                throw Unknown(description: "users have no command or query '\(name)'")
            }
            if case .some(let known) = users { users = .some(known.union(names)) }
        case ("operator", let names?):
            for name in names {
                guard !Self.neverByKey.contains(name) else {
                    throw Unknown(description: "no key may have the operator's '\(name)'")
                }
                guard Self.ofTheOperator.contains(name) else {
                    throw Unknown(description: "the operator has no command or query '\(name)'")
                }
            }
            ofOperator.formUnion(names)
        default: throw Unknown(description: "there is no right '\(word)'")
        }
    }

    /// Whether a user's query may be asked.
    func allowsUsers(_ query: QueryName) -> Bool { users.contains(query.rawValue) }

    /// Whether a decoded line may be carried out.
    func allow(_ line: PipeLine) -> Bool {
        if isOperator { return true }
        let names: [String]
        switch line.content {
        case .command(let named): names = [named.command.name.rawValue]
        case .batch(let batch): names = batch.commands.map(\.command.name.rawValue)
        case .query(let query) where query.name == .consumers && mayUseConsumers:
            return line.actor == .operator
        case .query(let query): names = [query.name.rawValue]
        case .task(let task):
            switch task.name {
            case .depositCheckpoint: names = [task.name.rawValue]
            case .beginConsumer, .acknowledgeConsumer, .removeConsumer, .retryWebhook, .dropWebhook:
                return mayUseConsumers
            // Exports are for the operator in person. The others change the store's files, or note
            // what another process does.
            case .beginExport, .endExport, .rebuildViews, .logLook, .noteExport, .noteKeyCopy:
                return false
            }
        }
        return names.allSatisfy { name in
            line.actor == .operator ? ofOperator.contains(name) : users.contains(name)
        }
    }

    /// What destroys or keeps content, or sets the rules, is for the operator in person, and so is
    /// what opens everybody's content: the query of events, and exports.
    private static let neverByKey: Set<String> = Set(
        [
            CommandName.erase, .forgetUser, .placeHold, .releaseHold, .setRetention,
            .runRetention, .configure, .keyCopyGone,
        ].map(\.rawValue)
    ).union([QueryName.events, .exportJobs, .exportJob].map(\.rawValue))

    private static let ofUsers: Set<String> = Set(
        CommandName.allCases.filter { $0.audience != .operator && $0 != .all }.map(\.rawValue)
    ).union(
        QueryName.allCases.filter {
            if case .operator = $0.type { false } else { true }
        }.map(\.rawValue)
    )

    private static let ofTheOperator: Set<String> = Set(
        CommandName.allCases.filter {
            ($0.audience == .operator || $0.audience == .usersAndOperator) && $0 != .all
        }.map(\.rawValue)
    ).union(
        QueryName.allCases.filter {
            if case .user = $0.type { false } else { true }
        }.map(\.rawValue)
    ).union([StoreTaskName.depositCheckpoint.rawValue])
}
