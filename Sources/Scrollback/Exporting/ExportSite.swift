package import EventLog
internal import Glibc

/// The folder in which an export is written before it gets its name: 0700, noted by `ExportMark`.
package final class ExportSite: Sendable {
    private let mark: ExportMark

    /// The folder to write to.
    package var folder: String { mark.path }
    /// The path that it gets.
    package var path: String { mark.finalPath }

    /// Makes a folder for an export of a store, at a path where nothing exists.
    package init(of store: StoreDirectory, at path: String) throws(LogError) {
        mark = try ExportMark(of: store, at: path)
        guard mkdir(mark.path, 0o700) == 0 else {
            throw .system(operation: "create", path: mark.path, errno: errno)
        }
    }

    /// Removes the files, to write them again.
    package func clear() {
        for name in OpenFile.names(in: folder) { unlink("\(folder)/\(name)") }
    }

    /// Gives the folder its name, durably.
    ///
    /// - Throws: `alreadyExists` if something has the name by now.
    package func finish() throws(LogError) {
        try OpenFile.flushFolder(folder)
        try mark.giveName()
    }

    /// Removes an unfinished export.
    deinit { Store.removeFolder(folder) }
}
