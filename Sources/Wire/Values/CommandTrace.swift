/// Which command led to an event, as the event says itself.
public struct CommandTrace: Hashable, Sendable, BitwiseCopyable {
    /// The command's id, or that of the commands it happened together with.
    public var id: UniqueID
    /// Which command it was, as the schemas number them; 0 where that is not known.
    public var kind: Int32
    /// Which of the commands that happened together under the id, from 1; 0 for one alone.
    public var member: UInt32
    /// How many commands happened together under the id; 0 for one alone.
    public var members: UInt32

    /// Creates a command trace.
    public init(id: UniqueID, kind: Int32 = 0, member: UInt32 = 0, members: UInt32 = 0) {
        self.id = id
        self.kind = kind
        self.member = member
        self.members = members
    }
}
