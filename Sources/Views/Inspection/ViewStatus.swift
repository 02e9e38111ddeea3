internal import LMDB
package import Wire

/// The condition of a view, as shown to an operator.
package struct ViewStatus: Hashable, Sendable {
    package let name: String
    package let version: UInt32
    /// The position up to which events are folded into it.
    package let position: Position
    package let rows: UInt64
    /// The size of its tables in the file, in whole pages.
    package let bytes: UInt64
    /// The event at which an embedder's projector failed, and the type of its error.
    package let fault: Fault?

    package struct Fault: Hashable, Sendable {
        package let position: Position
        package let error: String
    }
}

extension ViewsSnapshot {
    /// Returns the condition of every view: the built-in ones, then those of the embedder that this
    /// process declares.
    ///
    /// - Complexity: LMDB counts rows and pages as it writes them; nothing is walked.
    package borrowing func statuses() throws(ViewsError) -> [ViewStatus] {
        var found: [ViewStatus] = []
        for view in file.builtIn {
            let size = try size(ofTables: view.tables)
            found.append(
                ViewStatus(
                    name: view.name,
                    version: view.version,
                    position: position,
                    rows: size.rows,
                    bytes: size.bytes,
                    fault: nil
                )
            )
        }
        for (view, status) in zip(file.custom, try customViews()) {
            let size = try size(ofTables: view.first..<view.first + view.tables.count)
            found.append(
                ViewStatus(
                    name: status.name,
                    version: status.version,
                    position: position(of: status.condition),
                    rows: size.rows,
                    bytes: size.bytes,
                    fault: status.condition?.fault
                )
            )
        }
        return found
    }

    /// Returns the size of the views' file in bytes.
    package borrowing func byteCount() throws(ViewsError) -> UInt64 {
        do throws(LMDBError) {
            return try file.environment.status().usedBytes
        } catch {
            throw .storage(error)
        }
    }

    private borrowing func position(of condition: CustomCondition?) -> Position {
        switch condition {
        case nil: .zero
        case .follows: position
        case .behind(let position): position
        // It has folded everything before that event.
        case .faulted(let position, _): Position(position.index)
        }
    }

    private borrowing func size(
        ofTables numbers: Range<Int>
    ) throws(ViewsError) -> TableSize {
        var (rows, bytes) = (UInt64(0), UInt64(0))
        for table in numbers.map(ViewTable.init(number:)) where file.has(table) {
            let size = try size(of: table)
            rows += size.rows
            bytes += size.bytes
        }
        return TableSize(rows: rows, bytes: bytes)
    }
}

extension CustomCondition {
    fileprivate var fault: ViewStatus.Fault? {
        guard case .faulted(let position, let error) = self else { return nil }
        return ViewStatus.Fault(position: position, error: error)
    }
}
