internal import TestSupport

/// Which of the changes that no flush covered a power cut lets reach the disk.
package enum Survival: CaseIterable, Sendable {
    case nothing
    case everything
    /// Of one file, or of the names, the newest change alone.
    case onlyNewest
    case allButOne
    case allButOneSector
    /// The newest change of one file keeps some of its sectors; everything else arrived.
    case tornNewest
    /// The newest change of one file keeps some of its sectors; nothing else arrived.
    case tornNewestAlone
    /// Up to a moment everything, then nothing.
    case earlier
    /// From a moment on everything, before it nothing.
    case later
    /// Each file arrived completely or not at all.
    case filesApart
    case scattered
    /// No data arrived, but every file already has its new size.
    case sizesAlone
    /// Files that were never flushed hold noise; of the others everything arrived.
    case noise
}

/// One way for a power cut to turn out: a `Survival` with its dice thrown.
struct Survivors {
    /// The node that stands for the names of all folders.
    private static let names = -1

    private let survival: Survival
    private let seed: UInt64
    private let subject: Int
    private let chosen: Int
    private let chosenSector: Int
    private let oneIn: UInt64

    init(_ survival: Survival, on disk: Disk, using dice: inout SplitMix64) {
        var subjects = disk.files.filter { !$0.value.pending.isEmpty }.map(\.key).sorted()
        if !disk.pendingNames.isEmpty { subjects.append(Self.names) }
        let subject = subjects.randomElement(using: &dice) ?? Self.names
        let orders =
            disk.files[subject]?.pending.map(\.order) ?? disk.pendingNames.map(\.order)
        self.survival = survival
        self.subject = subject
        seed = dice.next()
        oneIn = [2, 2, 4, 16, 64].randomElement(using: &dice) ?? 2
        let chosen: Int?
        switch survival {
        case .onlyNewest, .tornNewest, .tornNewestAlone:
            chosen = orders.last
        case .earlier, .later:
            let all = disk.files.values.flatMap { $0.pending.map(\.order) }
            chosen = (all + disk.pendingNames.map(\.order)).sorted().randomElement(using: &dice)
        default:
            chosen = orders.randomElement(using: &dice)
        }
        self.chosen = chosen ?? 0
        let sectors = disk.files[subject]?.pending.first { $0.order == chosen }?.sectorCount ?? 1
        chosenSector = Int.random(in: 0..<sectors, using: &dice)
    }

    /// Whether a sector of a change of a file, or, with node `names`, a change of names arrived.
    private func survives(node: Int, order: Int, sector: Int) -> Bool {
        let isChosen = node == subject && order == chosen
        switch survival {
        case .nothing, .sizesAlone: return false
        case .everything, .noise: return true
        case .onlyNewest: return isChosen
        case .allButOne: return !isChosen
        case .allButOneSector: return !(isChosen && sector == chosenSector)
        case .tornNewest: return !isChosen || coin(order, sector)
        case .tornNewestAlone: return isChosen && coin(order, sector)
        case .earlier: return order <= chosen
        case .later: return order >= chosen
        case .filesApart: return coin(node, 0)
        case .scattered: return coin(order, sector)
        }
    }

    private func coin(_ first: Int, _ second: Int) -> Bool {
        let number = SplitMix64.mix(
            seed,
            UInt64(truncatingIfNeeded: first),
            UInt64(truncatingIfNeeded: second)
        )
        // Half of the throws keep most, the others lose most.
        return (number % oneIn == 0) == (seed & 1 == 0)
    }

    /// What is in a file, and a number that tells it from what else could have been in it.
    func outcome(of node: Int, _ file: SectorFile) -> (bytes: [UInt8], fingerprint: UInt64) {
        var fingerprint = SplitMix64.mix(UInt64(node), UInt64(file.flushCount))
        if survival == .noise && !file.wasFlushed && file.pending.count > 1 {
            return (noise(count: file.cached.count, of: node), fingerprint ^ seed)
        }
        if survival == .nothing || file.pending.isEmpty { return (file.durable, fingerprint) }
        var bytes = file.surviving { order, sector in
            let survives = survives(node: node, order: order, sector: sector)
            if survives {
                fingerprint ^= SplitMix64.mix(UInt64(order), UInt64(sector), UInt64(node))
            }
            return survives
        }
        if survival == .sizesAlone && bytes.count < file.cached.count {
            SectorFile.extend(&bytes, to: file.cached.count)
            fingerprint = SplitMix64.mix(fingerprint, UInt64(bytes.count))
        }
        return (bytes, fingerprint)
    }

    private func noise(count: Int, of node: Int) -> [UInt8] {
        var source = SplitMix64(seed: SplitMix64.mix(seed, UInt64(node)))
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            for index in 0..<count { buffer[index] = UInt8(truncatingIfNeeded: source.next()) }
            initialized = count
        }
    }

    func names(of disk: Disk) -> Disk.Names {
        disk.survivingNames { survives(node: Self.names, order: $0, sector: 0) }
    }
}
