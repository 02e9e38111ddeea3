/// The command that led to an event, as the event records it.
public struct CommandTrace: Hashable, Sendable, BitwiseCopyable {
    /// The command's id, or the id shared by the commands carried out together.
    public var id: UniqueID
    /// The kind of the command, as the schemas number them; 0 if unknown.
    public var kind: Int32
    /// The command's number, from 1, among those carried out together under the id; 0 for one
    /// alone.
    public var member: UInt32
    /// How many commands were carried out together under the id; 0 for one alone.
    public var members: UInt32
    /// The id shared by the commands carried out together, of a command with an id of its own.
    public var batch: UniqueID?

    /// Creates a command trace.
    public init(
        id: UniqueID,
        kind: Int32 = 0,
        member: UInt32 = 0,
        members: UInt32 = 0,
        batch: UniqueID? = nil
    ) {
        self.id = id
        self.kind = kind
        self.member = member
        self.members = members
        self.batch = batch
    }
}
