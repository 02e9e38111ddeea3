internal import EventLog
internal import Glibc
internal import LMDB
internal import Locking
internal import Wire

// The files of the generations: how one is made, opened and removed.

extension Views {
    /// Discards the views and begins another file, which is empty and not readable yet.
    ///
    /// Until it is published there is nothing to read: no query uses a partly folded generation.
    package func beginGeneration() throws(ViewsError) -> ViewsWriter {
        current.withLock { $0 = nil }
        let generation = try replacement.withLock { (replacement) throws(ViewsError) in
            let generation = nextGeneration()
            // Numbers only grow: publishing a replacement begun earlier would go back to a lower
            // one.
            replacement = nil
            removeFiles(except: [])
            try makeFile(generation: generation)
            return generation
        }
        try note(generation, .building, starts: 0)
        ReadingMark.removeAll(except: generation, in: log.directory)
        return try emptyWriter(generation: generation)
    }

    /// Creates a file that does not exist yet.
    func makeFile(generation: UInt64) throws(ViewsError) {
        do throws(LogError) {
            let path = log.directory.viewsPath(generation: generation)
            _ = try OpenFile(path, O_RDWR | O_CREAT | O_EXCL)
        } catch {
            throw .log(error)
        }
    }

    /// Returns the writer of a file that was just created.
    func emptyWriter(generation: UInt64) throws(ViewsError) -> ViewsWriter {
        let file = try openFile(generation: generation, access: .readWrite, creates: true)
        return ViewsWriter(
            file,
            of: log,
            at: .zero,
            custom: CustomFolding(beginning: declared.custom, notice: options.notice)
        )
    }

    /// Returns a number that no views file of this store has had.
    func nextGeneration() -> UInt64 {
        var known = generationsOnDisk()
        if let state = try? ViewsState.read(in: log.directory) { known.append(state.generation) }
        if let newest = known.max(), newest < .max { return newest + 1 }
        // The earlier numbers are unknown; a random start makes a repetition unlikely.
        return UInt64.random(in: 1..<(1 << 32))
    }

    private func generationsOnDisk() -> [UInt64] {
        OpenFile.names(in: log.directory.path).compactMap { name in
            guard name.hasPrefix("views."), name.hasSuffix(".mdb") else { return nil }
            return UInt64(name.dropFirst("views.".count).dropLast(".mdb".count))
        }
    }

    /// Removes the files of all generations but some.
    func removeFiles(except kept: [UInt64]) {
        let names = kept.flatMap { ["views.\($0).mdb", "views.\($0).mdb-lock"] }
        for name in OpenFile.names(in: log.directory.path)
        where name.hasPrefix("views.") && (name.hasSuffix(".mdb") || name.hasSuffix(".mdb-lock")) {
            if !names.contains(name) { unlink("\(log.directory.path)/\(name)") }
        }
    }

    /// Returns the writer of an empty file that is not a generation; it reports no faults.
    func openRecount(_ path: String) throws(LMDBError) -> ViewsWriter {
        let file = try ViewsFile(
            path: path,
            generation: 0,
            declared: declared,
            access: .readWrite,
            mapSize: options.mapSize,
            creates: true
        )
        return ViewsWriter(
            file,
            of: log,
            at: .zero,
            custom: CustomFolding(beginning: declared.custom)
        )
    }

    func openFile(
        generation: UInt64,
        access: Environment.Access,
        creates: Bool
    ) throws(ViewsError) -> ViewsFile {
        do throws(LMDBError) {
            return try ViewsFile(
                path: log.directory.viewsPath(generation: generation),
                generation: generation,
                declared: declared,
                access: access,
                mapSize: options.mapSize,
                creates: creates
            )
        } catch {
            throw .storage(error)
        }
    }
}
