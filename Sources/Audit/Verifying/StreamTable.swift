internal import EventLog
internal import Merkle
internal import Wire

/// The first and the newest event of a stream within a part of the log.
struct StreamRun: BitwiseCopyable {
    let stream: StreamID
    let firstPosition: Position
    let firstVersion: Version
    /// What the first one names as its previous event.
    let firstPrevious: Digest
    var version: Version
    var leafHash: Digest

    /// How an event of this version that names this previous one goes on from here.
    func fault(version next: Version, previous: Digest) -> Clause? {
        if next != version.next || next == version { return .version }
        return previous == leafHash ? nil : .link
    }
}

/// Streams and their newest events, found by a hash of our own: the standard one costs three
/// times as much, and this is asked once for every event.
struct StreamTable: ~Copyable {
    /// In the order in which streams first came.
    private(set) var runs: [StreamRun] = []
    /// For each place the number of a run plus one; 0 where there is none.
    private var places = [UInt32](repeating: 0, count: 1_024)
    // Whoever made the log's ids does not know these.
    private let seeds = (UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max))

    /// Takes an event as its stream's next.
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

    /// Takes the run of a stream in the next part of the log.
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

    /// Hands the runs over and begins anew.
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

    /// The place where a stream is, or is to be put.
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
