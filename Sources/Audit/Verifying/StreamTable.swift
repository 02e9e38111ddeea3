internal import EventLog
internal import Merkle
internal import Wire

/// The first and the newest event of a stream within a part of the log.
struct StreamRun: BitwiseCopyable {
    let stream: StreamID
    let firstPosition: Position
    let firstVersion: Version
    /// The hash that the first event gives for its previous event.
    let firstPrevious: Digest
    var version: Version
    var leafHash: Digest

    /// Returns the clause broken by an event with this version and previous hash as the next one.
    func fault(version next: Version, previous: Digest) -> Clause? {
        if next != version.next || next == version { return .version }
        return previous == leafHash ? nil : .link
    }
}

/// Streams and their newest events, found by a hash function of its own: the standard one costs
/// three times as much, and every event needs one look-up.
struct StreamTable: ~Copyable {
    /// The runs, in the order in which their streams first came.
    private(set) var runs: [StreamRun] = []
    /// The number of a run plus one for each place; 0 if the place is free.
    private var places = [UInt32](repeating: 0, count: 1_024)
    // Random, because the ids in a log may have been chosen to collide.
    private let seeds = (UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max))

    /// Adds an event as its stream's next.
    ///
    /// - Returns: the clause that it breaks.
    mutating func add(
        _ stream: StreamID,
        at position: Position,
        version: Version,
        previous: Digest,
        leafHash: Digest
    ) -> Clause? {
        let place = place(of: stream)
        let number = Int(places[place])
        guard number > 0 else {
            let run = StreamRun(
                stream: stream,
                firstPosition: position,
                firstVersion: version,
                firstPrevious: previous,
                version: version,
                leafHash: leafHash
            )
            insert(run, at: place)
            return nil
        }
        let fault = runs[number - 1].fault(version: version, previous: previous)
        runs[number - 1].version = version
        runs[number - 1].leafHash = leafHash
        return fault
    }

    /// Adds the run of a stream in the next part of the log.
    ///
    /// - Returns: the clause that its first event breaks.
    mutating func add(_ run: StreamRun, mayBeginAnywhere: Bool) -> Clause? {
        let place = place(of: run.stream)
        let number = Int(places[place])
        guard number > 0 else {
            insert(run, at: place)
            return run.firstVersion == Version(1) || mayBeginAnywhere ? nil : .version
        }
        let fault = runs[number - 1].fault(version: run.firstVersion, previous: run.firstPrevious)
        runs[number - 1].version = run.version
        runs[number - 1].leafHash = run.leafHash
        return fault
    }

    /// Returns all runs and empties the table.
    mutating func takeRuns() -> [StreamRun] {
        defer {
            runs = []
            runs.reserveCapacity(places.count / 4)
            for place in places.indices { places[place] = 0 }
        }
        return runs
    }

    private mutating func insert(_ run: StreamRun, at place: Int) {
        runs.append(run)
        places[place] = UInt32(runs.count)
        if runs.count * 2 > places.count { grow() }
    }

    private mutating func grow() {
        places = [UInt32](repeating: 0, count: places.count * 2)
        for (number, run) in runs.enumerated() {
            places[place(of: run.stream)] = UInt32(number + 1)
        }
    }

    /// Returns the place of a stream, or the free place for it.
    private func place(of stream: StreamID) -> Int {
        let mask = places.count - 1
        var place = Int(truncatingIfNeeded: hash(of: stream)) & mask
        while true {
            let number = Int(places[place])
            if number == 0 || runs[number - 1].stream == stream { return place }
            place = (place + 1) & mask
        }
    }

    private func hash(of stream: StreamID) -> UInt64 {
        let kind = UInt64(stream.kind.rawValue)
        let product = (stream.id.low ^ seeds.0)
            .multipliedFullWidth(by: stream.id.high &+ kind ^ seeds.1)
        return product.high ^ product.low
    }
}
