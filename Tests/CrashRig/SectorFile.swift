/// One file as a power cut sees it: what is on the disk, and the changes that no flush covered.
///
/// - The disk writes whole sectors of 512 bytes, each completely or not at all.
/// - A sector that was changed several times may hold any of those states, as the page cache
///   had them, since the last flush; different sectors may hold states of different age.
/// - The size follows the sectors that arrived; a hole reads as zeros.
/// - A synchronous write takes its sectors to the disk as they stand in the page cache, and
///   leaves every other change of the file open.
package final class SectorFile {
    struct Change {
        enum Kind {
            /// The touched sectors as they were after the change; the last may be cut by the end.
            case write(offset: Int, bytes: [UInt8])
            case resize(Int)
        }

        let order: Int
        let kind: Kind
        /// Sectors, counted within the change, that a later synchronous write has overtaken.
        var overtaken: Set<Int> = []

        var sectorCount: Int {
            if case .write(_, let bytes) = kind {
                (bytes.count + SectorFile.sectorBytes - 1) / SectorFile.sectorBytes
            } else {
                1
            }
        }
    }

    static let sectorBytes = 512

    /// Beyond this number of open changes the oldest is taken as written back, as a kernel does
    /// after some seconds; without it a file that nobody flushes would keep all of its past.
    private static let keptChanges = 256

    private(set) var cached: [UInt8] = []
    private(set) var durable: [UInt8] = []
    private(set) var pending: [Change] = []
    /// Whether a flush was ever asked for; without one the file may hold anything.
    private(set) var wasFlushed = false
    /// Counts the flushes that changed what is on the disk.
    private(set) var flushCount = 0

    package init() {}

    package func write(_ bytes: ArraySlice<UInt8>, at offset: Int, order: Int) {
        guard !bytes.isEmpty else { return }
        let end = offset + bytes.count
        Self.extend(&cached, to: end)
        cached.replaceSubrange(offset..<end, with: bytes)
        let first = offset / Self.sectorBytes * Self.sectorBytes
        let past = (end + Self.sectorBytes - 1) / Self.sectorBytes * Self.sectorBytes
        let touched = Array(cached[first..<min(past, cached.count)])
        add(Change(order: order, kind: .write(offset: first, bytes: touched)))
    }

    package func resize(to size: Int, order: Int) {
        guard size != cached.count else { return }
        Self.resize(&cached, to: size)
        add(Change(order: order, kind: .resize(size)))
    }

    private func add(_ change: Change) {
        pending.append(change)
        if pending.count > Self.keptChanges { writeBack(through: pending[0].order) }
    }

    /// Takes to the disk what changed up to a moment.
    package func flush(through order: Int) {
        wasFlushed = true
        writeBack(through: order)
    }

    private func writeBack(through order: Int) {
        let count = pending.prefix { $0.order <= order }.count
        for change in pending.prefix(count) {
            Self.apply(change, to: &durable) { _ in true }
        }
        pending.removeFirst(count)
        if count > 0 { flushCount += 1 }
    }

    /// Takes one synchronous write to the disk.
    package func settle(_ order: Int) {
        guard let index = pending.firstIndex(where: { $0.order == order }) else { return }
        let change = pending.remove(at: index)
        wasFlushed = true
        flushCount += 1
        Self.apply(change, to: &durable) { _ in true }
        guard case .write(let offset, _) = change.kind else { return }
        let settled = Self.sectors(from: offset, count: change.sectorCount)
        for older in 0..<index {
            guard case .write(let start, _) = pending[older].kind else { continue }
            let sectors = Self.sectors(from: start, count: pending[older].sectorCount)
            for sector in sectors.clamped(to: settled) {
                pending[older].overtaken.insert(sector - sectors.lowerBound)
            }
        }
    }

    private static func sectors(from offset: Int, count: Int) -> Range<Int> {
        offset / sectorBytes..<offset / sectorBytes + count
    }

    /// What is in the file after a power cut that these sectors of these changes survived.
    package func surviving(_ survives: (_ order: Int, _ sector: Int) -> Bool) -> [UInt8] {
        var bytes = durable
        bytes.reserveCapacity(max(durable.count, cached.count))
        for change in pending {
            Self.apply(change, to: &bytes) { survives(change.order, $0) }
        }
        return bytes
    }

    private static func apply(
        _ change: Change,
        to bytes: inout [UInt8],
        where survives: (Int) -> Bool
    ) {
        switch change.kind {
        case .resize(let size):
            if survives(0) { resize(&bytes, to: size) }
        case .write(let offset, let sectors):
            for sector in 0..<change.sectorCount
            where !change.overtaken.contains(sector) && survives(sector) {
                let start = sector * sectorBytes
                let end = min(start + sectorBytes, sectors.count)
                extend(&bytes, to: offset + end)
                bytes.withUnsafeMutableBytes { target in
                    sectors.withUnsafeBytes { source in
                        UnsafeMutableRawBufferPointer(
                            rebasing: target[offset + start..<offset + end]
                        ).copyMemory(from: UnsafeRawBufferPointer(rebasing: source[start..<end]))
                    }
                }
            }
        }
    }

    static func extend(_ bytes: inout [UInt8], to size: Int) {
        if bytes.count < size { resize(&bytes, to: size) }
    }

    private static func resize(_ bytes: inout [UInt8], to size: Int) {
        if size < bytes.count {
            bytes.removeLast(bytes.count - size)
        } else {
            bytes += [UInt8](repeating: 0, count: size - bytes.count)
        }
    }
}
