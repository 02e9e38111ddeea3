internal import Merkle
internal import Wire

/// The tickets with which a file is fetched without a key: each once, and soon.
///
/// They are in memory alone, so that none outlives the server. A ticket has 256 random bits, and is
/// looked up by its hash: how long that takes tells nothing of it.
struct DownloadTickets {
    struct Ticket {
        let export: UniqueID
        /// Whose ticket it is, to be looked at again when it is used.
        let caller: Caller
        let until: ContinuousClock.Instant
    }

    private var tickets: [Digest: Ticket] = [:]

    var count: Int { tickets.count }

    /// Makes a ticket, and returns its text.
    mutating func make(_ ticket: Ticket) -> String {
        let text = APIKeys.randomDigits()
        tickets[Self.hash(text)] = ticket
        return text
    }

    /// Uses a ticket up, whatever comes of it; nil for one that is unknown or over.
    mutating func take(_ text: String, at now: ContinuousClock.Instant) -> Ticket? {
        guard let ticket = tickets.removeValue(forKey: Self.hash(text)), now < ticket.until else {
            return nil
        }
        return ticket
    }

    /// Forgets what is over.
    mutating func sweep(at now: ContinuousClock.Instant) {
        tickets = tickets.filter { now < $0.value.until }
    }

    private static func hash(_ text: String) -> Digest {
        let bytes = Array(text.utf8)
        return SHA256.hash(bytes.span.bytes)
    }
}
