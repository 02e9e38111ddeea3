/// Why a text is not a proof, or a proof does not hold.
public enum RecordProofError: Error, Hashable, Sendable {
    /// It is not a text of lines, or is too long.
    case text(TextFault)
    /// The first line is not that of this format and version.
    case wrongHeader
    /// The second line is not `extra` and base 64.
    case malformedExtra
    /// The extra data is empty, or longer than the named maximum.
    case extraLength(maximumBytes: Int)
    /// This line is not `index` and a decimal number without sign and leading zeros.
    case malformedIndex(line: Int)
    /// This line is not a hash in base 64.
    case malformedHash(line: Int, HashTextError)
    /// There are more hashes than the named maximum.
    case tooManyHashes(maximum: Int)
    /// The text ends before an empty line and a checkpoint.
    case missingCheckpoint
    /// The checkpoint is malformed or not believed.
    case checkpoint(CheckpointError)
    /// The record, the index and the hashes do not lead to the checkpoint's root.
    case inclusion(ProofError)
}

extension RecordProofError: CustomStringConvertible {
    /// A description of the fault, without the proof's contents.
    public var description: String {
        switch self {
        case .text(let fault): fault.description
        case .wrongHeader: "line 1 is not \(RecordProof.header)"
        case .malformedExtra: "line 2 is not base 64 behind \"extra\""
        case .extraLength(let maximumBytes):
            "what is sent along has no bytes, or more than \(maximumBytes)"
        case .malformedIndex(let line): "line \(line) is not a number behind \"index\""
        case .malformedHash(let line, let error): "line \(line) is not a hash: \(error)"
        case .tooManyHashes(let maximum): "the proof has more than \(maximum) hashes"
        case .missingCheckpoint: "the proof ends before its checkpoint"
        case .checkpoint(let error): error.description
        case .inclusion(let error): error.description
        }
    }
}

extension RecordProofError: HashLinesFailing {}
