import Messaging
import Wire

/// One step of somebody's marks.
struct ReceiptMove: Hashable, Sendable {
    enum Kind: Hashable, Sendable, CaseIterable {
        case delivered, read, silentlyRead
    }

    let kind: Kind
    /// The entry up to which it reaches.
    let upTo: UInt64
    let at: Timestamp

    init(_ kind: Kind, upTo: UInt64, at: Timestamp) {
        self.kind = kind
        self.upTo = upTo
        self.at = at
    }

    private func shows(under policy: ReceiptPolicy) -> Bool {
        switch kind {
        case .delivered: false
        case .read: true
        case .silentlyRead: policy.isMandatory
        }
    }

    /// When an entry was delivered to the user of the moves: by the first that reached it, a
    /// reading included.
    static func deliveredAt(
        _ ordinal: UInt64,
        by moves: some Sequence<ReceiptMove>
    ) -> Timestamp? {
        moves.filter { $0.upTo >= ordinal }.map(\.at).min()
    }

    /// When an entry was first read, of the readings that others may be told of.
    static func readAt(
        _ ordinal: UInt64,
        by moves: some Sequence<ReceiptMove>,
        under policy: ReceiptPolicy
    ) -> Timestamp? {
        moves.filter { $0.upTo >= ordinal && $0.shows(under: policy) }.map(\.at).min()
    }
}
