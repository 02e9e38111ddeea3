/// How long content of a kind of conversation is kept.
public struct Retention: Hashable, Sendable {
    /// For how many days nothing may be erased; nil for none.
    public var minimumDays: Int?
    /// After how many days content goes when retention is run; never if nil.
    public var maximumDays: Int?

    /// Creates a retention.
    public init(minimumDays: Int? = nil, maximumDays: Int? = nil) {
        self.minimumDays = minimumDays
        self.maximumDays = maximumDays
    }
}
