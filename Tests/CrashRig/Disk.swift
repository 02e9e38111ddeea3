/// A folder as a power cut sees it, driven by the entries of a trace.
///
/// - A file's data lasts once a flush of that file that began after the write has ended.
/// - A name (made, renamed, removed) lasts once a flush of its folder that began after the
///   change has ended; until then it may or may not have happened, in any order, but each change
///   happens as a whole.
/// - What a process does while another thread's flush runs is not covered by that flush.
package struct Disk {
    /// What a filesystem promises of names.
    package enum NameRule: Sendable {
        /// Only a flush of the folder makes a name last, and names change in any order.
        case posix
        /// As ext4 does: a flush of a new file also makes all earlier names last.
        case ext4
    }

    struct NameChange {
        struct Edge {
            let folder: Int
            let name: String
            let node: Int?
        }

        let order: Int
        let edges: [Edge]
    }

    private struct Flush {
        let node: Int?
        let order: Int
    }

    typealias Names = [Int: [String: Int]]

    static let rootNode = 0

    private let rootPath: String
    private let rule: NameRule
    private var nodeCount = 1
    private var nodesByInode: [UInt64: Int] = [:]
    private var flushes: [UInt64: Flush] = [:]
    private var synchronousWrites: [UInt64: (node: Int, order: Int, byteCount: Int)] = [:]
    private(set) var files: [Int: SectorFile] = [:]
    private(set) var cachedNames: Names = [rootNode: [:]]
    private(set) var durableNames: Names = [rootNode: [:]]
    private(set) var pendingNames: [NameChange] = []
    private var order = 0

    /// An empty folder, on the disk already.
    package init(rootPath: String, rule: NameRule = .posix) {
        self.rootPath = rootPath
        self.rule = rule
    }

    /// Goes one entry on.
    package mutating func apply(_ entry: Trace.Entry, of trace: Trace) throws(RigError) {
        order += 1
        switch entry {
        case .opened(let path, let inode, let size, let isFolder, let isTruncated):
            try open(path, inode, size: size, isFolder: isFolder, isTruncated: isTruncated)
        case .write(let inode, let offset, let bytes, let serial, let isSynchronous):
            let node = try node(inode)
            try file(node).write(trace.bytes[bytes], at: offset, order: order)
            if isSynchronous { synchronousWrites[serial] = (node, order, bytes.count) }
        case .written(let serial, let byteCount):
            guard let write = synchronousWrites.removeValue(forKey: serial) else { return }
            guard write.byteCount == byteCount else {
                throw RigError("A synchronous write came up short; the model has no undo.")
            }
            try file(write.node).settle(write.order)
        case .flush(let inode, let serial, let isEverything):
            flushes[serial] = Flush(node: isEverything ? nil : try node(inode), order: order)
        case .flushed(_, let serial, let result):
            guard let flush = flushes.removeValue(forKey: serial), result == 0 else { return }
            finish(flush)
        case .resized(let inode, let size):
            try file(node(inode)).resize(to: size, order: order)
        case .allocated(let inode, let end):
            let file = try file(node(inode))
            file.resize(to: max(end, file.cached.count), order: order)
        case .renamed(let from, let to, let isExchange):
            try rename(from, to, isExchange: isExchange)
        case .removed(let path):
            let place = try place(path)
            change([.init(folder: place.folder, name: place.name, node: nil)])
        case .made(let path, let inode):
            let place = try place(path)
            let folder = addNode(inode)
            cachedNames[folder] = [:]
            durableNames[folder] = [:]
            change([.init(folder: place.folder, name: place.name, node: folder)])
        case .linked(let inode, let path):
            let place = try place(path)
            change([.init(folder: place.folder, name: place.name, node: try node(inode))])
        case .acknowledged, .injected:
            break
        case .unmodelled(let what):
            throw RigError("The store did what the model does not know: \(what).")
        }
    }

    private mutating func open(
        _ path: String,
        _ inode: UInt64,
        size: Int,
        isFolder: Bool,
        isTruncated: Bool
    ) throws(RigError) {
        if path == rootPath {
            nodesByInode[inode] = Self.rootNode
            return
        }
        let place = try place(path)
        if let node = cachedNames[place.folder]?[place.name] {
            nodesByInode[inode] = node
            guard !isFolder else { return }
            if isTruncated { try file(node).resize(to: 0, order: order) }
        } else {
            guard !isFolder else { throw RigError("\(path) was made by a call nobody saw.") }
            let node = addNode(inode)
            files[node] = SectorFile()
            change([.init(folder: place.folder, name: place.name, node: node)])
        }
        if !isFolder {
            let known = try file(node(inode)).cached.count
            guard known == size else {
                throw RigError("\(path) has \(size) bytes, but the trace accounts for \(known).")
            }
        }
    }

    private mutating func rename(
        _ from: String,
        _ to: String,
        isExchange: Bool
    ) throws(RigError) {
        let source = try place(from)
        let target = try place(to)
        guard let node = cachedNames[source.folder]?[source.name] else {
            throw RigError("\(from) was renamed, but the trace never saw it.")
        }
        let other = isExchange ? cachedNames[target.folder]?[target.name] : nil
        change([
            .init(folder: source.folder, name: source.name, node: other),
            .init(folder: target.folder, name: target.name, node: node),
        ])
    }

    private mutating func change(_ edges: [NameChange.Edge]) {
        let change = NameChange(order: order, edges: edges)
        Self.apply(change, to: &cachedNames)
        pendingNames.append(change)
    }

    private mutating func finish(_ flush: Flush) {
        if let node = flush.node {
            files[node]?.flush(through: flush.order)
            let isNew = pendingNames.contains { change in
                change.order <= flush.order && change.edges.contains { $0.node == node }
            }
            let takesAll = rule == .ext4 && isNew
            settleNames(through: flush.order) { change in
                takesAll || change.edges.contains { $0.folder == node }
            }
        } else {
            for file in files.values { file.flush(through: flush.order) }
            settleNames(through: flush.order) { _ in true }
        }
    }

    private mutating func settleNames(through order: Int, where lasts: (NameChange) -> Bool) {
        pendingNames.removeAll { change in
            guard change.order <= order, lasts(change) else { return false }
            Self.apply(change, to: &durableNames)
            return true
        }
    }

    private static func apply(_ change: NameChange, to names: inout Names) {
        for edge in change.edges { names[edge.folder, default: [:]][edge.name] = edge.node }
    }

    /// The names after a power cut that these changes survived.
    func survivingNames(_ survives: (_ order: Int) -> Bool) -> Names {
        var names = durableNames
        var isOpen = true
        for change in pendingNames where isOpen {
            if survives(change.order) {
                Self.apply(change, to: &names)
            } else if rule == .ext4 {
                // A journal is replayed up to a point.
                isOpen = false
            }
        }
        return names
    }

    /// The paths, from the root on, after a power cut that these changes survived.
    package func paths(surviving survives: (_ order: Int) -> Bool) -> Set<String> {
        let names = survivingNames(survives)
        var paths: Set<String> = []
        var open = [(path: "", node: Self.rootNode)]
        while let (path, node) = open.popLast() {
            for (name, child) in names[node] ?? [:] {
                paths.insert("\(path)/\(name)")
                open.append(("\(path)/\(name)", child))
            }
        }
        return paths
    }

    private mutating func addNode(_ inode: UInt64) -> Int {
        defer { nodeCount += 1 }
        nodesByInode[inode] = nodeCount
        return nodeCount
    }

    private func node(_ inode: UInt64) throws(RigError) -> Int {
        guard let node = nodesByInode[inode] else {
            throw RigError("Inode \(inode) was changed, but never opened.")
        }
        return node
    }

    private func file(_ node: Int) throws(RigError) -> SectorFile {
        guard let file = files[node] else { throw RigError("A folder was written to.") }
        return file
    }

    private func place(_ path: String) throws(RigError) -> (folder: Int, name: String) {
        guard path.hasPrefix(rootPath + "/") else {
            throw RigError("\(path) is not below \(rootPath).")
        }
        var parts = path.dropFirst(rootPath.count + 1).split(separator: "/").map(String.init)
        guard let name = parts.popLast() else { throw RigError("\(path) has no name.") }
        var folder = Self.rootNode
        for part in parts {
            guard let next = cachedNames[folder]?[part] else {
                throw RigError("\(path) lies in a folder that the trace never saw.")
            }
            folder = next
        }
        return (folder, name)
    }
}
