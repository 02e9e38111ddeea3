/// Why a text is not a receipt of an erasure, or the receipt does not hold.
public enum ErasureReceiptError: Error, Hashable, Sendable {
    /// An event of the receipt.
    public enum Part: Hashable, Sendable {
        case erased
        case erasure
        /// A copy of keys, counted from 1.
        case copy(Int)
    }

    /// It is not a text of lines, or is too long.
    case text(TextFault)
    /// The first line is not that of this format and version.
    case wrongHeader
    /// The second line is not `copies` and a number.
    case malformedCount
    /// This line is not the event's name, a space and base 64.
    case malformedEvent(line: Int)
    /// This line is not `index` and a decimal number without sign and leading zeros.
    case malformedIndex(line: Int)
    /// This line is not a hash in base 64.
    case malformedHash(line: Int, HashTextError)
    /// There are more hashes than the named maximum.
    case tooManyHashes(maximum: Int)
    /// There are more copies than the named maximum.
    case tooManyCopies(maximum: Int)
    /// An envelope is empty, or longer than the named maximum.
    case envelopeLength(maximumBytes: Int)
    /// The text ends before an empty line and a checkpoint.
    case missingCheckpoint
    /// The checkpoint is malformed or not believed.
    case checkpoint(CheckpointError)
    /// This event, its index and its hashes do not lead to the checkpoint's root.
    case inclusion(Part, ProofError)
    /// The seal in the erased event's envelope cannot be read.
    case seal(EnvelopeSealError)
    /// The erased event never had any content.
    case noSeal
    /// The event at the erasure's place is none.
    case notAnErasure
    /// The erasure names other events.
    case notNamed
    /// This event is no beginning of a copy of the keys; copies are counted from 1.
    case notACopy(Int)
    /// The erasure is not behind the erased event, or this copy is not before the erasure and
    /// behind the previous copy.
    case order(Part)
}

extension ErasureReceiptError: CustomStringConvertible {
    /// A description of the fault, without the receipt's contents.
    public var description: String {
        switch self {
        case .text(let fault): fault.description
        case .wrongHeader: "line 1 is not \(ErasureReceipt.header)"
        case .malformedCount: "line 2 is not a number behind \"copies\""
        case .malformedEvent(let line):
            "line \(line) is not the event that the format has there, in base 64"
        case .malformedIndex(let line): "line \(line) is not a number behind \"index\""
        case .malformedHash(let line, let error): "line \(line) is not a hash: \(error)"
        case .tooManyHashes(let maximum): "a proof in it has more than \(maximum) hashes"
        case .tooManyCopies(let maximum): "it names more than \(maximum) copies of keys"
        case .envelopeLength(let maximumBytes):
            "an envelope has no bytes, or more than \(maximumBytes)"
        case .missingCheckpoint: "the receipt ends before its checkpoint"
        case .checkpoint(let error): error.description
        case .inclusion(let part, let error): "the proof of \(part): \(error)"
        case .seal(let error): error.description
        case .noSeal: "the erased event never had any content"
        case .notAnErasure: "the event that should be an erasure is none"
        case .notNamed: "the erasure names other events, and not this one"
        case .notACopy(let number): "copy \(number) is no beginning of a copy of keys"
        case .order(let part): "\(part) is not where an event of its kind can be"
        }
    }
}

extension ErasureReceiptError.Part: CustomStringConvertible {
    /// The part in words.
    public var description: String {
        switch self {
        case .erased: "the erased event"
        case .erasure: "the erasure"
        case .copy(let number): "copy \(number)"
        }
    }
}

extension ErasureReceiptError: HashLinesFailing {}
