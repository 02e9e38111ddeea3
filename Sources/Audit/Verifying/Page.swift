internal import EventLog
internal import Merkle
internal import Wire

/// A part of the log that one thread reads through one snapshot.
struct Page {
    /// The index of its first event, a multiple of a tile's width.
    let first: UInt64
    /// The index behind its last event.
    let end: UInt64
    /// The index of the first record to read, the first of a tile; before it only tiles are read.
    let firstRecord: UInt64
    /// The sizes for which the tree's edge is wanted; none is a multiple of a tile's width.
    let sizes: [UInt64]

    /// The number of events in a page: enough that merging costs little, few enough that no
    /// snapshot is held for long.
    static let width: UInt64 = 32_768
    static let tileWidth = UInt64(Tile.fullWidth)
}

/// The result of one page; checks across pages are left to the merge.
struct PageResult {
    var finding: Finding?
    /// How many records could not be read.
    var unreadable: UInt64 = 0
    var records: UInt64 = 0
    var withContent: UInt64 = 0
    var erased: UInt64 = 0
    var clearContexts: UInt64 = 0
    /// The time of the first readable record, with its position, and of the last.
    var firstTime: (position: Position, time: Timestamp)?
    var lastTime = Timestamp(microseconds: 0)
    var streams: [StreamRun] = []
    /// The roots of its full tiles of leaves.
    var tiles: [TileRoot] = []
    /// The perfect subtrees of the open tile at each of the sizes, the widest first.
    var edges: [UInt64: [Digest]] = [:]
    /// The positions of erasures, holds, releases and restores.
    var keeping: [Position] = []
    /// The positions of erasures only.
    var erasures: [Position] = []
    /// The rows that its events require beside the records.
    var rows: [LogRow] = []
    var content: ContentBits
    var isCancelled = false
    /// The error that kept the log from being read.
    var failure: LogError?

    init(_ page: Page) {
        content = ContentBits(first: page.first, count: Int(page.end - page.first))
    }
}

/// The root of a full tile, and whether everything below it was valid.
struct TileRoot: BitwiseCopyable {
    let hash: Digest
    let isSound: Bool
}
