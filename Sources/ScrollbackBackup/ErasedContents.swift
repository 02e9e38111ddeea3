internal import EventLog
internal import LogSchema
internal import Wire

/// The contents that records lack, and those that erasures name.
struct ErasedContents {
    private(set) var named: [ClosedRange<UInt64>] = []
    private var missing = RangeSet<UInt64>()

    /// Takes what a record of a backup says.
    mutating func take(_ record: borrowing StoredRecord) throws(BackupError) {
        if record.envelope.seal != nil, record.sealed.byteCount == 0 {
            let number = record.position.rawValue
            missing.insert(contentsOf: number..<number + 1)
        }
        try translating { () throws(LogError) in
            try add(record.envelope.erasedPositions(at: record.position))
        }
    }

    /// Adds positions that erasures name.
    mutating func add(_ ranges: [ClosedRange<UInt64>]) { named += ranges }

    /// The first position whose content is missing and that no erasure names.
    var firstUnnamed: UInt64? {
        let named = named.sorted { $0.lowerBound < $1.lowerBound }
        var index = 0
        // The end of the named positions, without a gap, up to which the missing ones are compared.
        var end: UInt64 = 0
        for range in missing.ranges {
            var next = range.lowerBound
            while next < range.upperBound {
                while index < named.count, named[index].lowerBound <= next {
                    end = max(end, named[index].upperBound + 1)
                    index += 1
                }
                guard end > next else { return next }
                next = end
            }
        }
        return nil
    }
}
