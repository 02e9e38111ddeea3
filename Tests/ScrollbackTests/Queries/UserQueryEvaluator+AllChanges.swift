import Messaging
import Scrollback
import Wire

extension UserQueryEvaluator {
    /// Everything that is told behind a position, page by page.
    mutating func allChanges(
        since start: Position = .zero,
        in conversation: ConversationID? = nil,
        limit: Int = 500
    ) throws(QueryError) -> [ChangeItem] {
        var items: [ChangeItem] = []
        var since = start
        while since < position {
            let page = try changes(.init(since: since, in: conversation, limit: limit))
            // A page that led nowhere would be asked for again for ever.
            guard page.next > since, page.next <= position else { return items }
            items += page.items
            since = page.next
        }
        return items
    }
}

extension ChangeItem {
    /// What it is, and the words that it brings along.
    var words: String {
        switch change {
        case .message(let item, let read):
            "message \(item.words)" + (read == nil ? "" : ", which reads")
        case .edited(let item): "edited \(item.words)"
        case .deleted(let item): "deleted \(item.words)"
        case .erased(let erasure): "erased \(erasure.messages.count)"
        case .reaction(_, let person, let now, _):
            "reaction by \(person.name) \(now.map { "\($0.reaction) \($0.count)" })"
        case .receipt(let receipt): "\(receipt.reach) by \(receipt.by.name)"
        case .member(let membership): "member \(membership.member.name)"
        case .conversation(let row, _): "conversation \(row.title)"
        case .personal(.row(let matter, _)): "personal \(matter)"
        case .personal(.profile): "personal profile"
        case .personal(.settings): "personal settings"
        case .personal(.relation(let matter, let person, let holds)):
            "personal \(matter) \(person.name) \(holds)"
        case .personal(.standing(let standing)): "personal \(standing)"
        case .report(let report): "report by \(report.reporterName)"
        case .profile(let profile): "profile of \(profile.name)"
        case .custom(let type, let data, let person):
            "custom \(type) \(data ?? "-") by \(person.name)"
        case .ended: "ended"
        }
    }
}

extension MessageItem {
    fileprivate var words: String {
        isErased ? "that is erased" : isDeleted ? "that is deleted" : text ?? system?.text ?? ""
    }
}
