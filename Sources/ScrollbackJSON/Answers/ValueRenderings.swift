internal import Merkle
internal import Messaging
internal import Wire

extension Rendering<UniqueID> {
    static let uniqueID = Rendering(.uniqueID) { $1.write($0) }
}

extension Rendering<Digest> {
    /// In lower-case hexadecimal.
    static let digest = Rendering(.digest) { $1.write($0.description) }
}

extension Rendering<UInt64> {
    /// All sixty-four bits, of which JSON's numbers do not have all, in hexadecimal.
    static let bits = Rendering(Shape(.text, Shape.epoch.read)) { bits, writer in
        writer.write(bits.hexadecimalText)
    }
}

extension Rendering<Duration> {
    static let milliseconds = Rendering(
        Shape<Int64>.integer.map { Duration.milliseconds($0) }
    ) { $1.write($0.wholeMilliseconds) }
}
