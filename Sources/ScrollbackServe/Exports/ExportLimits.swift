package import ScrollbackExport

/// How much the exports of a server may take, and how they are fetched.
package struct ExportLimits: Sendable {
    package var jobs = ExportJobLimits()
    /// The seconds within which a ticket is used.
    package var ticketSeconds = 60
    /// The tickets that are not used yet.
    package var tickets = 64
    /// The downloads at once.
    package var downloads = 16

    /// The bytes of a download that are read at once.
    static let pieceBytes = 256 << 10

    package init() {}
}
