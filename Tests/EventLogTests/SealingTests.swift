import CCrypto
import EventLog
import LogSchema
import LogSupport
import Merkle
import TestSupport
import Testing
import Wire

/// How many bytes an allocation has; no module declares it.
@_silgen_name("malloc_usable_size")
private func usableSize(of allocation: UnsafeMutableRawPointer?) -> Int

@Suite struct `Content is sealed with AES-128 in counter mode` {
    /// Goes over bytes with libcrypto's own calls, which the log's cipher goes around.
    private func published(_ bytes: [UInt8], key: [UInt8], counter: [UInt8]) -> [UInt8] {
        let context = EVP_CIPHER_CTX_new()
        defer { EVP_CIPHER_CTX_free(context) }
        var result = [UInt8](repeating: 0, count: bytes.count)
        var count: Int32 = 0
        #expect(EVP_EncryptInit_ex(context, EVP_aes_128_ctr(), nil, key, counter) == 1)
        #expect(EVP_EncryptUpdate(context, &result, &count, bytes, Int32(bytes.count)) == 1)
        #expect(Int(count) == bytes.count)
        return result
    }

    @Test func `under a slot's key, from the seal's first half`() throws {
        let store = try LogInFolder(events: 40)
        let log = try store.open(.reading)
        let slots = readFile(store.directory.keysPath)
        for position in UInt64(1)...41 {
            let words = try event(of: log, at: position).event.content
            let (sealed, seal) = try sealed(in: log, at: position)
            let key = Array(slots[Int(position - 1) * 32 + 16..<Int(position) * 32])
            #expect(published(sealed, key: key, counter: Array(seal[..<16])) == words)
        }
    }

    private func sealed(
        in log: EventLog,
        at position: UInt64
    ) throws -> (bytes: [UInt8], seal: [UInt8]) {
        try log.snapshot().withRecord(at: Position(position)) { (record) throws(LogError) in
            (
                record.sealed.array, record.envelope.seal?.withBytes { $0.array } ?? []
            )
        }
    }

    /// The last bytes left a part of the key stream over.
    @Test func `and forgets all that it had of the last key`() throws {
        let cipher = try #require(scrollback_aes_128_ctr_new())
        defer { scrollback_aes_128_ctr_free(cipher) }
        func state() -> [UInt8] {
            let state = cipher.pointee.state
            return Array(UnsafeRawBufferPointer(start: state, count: usableSize(of: state)))
        }
        func apply(key: UInt8, count: Int) {
            let key = [UInt8](repeating: key, count: 16)
            let bytes = [UInt8](repeating: 1, count: count)
            var result = bytes
            #expect(scrollback_aes_128_ctr_apply(cipher, key, key, bytes, &result, count) == 1)
        }
        apply(key: 7, count: 1_000)
        let used = state()
        scrollback_aes_128_ctr_forget(cipher)
        let forgotten = state()
        #expect(used != forgotten)
        for count in [0, 1, 15, 16, 17, 1_000] {
            apply(key: 9, count: count)
            scrollback_aes_128_ctr_forget(cipher)
            #expect(state() == forgotten, "after \(count) bytes")
        }
    }

    /// Whatever the cipher did before, of one length or another.
    @Test(arguments: [0, 1, 15, 16, 17, 63, 64, 65, 128, 1_000, 70_000])
    func `and anew for each, of any length`(count: Int) throws {
        let cipher = try #require(scrollback_aes_128_ctr_new())
        defer { scrollback_aes_128_ctr_free(cipher) }
        for round in UInt8(0)..<3 {
            let key = (0..<16).map { UInt8($0) &* 7 &+ round }
            // The counter overflows into its upper half.
            let counter = [round] + [UInt8](repeating: 0xFF, count: 15)
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 5) }
            var result = [UInt8](repeating: 0, count: count)
            #expect(
                scrollback_aes_128_ctr_apply(cipher, key, counter, bytes, &result, count) == 1
            )
            #expect(result == published(bytes, key: key, counter: counter))
        }
    }
}
