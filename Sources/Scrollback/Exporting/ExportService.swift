internal import Locking
package import Messaging
package import Wire

/// The service that writes exports for the operator and keeps them for a while.
package protocol ExportService: AnyObject, Sendable {
    /// All that are known, the newest first.
    var items: [ExportJobItem] { get }

    /// Begins an export, once it is certain that it may be.
    func begin(
        _ scope: ExportScope,
        reason: String?,
        by looker: Looker
    ) async throws(StoreError) -> ExportJobItem

    /// Ends an export, deletes its folder, and forgets it.
    func end(_ id: UniqueID) throws(StoreError)
}

extension Store {
    /// Sends questions about exports, and new exports, to their service while it exists.
    package func letExports(beWrittenBy service: some ExportService) {
        engine.services.withLock { $0.exports = service }
    }

    /// Begins an export.
    ///
    /// - Throws: `notFound` where the process writes none; otherwise why it may not be.
    package func beginExport(
        _ scope: ExportScope,
        reason: String?,
        by looker: Looker
    ) async throws(StoreError) -> ExportJobItem {
        guard let service = engine.exportService else {
            throw StoreError(.request(.exportsAreNotWritten))
        }
        return try await service.begin(scope, reason: reason, by: looker)
    }

    /// Ends an export.
    package func endExport(_ id: UniqueID) throws(StoreError) {
        guard let service = engine.exportService else { throw Self.noExport }
        try service.end(id)
    }

    /// There is no such export.
    package static let noExport = StoreError(.request(.exportIsNotFound))
}
