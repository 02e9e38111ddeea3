internal import Glibc
internal import Merkle
package import Wire

/// The keys under which positions are sealed for users, newest first: one, or two while they change.
///
/// They lie beside the store's keys, outside the log, in lines of 64 hexadecimal digits. The first
/// seals; both open.
package struct PositionKeys: Sendable {
    private static let mostKeys = 2

    let log: UniqueID
    let keys: [[UInt8]]

    /// Reads the keys that belong to a store, and makes the first one where there is none.
    package init(beside keysPath: String, of log: UniqueID) throws(APIKeys.Fault) {
        let path = "\(keysPath).positions"
        if access(path, F_OK) != 0 { try Self.begin(path) }
        try self.init(text: try APIKeys.read(path), of: log)
    }

    package init(text: String, of log: UniqueID) throws(APIKeys.Fault) {
        self.log = log
        var keys: [[UInt8]] = []
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            guard let key = APIKeys.bytes(ofDigits: line) else {
                throw APIKeys.Fault(
                    description: "A line of keys.bin.positions is not 64 hexadecimal digits; "
                        + "restore the file or remove the line."
                )
            }
            keys.append(key)
        }
        guard (1...Self.mostKeys).contains(keys.count) else {
            throw APIKeys.Fault(
                description: "The file of keys of positions has \(keys.count) keys; leave the "
                    + "newest, or the newest and the one before."
            )
        }
        self.keys = keys
    }

    private static func begin(_ path: String) throws(APIKeys.Fault) {
        let line = Array("\(APIKeys.randomDigits())\n".utf8)
        guard let fault = FlushedFile.replace(path, with: line) else { return }
        throw APIKeys.Fault(
            description: "The key of positions cannot be written at \(path): "
                + "\(systemMessage(fault))."
        )
    }
}
