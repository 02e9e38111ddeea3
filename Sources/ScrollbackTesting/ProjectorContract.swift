public import Scrollback

/// The rules of a custom projector, checked with a story of the embedder.
///
///     let contract = ProjectorContract { Activity() } story: { test in
///         let (ann, ben) = (try await test.user("ann"), try await test.user("ben"))
///         let chat = try await ann.startDirect(with: ben.user)
///         try await ann.send("hello", to: chat)
///     }
///     #expect(try await contract.breaches().isEmpty)
///
/// Tell as much as the view folds, and an erasure and events that it must not fold.
public struct ProjectorContract<Projector: CustomProjector>: Sendable {
    /// Commands that the view folds, or must not fold.
    public typealias Story = @Sendable (TestStore) async throws -> Void

    /// A rule that the projector broke.
    public struct Breach: Hashable, Sendable, CustomStringConvertible {
        /// The occasion on which the rule was broken.
        public enum Occasion: String, Hashable, Sendable {
            /// The story was folded as it was told.
            case folding
            /// The views were rebuilt from the log.
            case rebuilding
            /// The view was folded into other tables and compared.
            case recounting
            /// The store was closed and opened again.
            case reopening
            /// The store was opened without the projector, and then with it again.
            case returning
            /// Events were recorded that do not concern the view.
            case unrelated
        }

        /// The occasion on which the rule was broken.
        public let occasion: Occasion
        /// What is wrong, without the content of rows.
        public let description: String
    }

    private let make: @Sendable () -> Projector
    private let story: Story
    private let unrelated: Story?

    /// Creates the contract of a projector.
    ///
    /// - Parameters:
    ///   - make: A function that creates the projector, as the backend does when it starts.
    ///   - story: Commands that lead to rows.
    ///   - unrelated: Commands that must change no row; nil to leave that unchecked.
    public init(
        _ make: @escaping @Sendable () -> Projector,
        story: @escaping Story,
        unrelated: Story? = nil
    ) {
        self.make = make
        self.story = story
        self.unrelated = unrelated
    }

    /// Runs the story on a temporary store, and returns the rules that the projector broke.
    ///
    /// - Throws: what the story throws, or a `StoreError` of the store.
    /// - Complexity: O(events), folded about five times.
    public func breaches() async throws -> [Breach] {
        let test = try TestStore(projectors: [make()])
        defer { test.close() }
        try await story(test)
        if let fault = try fault(of: test) { return [fault] }
        let told = try rows(of: test)
        guard told.contains(where: { !$0.isEmpty }) else {
            return [Breach(.folding, "The story leaves no row; tell one that the view folds.")]
        }
        var found: [Breach] = []
        func expectRows(after occasion: Breach.Occasion) throws {
            if let fault = try fault(of: test, occasion) {
                found.append(fault)
            } else if let difference = try difference(from: told, in: test) {
                found.append(Breach(occasion, difference))
            }
        }
        if let difference = try test.store.differenceFromRecount() {
            found.append(Breach(.recounting, "The rows differ: \(difference)"))
        }
        try await test.store.rebuildViews()
        try expectRows(after: .rebuilding)
        try test.reopen(projectors: [make()])
        try expectRows(after: .reopening)
        try test.reopen()
        try test.reopen(projectors: [make()])
        try expectRows(after: .returning)
        if let unrelated {
            try await unrelated(test)
            try expectRows(after: .unrelated)
        }
        return found
    }

    /// The rows of each table, in the order of the tables and of the keys.
    private func rows(of test: TestStore) throws -> [[Row]] {
        let projector = make()
        return try test.store.readView(projector.name) { view in
            var tables: [[Row]] = []
            for table in projector.tables {
                var rows: [Row] = []
                try view.forEachRow(in: table) { key, value in
                    rows.append(
                        Row(
                            key: key.withUnsafeBytes { Array($0) },
                            value: value.withUnsafeBytes { Array($0) }
                        )
                    )
                    return .goOn
                }
                tables.append(rows)
            }
            return tables
        }
    }

    private func fault(
        of test: TestStore,
        _ occasion: Breach.Occasion = .folding
    ) throws -> Breach? {
        let name = make().name
        for view in try test.store.customViews() where view.name == name {
            guard case .faulted(let position, let error)? = view.condition else { continue }
            return Breach(occasion, "The event at \(position) cannot be folded: \(error).")
        }
        return nil
    }

    private func difference(from told: [[Row]], in test: TestStore) throws -> String? {
        let now = try rows(of: test)
        for (table, (before, after)) in zip(make().tables, zip(told, now)) where before != after {
            return "The table \(table) has other rows: \(before.count) before, \(after.count) now."
        }
        return nil
    }
}

extension ProjectorContract.Breach {
    fileprivate init(_ occasion: Occasion, _ description: String) {
        self.init(occasion: occasion, description: description)
    }
}

private struct Row: Hashable {
    let key: [UInt8]
    let value: [UInt8]
}
