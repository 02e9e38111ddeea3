internal import EventLog
internal import Views

// The writer's work when it is idle or the files have grown.

extension GroupCommit {
    /// Prepares slots for which a later append would have to wait.
    mutating func prepareAhead() {
        guard !isStopped else { return }
        carryOutErasures()
        do throws(LogError) {
            try facts.log.prepareAhead()
        } catch {
            options.notice(
                Notice(
                    .keysNotMadeAhead,
                    "No keys could be made ahead: \(error)",
                    ["error": "\(error)"]
                )
            )
        }
    }

    /// Now and then, and when the files grow, frees what readers that died still hold: none of the
    /// pages that they saw is used again before.
    mutating func reclaimDeadReaders() {
        let now = ContinuousClock.now
        let bytes = fileBytes
        let isDue = now - lastUpkeep >= .seconds(Self.upkeepInterval)
        if bytesAtUpkeep == 0 { bytesAtUpkeep = bytes }
        guard isDue || bytes > bytesAtUpkeep + Self.upkeepGrowth else { return }
        lastUpkeep = now
        bytesAtUpkeep = bytes
        do throws(LogError) {
            try facts.log.log.reclaimDeadReaders()
        } catch {
            options.notice(
                Notice(
                    .deadReadersNotFreed,
                    "Dead readers of the log could not be freed: \(error)",
                    ["file": "log", "error": "\(error)"]
                )
            )
        }
        do throws(ViewsError) {
            try facts.views.file.reclaimDeadReaders()
        } catch {
            options.notice(
                Notice(
                    .deadReadersNotFreed,
                    "Dead readers of the views could not be freed: \(error)",
                    ["file": "views", "error": "\(error)"]
                )
            )
        }
    }

    /// How large the log and the views are; LMDB knows without asking the system.
    var fileBytes: UInt64 {
        ((try? facts.log.log.byteCount()) ?? 0) + ((try? facts.views.file.byteCount()) ?? 0)
    }

    static let upkeepInterval = 30.0
    /// By how many bytes the files may grow before readers that died are looked for.
    private static let upkeepGrowth: UInt64 = 8 << 20
}
