internal import EventLog
internal import Merkle
internal import Wire

/// Hands out the pages of a log and combines their results in order.
///
/// The result does not depend on which thread reads a page, or when.
struct Merging: ~Copyable {
    let log: EventLog
    let plan: VerifyPlan
    private(set) var finding: Finding?
    private(set) var failure: LogError?
    private(set) var isCancelled = false
    private(set) var unreadable: UInt64 = 0
    private(set) var report = VerifyReport()
    /// The condition of the content, page by page.
    private(set) var content: [ContentBits] = []
    /// The positions of erasures, holds, releases and restores.
    private(set) var keeping: [Position] = []
    /// The positions of erasures only.
    private(set) var erasures: [Position] = []
    /// The rows that the events require beside the records.
    private(set) var rows: [LogRow] = []
    /// The root at each requested size that no fault comes before.
    private(set) var roots: [UInt64: Digest] = [:]

    private var nextPage = 0
    private var merged = 0
    private var nextSize = 0
    private var early: [Int: PageResult] = [:]
    private var readOf: [Int: UInt64] = [:]
    private var tree = TreeMerge()
    private var streams = StreamTable()
    private var time: Timestamp?

    enum Task {
        case page(Int, Page)
        /// Other pages are too far behind for more results to be kept.
        case wait
        case done
    }

    init(_ log: EventLog, _ plan: VerifyPlan) {
        self.log = log
        self.plan = plan
    }

    /// Returns the next page that no thread reads yet.
    mutating func next(ahead limit: Int) -> Task {
        if isCancelled || failure != nil || nextPage == plan.pageCount { return .done }
        if nextPage >= merged + limit { return .wait }
        defer { nextPage += 1 }
        return .page(nextPage, plan.page(nextPage))
    }

    /// Records how far a page was read.
    mutating func note(read count: UInt64, of page: Int) -> VerifyProgress {
        readOf[page] = count
        let done = report.records + readOf.values.reduce(0, +)
        let reached = plan.page(merged).first + (readOf[merged] ?? 0)
        return VerifyProgress(
            done: done,
            total: plan.recordCount,
            reached: Position(min(max(reached, plan.firstRecord), plan.size)),
            finding: finding
        )
    }

    mutating func cancel() { isCancelled = true }

    mutating func take(_ result: PageResult, of page: Int) {
        early[page] = result
        while let result = early.removeValue(forKey: merged) {
            readOf[merged] = nil
            merge(result)
            merged += 1
        }
    }

    private mutating func merge(_ result: PageResult) {
        if result.isCancelled { isCancelled = true }
        if let error = result.failure { failure = error }
        finding.note(result.finding)
        linkStreams(result.streams)
        if let first = result.firstTime {
            if let time, first.time < time {
                finding.note(
                    Finding(.time, at: first.position, "it is older than the event before it")
                )
            }
            time = max(time ?? result.lastTime, result.lastTime)
        }
        settleSizes(result.edges)
        for tile in result.tiles {
            append(tile)
            settleSizes(result.edges)
        }
        unreadable += result.unreadable
        report.records += result.records
        report.withContent += result.withContent
        report.erased += result.erased
        report.clearContexts += result.clearContexts
        report.tiles += UInt64(result.tiles.count)
        content.append(result.content)
        keeping += result.keeping
        erasures += result.erasures
        rows += result.rows
    }

    private mutating func linkStreams(_ runs: [StreamRun]) {
        for run in runs {
            guard let fault = streams.add(run, mayBeginAnywhere: plan.firstRecord > 0) else {
                continue
            }
            finding.note(Finding(fault, at: run.firstPosition, PageWalk.words(of: fault)))
        }
        report.streams = streams.runs.count
    }

    private mutating func append(_ tile: TileRoot) {
        do throws(LogError) {
            // A snapshot is taken only if a tile above is full.
            let snapshot = try log.snapshot()
            finding.note(try tree.append(tile, in: snapshot))
        } catch {
            let position = Position(tree.size)
            if let fault = Finding(ofFile: error, at: position) {
                finding.note(fault)
                unreadable += 1
            } else {
                failure = error
            }
        }
    }

    /// Computes the root at the sizes that have been reached.
    private mutating func settleSizes(_ edges: [UInt64: [Digest]]) {
        while nextSize < plan.sizes.count {
            let size = plan.sizes[nextSize]
            guard size / Page.tileWidth * Page.tileWidth == tree.size else { return }
            let isWhole = size % Page.tileWidth == 0
            guard let edge = isWhole ? [] : edges[size] else { return }
            let root = tree.root(at: size, edge: edge)
            if size == plan.size { report.root = root }
            if finding.map({ $0.position.rawValue > size }) ?? true { roots[size] = root }
            nextSize += 1
        }
    }

    /// The tiles above the leaves that were compared.
    var comparedAbove: UInt64 { tree.compared }
}

/// The parts of a log to read, and the sizes at which its root is needed.
struct VerifyPlan {
    /// The number of events to verify.
    let size: UInt64
    /// The index of the first record to read, the first of a tile.
    let firstRecord: UInt64
    /// The sizes, ascending, each once.
    let sizes: [UInt64]

    var pageCount: Int { Int((size + Page.width - 1) / Page.width) }
    var recordCount: UInt64 { size - firstRecord }

    func page(_ number: Int) -> Page {
        let first = UInt64(number) * Page.width
        let end = min(first + Page.width, size)
        let begin = sizes.partition { $0 > first }
        var inside: [UInt64] = []
        for size in sizes[begin...] {
            if size > end { break }
            if size % Page.tileWidth != 0 { inside.append(size) }
        }
        return Page(first: first, end: max(first, end), firstRecord: firstRecord, sizes: inside)
    }
}

extension [UInt64] {
    /// Returns the index of the first of these ascending numbers for which a condition holds.
    func partition(where isTrue: (UInt64) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if isTrue(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
