/// Why a text is not a checkpoint, or a checkpoint not believed.
public enum CheckpointError: Error, Hashable, Sendable {
    /// It is not a text of lines, or is too long.
    case text(TextFault)
    /// The text ends before this line, from 1.
    case missingLine(Int)
    /// This line, from 1, is empty and must not be.
    case emptyLine(Int)
    /// The second line is not a decimal number without sign and leading zeros, to 2^63.
    case malformedSize
    /// The third line is not a hash in base 64.
    case malformedRoot(HashTextError)
    /// The tree is said to be empty, and the root is not that of the empty tree.
    case wrongEmptyRoot
    /// The checkpoint is another log's.
    case wrongOrigin
    /// The note that holds it is not believed.
    case note(NoteError)
}

extension CheckpointError: CustomStringConvertible {
    /// A description of the fault, without the checkpoint's text.
    public var description: String {
        switch self {
        case .text(let fault): fault.description
        case .missingLine(let line): "the checkpoint has no line \(line)"
        case .emptyLine(let line): "line \(line) of the checkpoint is empty"
        case .malformedSize: "line 2 of the checkpoint is not a size"
        case .malformedRoot(let error): "line 3 of the checkpoint is not a root: \(error)"
        case .wrongEmptyRoot: "the checkpoint gives an empty tree another root than its own"
        case .wrongOrigin: "the checkpoint is of another log"
        case .note(let error): error.description
        }
    }
}
