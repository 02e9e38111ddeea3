/// How much the exports of a server may take.
package struct ExportLimits: Sendable {
    /// The exports that are written or kept at once.
    package var jobs = 8
    /// The bytes of all of them.
    package var bytes: UInt64 = 16 << 30
    /// The seconds for which one is kept.
    package var seconds = 3_600
    /// The seconds within which a ticket is used.
    package var ticketSeconds = 60

    /// The exports that are listed after their end.
    static let remembered = 32
    /// The tickets that are not used yet.
    static let tickets = 64
    /// The downloads at once.
    static let downloads = 16
    /// A download whose client takes nothing for so long is cut off.
    static let stall = Duration.seconds(60)
    /// The bytes of a download that are read at once.
    static let pieceBytes = 256 << 10

    package init() {}
}
