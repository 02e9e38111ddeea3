import EventLog
import LMDB
import Testing
import Wire

@Suite struct `An error says whether the log is damaged` {
    @Test(arguments: [
        LMDBError.damaged, .notAnEnvironment, .incompatibleVersion, .noSuchTable,
        .transactionFailed, .other(code: -30_787), .truncated(expectedBytes: 2, actualBytes: 1),
    ])
    func `where only a damaged file gives that answer`(error: LMDBError) {
        #expect(LogError.storage(error).isDamageOfFile)
    }

    @Test(arguments: [
        LMDBError.tooManyReaders, .readersOfAnotherNamespace, .mapOutgrown, .mustReopen,
        .usedAfterFork, .alreadyOpenInThisProcess, .system(errno: 5), .missing,
    ])
    func `and not where the machine or this process is in the way`(error: LMDBError) {
        #expect(!LogError.storage(error).isDamageOfFile)
    }

    @Test func `and where, as far as it knows`() {
        #expect(LogError.damagedRecord(Position(7), .checksum).position == Position(7))
        #expect(LogError.damagedTile(level: 0, index: 2).position == Position(513))
        #expect(LogError.damagedTile(level: 1, index: 1).position == Position(65_537))
        #expect(LogError.damagedTile(level: 9, index: 1).position == nil)
        #expect(LogError.damagedTile(level: 6, index: 1 << 55).position == nil)
        #expect(LogError.storage(.damaged).position == nil)
    }
}
