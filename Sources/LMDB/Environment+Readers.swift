internal import CLMDB

/// A process that holds a snapshot of an environment.
package struct EnvironmentReader: Hashable, Sendable {
    package let process: Int32
    /// The thread, or with `MDB_NOTLS` the transaction, to which the slot belongs.
    let owner: UInt64
    /// The transaction number of the snapshot.
    package let transaction: UInt64
}

extension Environment {
    /// Returns the readers of all processes that hold a snapshot now; idle slots are left out.
    package func readers() throws(LMDBError) -> [EnvironmentReader] {
        try whileOpen { () throws(LMDBError) in
            var text = ""
            let code = unsafe withUnsafeMutablePointer(to: &text) { text in
                unsafe mdb_reader_list(pointer, appendLine, text)
            }
            if code < 0 { try LMDBError.check(code) }
            return text.split(separator: "\n").compactMap { EnvironmentReader(line: $0) }
        }
    }
}

extension EnvironmentReader {
    /// Reads a line of LMDB's list: process, thread in hexadecimal, and transaction or a hyphen.
    fileprivate init?(line: Substring) {
        let words = line.split(separator: " ")
        guard words.count == 3, let process = Int32(words[0]),
            let owner = UInt64(words[1], radix: 16), let transaction = UInt64(words[2])
        else { return nil }
        self.init(process: process, owner: owner, transaction: transaction)
    }
}

private func appendLine(_ line: UnsafePointer<CChar>?, _ text: UnsafeMutableRawPointer?) -> Int32 {
    guard let line = unsafe line, let text = unsafe text else { return 0 }
    unsafe text.assumingMemoryBound(to: String.self).pointee += String(cString: line)
    return 0
}
