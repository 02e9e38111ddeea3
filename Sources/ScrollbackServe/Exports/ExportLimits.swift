/// How much the exports of a server may take.
package struct ExportLimits: Sendable {
    /// The exports that are written or kept at once.
    package var jobs = 8
    /// The bytes of all of them.
    package var bytes = 16 << 30
    /// The seconds for which one is kept.
    package var seconds = 3_600
    /// The seconds within which a ticket is used.
    package var ticketSeconds = 60

    /// The tickets that are not used yet.
    package var tickets = 64
    /// The downloads at once.
    package var downloads = 16
    /// The exports that are listed after their end.
    package var listed = 32

    /// The bytes of a download that are read at once.
    static let pieceBytes = 256 << 10

    package init() {}
}
