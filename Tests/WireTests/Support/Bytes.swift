import Foundation
import Wire

/// What a writer is told to write, as an array.
func written(_ body: (inout WireWriter) throws -> Void) rethrows -> [UInt8] {
    var writer = WireWriter()
    try body(&writer)
    return writer.bytes.withUnsafeBytes { Array($0) }
}

/// The encoding of a message.
func encoded(_ message: some WireMessage) -> [UInt8] {
    written { message.encode(into: &$0) }
}

/// The error of reading a message, nil if there is none.
func refusal<Message: WireMessage>(of bytes: [UInt8], as type: Message.Type) -> WireError? {
    do throws(WireError) {
        _ = try Message(decoding: bytes.span.bytes)
        return nil
    } catch {
        return error
    }
}

/// The golden bytes with a name; the texts beside them are for people and for protoc.
func golden(_ name: String) throws -> [UInt8] {
    let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Golden")
    return Array(try Data(contentsOf: folder.appending(path: name + ".bin")))
}

extension WireTag {
    /// The largest field number.
    static var maximumNumber: UInt32 { 1 << 29 - 1 }
}
