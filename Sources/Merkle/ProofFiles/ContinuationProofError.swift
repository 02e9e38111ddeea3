/// Why a text is not a proof that a log only grew, or the proof does not hold.
public enum ContinuationProofError: Error, Hashable, Sendable {
    /// It is not a text of lines, or is too long.
    case text(TextFault)
    /// The first line is not that of this format and version.
    case wrongHeader
    /// This line is not a hash in base 64.
    case malformedHash(line: Int, HashTextError)
    /// There are more hashes than the named maximum.
    case tooManyHashes(maximum: Int)
    /// The text ends before an empty line and a checkpoint.
    case missingCheckpoint
    /// The text ends before the second checkpoint.
    case missingNewerCheckpoint
    /// The older checkpoint is malformed or not believed.
    case older(CheckpointError)
    /// The newer checkpoint is malformed or not believed.
    case newer(CheckpointError)
    /// The hashes do not lead from the older root to the newer one.
    case consistency(ProofError)
}

extension ContinuationProofError: CustomStringConvertible {
    /// A description of the fault, without the proof's contents.
    public var description: String {
        switch self {
        case .text(let fault): fault.description
        case .wrongHeader: "line 1 is not \(ContinuationProof.header)"
        case .malformedHash(let line, let error): "line \(line) is not a hash: \(error)"
        case .tooManyHashes(let maximum): "the proof has more than \(maximum) hashes"
        case .missingCheckpoint: "the proof ends before its checkpoints"
        case .missingNewerCheckpoint: "the proof ends before its newer checkpoint"
        case .older(let error): "the older checkpoint: \(error)"
        case .newer(let error): "the newer checkpoint: \(error)"
        case .consistency(let error): error.description
        }
    }
}

extension ContinuationProofError: HashLinesFailing {}
