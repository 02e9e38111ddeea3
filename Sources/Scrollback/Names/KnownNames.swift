internal import EventLog
internal import Locking
internal import LogSchema
internal import Messaging
internal import Projections
internal import Views
internal import Wire

/// The names of all users with a profile, so that a search need not open every profile.
///
/// - The first search reads all names, as a snapshot of the store has them. Later ones continue
///   from there: they read the events since, or the rows of the users if these are fewer.
/// - An older snapshot is answered too, as far back as changes of names are kept.
/// - An erased name is removed before the erasure is answered, in a process that only reads within
///   a second. Answers never rely on that: each person found is looked up in the snapshot.
/// - If the names are too many, every search opens every profile, as without them.
package final class KnownNames: Sendable {
    /// Enough for some 400,000 people.
    package static let usualBytes = 32 << 20

    private struct Known {
        var chunks: [NameChunk] = []
        /// The state that the names are of.
        var position = Position.zero
        /// The generation of the views that it was read from.
        var generation: UInt64
        /// Whose names were changed where, of all positions behind `changesAfter`.
        var changes: [(position: Position, user: UserID)] = []
        var changesAfter = Position.zero
        /// Whether reading ended because the names took too much memory.
        var isTooMuch = false
    }

    private struct State {
        var known: Known?
        /// Whether the names took too much memory.
        var isTooMuch = false
        /// How often erased names were forgotten.
        var erasures: UInt64 = 0
        var lastUse = ContinuousClock.now
    }

    private let log: EventLog
    private let limit: Int
    private let state = Lock(State())
    /// Held by the one who reads names.
    private let reading = Lock(())

    private static let patience = Duration.seconds(600)
    private static let rememberedChanges = 4_096
    /// As many events are walked over in the time that some users' rows are.
    private static let fewEvents: UInt64 = 2_048

    init(of log: EventLog, atMost limit: Int) {
        self.log = log
        self.limit = limit
    }

    /// How much memory the names take.
    package var byteCount: Int { state.withLock { $0.known?.chunks.byteCount ?? 0 } }

    /// Returns the addresses of a folded text among the names.
    package func addresses(of text: String) -> [UInt] {
        let text = FoldedText(text)
        var addresses: [UInt] = []
        for chunk in state.withLock({ $0.known?.chunks ?? [] }) {
            chunk.forEach(with: text) { entry in
                addresses.append(UInt(bitPattern: chunk.bytes(of: entry).baseAddress))
            }
        }
        return addresses
    }

    /// The names of a state; nil where a search is to open every profile.
    func names(at snapshot: borrowing EngineSnapshot) throws(ViewsError) -> Names? {
        if let known = usable(for: snapshot) { return try Self.names(of: known, at: snapshot) }
        try reading.withLock { (_) throws(ViewsError) in
            if usable(for: snapshot) == nil { try read(snapshot) }
        }
        guard let known = usable(for: snapshot) else { return nil }
        return try Self.names(of: known, at: snapshot)
    }

    /// Returns the known names, if they suffice for a snapshot.
    private func usable(for snapshot: borrowing EngineSnapshot) -> Known? {
        let (position, generation) = (snapshot.position, snapshot.views.generation)
        return state.withLock { state in
            state.lastUse = .now
            guard let known = state.known, known.generation == generation,
                known.position >= position
            else { return nil }
            return known
        }
    }

    private static func names(
        of known: Known,
        at snapshot: borrowing EngineSnapshot
    ) throws(ViewsError) -> Names? {
        let position = snapshot.position
        guard position >= known.changesAfter else { return nil }
        let apart = Set(known.changes.reversed().prefix { $0.position > position }.map(\.user))
        if apart.isEmpty { return Names(chunks: known.chunks) }
        // A person with another name by now is looked up in the state.
        let older = try snapshot.names(of: apart, NameMaker())
        return Names(chunks: known.chunks, apart: apart, older: older)
    }

    /// Reads on to a state, or all names.
    private func read(_ snapshot: borrowing EngineSnapshot) throws(ViewsError) {
        let (before, isTooMuch, erasures) = state.withLock { ($0.known, $0.isTooMuch, $0.erasures) }
        if isTooMuch { return }
        var known = Known(generation: snapshot.views.generation)
        if let before, before.generation == known.generation, before.position <= snapshot.position {
            known = before
        }
        let count = known.chunks.reduce(0) { $0 + $1.entries.count }
        let few = max(Self.fewEvents, UInt64(count / 4))
        if known.position > .zero,
            snapshot.position.rawValue - known.position.rawValue <= few
        {
            try Self.readEvents(snapshot, &known)
        } else {
            try Self.readRows(snapshot, &known, atMost: limit)
        }
        known.position = snapshot.position
        keep(known, readAt: erasures)
    }

    /// Keeps the names that were read, without those erased meanwhile.
    private func keep(_ read: Known, readAt erasures: UInt64) {
        var (read, erasures) = (read, erasures)
        while true {
            let now = state.withLock { state in
                guard state.erasures == erasures else { return state.erasures }
                state.isTooMuch = read.isTooMuch || read.chunks.byteCount > limit
                state.known = state.isTooMuch ? nil : read
                return erasures
            }
            if now == erasures { return }
            erasures = now
            read.chunks = withoutErased(read.chunks)
        }
    }

    /// Takes over what events have changed.
    private static func readEvents(
        _ snapshot: borrowing EngineSnapshot,
        _ known: inout Known
    ) throws(ViewsError) {
        var changes: [(position: Position, user: UserID)] = []
        do throws(LogError) {
            try snapshot.log.forEachRecord(after: known.position, through: snapshot.position) {
                (record) throws(LogError) in
                let number = record.envelope.eventNumber
                if number == EnvelopeEvent.profileSet || number == EnvelopeEvent.userForgotten {
                    changes.append((record.position, UserID(record.stream.id)))
                }
                return true
            }
        } catch {
            throw .log(error)
        }
        guard !changes.isEmpty else { return }
        let changed = Set(changes.map(\.user))
        // Most are told apart by a few bits, which takes less than to hash an id.
        let bits = changed.reduce(UInt64(0)) { $0 | 1 << ($1.rawValue.low & 63) }
        known.chunks = known.chunks.removing { entry in
            bits & 1 << (entry.user.rawValue.low & 63) != 0 && changed.contains(entry.user)
        }
        var maker = NameMaker()
        if let last = known.chunks.popLast() {
            for entry in last.entries { maker.add(entry, of: last) }
        }
        known.chunks += try snapshot.names(of: changed, maker)
        known.changes += changes
        if known.changes.count > rememberedChanges {
            let forgotten = known.changes.count - rememberedChanges / 2
            known.changesAfter = known.changes[forgotten - 1].position
            known.changes.removeFirst(forgotten)
        }
        // Chunks grow thin as people change their names.
        if known.chunks.count > 16 + known.chunks.byteCount >> 14 {
            var maker = NameMaker()
            for chunk in known.chunks {
                for entry in chunk.entries { maker.add(entry, of: chunk) }
            }
            known.chunks = maker.finish()
        }
    }

    /// Compares with the row of every user, and reads the names that are not known.
    private static func readRows(
        _ snapshot: borrowing EngineSnapshot,
        _ known: inout Known,
        atMost limit: Int
    ) throws(ViewsError) {
        let profiles = try snapshot.profiles()
        known.isTooMuch = profiles.count * MemoryLayout<NameChunk.Entry>.stride > limit
        if known.isTooMuch { return }
        var maker = NameMaker()
        var next = 0
        for chunk in known.chunks {
            for entry in chunk.entries {
                while next < profiles.count, profiles[next].position < entry.profile { next += 1 }
                guard next < profiles.count, profiles[next].position == entry.profile else {
                    continue
                }
                maker.add(entry, of: chunk)
            }
        }
        for (position, user) in profiles where position > known.position {
            try snapshot.addName(of: user, at: position, to: &maker)
        }
        known.chunks = maker.finish()
        known.changes = []
        known.changesAfter = snapshot.position
    }

    // MARK: - Forgetting

    /// Forgets the names at positions whose content was erased.
    func forget(in ranges: [ClosedRange<UInt64>]) {
        state.withLock { state in
            state.erasures += 1
            guard let known = state.known else { return }
            state.known?.chunks = known.chunks.removing { entry in
                ranges.contains { $0.contains(entry.profile.rawValue) }
            }
        }
    }

    /// Forgets the names that were erased by another process.
    func forgetErased() {
        let (chunks, erasures) = state.withLock { ($0.known?.chunks ?? [], $0.erasures) }
        guard !chunks.isEmpty, chunks.contains(where: { $0.entries.contains(where: isErased) })
        else { return }
        state.withLock { state in
            state.erasures = erasures + 1
            guard let known = state.known else { return }
            state.known?.chunks = withoutErased(known.chunks)
        }
    }

    /// Forgets all names after a time without a search.
    func forgetUnused() {
        state.withLock { state in
            guard ContinuousClock.now - state.lastUse > Self.patience else { return }
            state.known = nil
            state.isTooMuch = false
        }
    }

    private func withoutErased(_ chunks: [NameChunk]) -> [NameChunk] {
        chunks.removing(where: isErased)
    }

    /// Whether the name cannot be opened any more, as far as the keys tell.
    private func isErased(_ entry: NameChunk.Entry) -> Bool {
        do throws(LogError) {
            return try log.isErased(at: entry.profile)
        } catch {
            return true
        }
    }
}

/// The names of a state.
struct Names {
    let chunks: [NameChunk]
    /// The users whose names differ from those in the chunks.
    var apart: Set<UserID> = []
    /// The present names of these users.
    var older: [NameChunk] = []
}

extension EngineSnapshot {
    /// Returns the positions of all profiles, in that order.
    fileprivate borrowing func profiles() throws(ViewsError) -> [(position: Position, user: UserID)]
    {
        var profiles: [(position: Position, user: UserID)] = []
        try projectors.users.forEach(in: views) { user, row in
            if let position = row.profile { profiles.append((position, UserID(user))) }
            return .goOn
        }
        return profiles.sorted { $0.position < $1.position }
    }

    /// Adds the names of some users to others.
    fileprivate borrowing func names(
        of users: Set<UserID>,
        _ maker: consuming NameMaker
    ) throws(ViewsError) -> [NameChunk] {
        var profiles: [(position: Position, user: UserID)] = []
        for user in users {
            let row = try projectors.users.row(of: user.rawValue, in: views)
            if let position = row?.profile { profiles.append((position, user)) }
        }
        for (position, user) in profiles.sorted(by: { $0.position < $1.position }) {
            try addName(of: user, at: position, to: &maker)
        }
        return maker.finish()
    }

    /// Adds the names of a profile, unless they were erased.
    fileprivate borrowing func addName(
        of user: UserID,
        at position: Position,
        to maker: inout NameMaker
    ) throws(ViewsError) {
        withEvent(at: position) { (event, content) throws(WireError) in
            guard event.number == EnvelopeEvent.profileSet,
                content.state == .present
            else { return }
            let profile = try EncodedProfileContent(content.bytes)
            maker.add(
                user,
                position,
                username: profile.usernameUTF8,
                fullName: profile.fullNameUTF8
            )
        }
        if let failure = takeFailure() { throw failure }
    }
}
