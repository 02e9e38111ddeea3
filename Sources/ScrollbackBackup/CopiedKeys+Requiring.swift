internal import EventLog
internal import Wire

extension CopiedKeys {
    /// Refuses a record whose content does not open with its slot.
    ///
    /// - Throws: `wrongKeys` for the first event, which binds the keys to the log; else `damaged`.
    mutating func require(_ record: borrowing StoredRecord) throws(BackupError) {
        let opens: Bool
        do throws(LogError) {
            opens = try self.opens(record)
        } catch .keysTooShort {
            throw BackupError(
                .damaged,
                "the copy of the keys has fewer slots than the backup events"
            )
        } catch {
            throw BackupError(error)
        }
        guard !opens else { return }
        guard record.position > Position(1) else {
            throw BackupError(.wrongKeys, "the keys do not open the backup; name its own keys")
        }
        throw BackupError(
            .damaged,
            "the content at position \(record.position) does not open with its key, and no erasure "
                + "in the backup took it; restore from another backup"
        )
    }
}
