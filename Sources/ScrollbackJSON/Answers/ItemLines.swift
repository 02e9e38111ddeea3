package import Messaging

/// An item of an answer that can be written as a line of its own, in the shape it has there.
package protocol LineItem: SendableMetatype {
    static var rendering: Rendering<Self> { get }
}

extension EventItem: LineItem {
    package static var rendering: Rendering<EventItem> { .event }
}

extension ConversationItem: LineItem {
    package static var rendering: Rendering<ConversationItem> { .row }
}

extension MembershipItem: LineItem {
    package static var rendering: Rendering<MembershipItem> { .membership }
}

extension MessageItem: LineItem {
    package static var rendering: Rendering<MessageItem> { .message }
}

extension MemberItem: LineItem {
    package static var rendering: Rendering<MemberItem> { .member }
}

extension ProfileItem: LineItem {
    package static var rendering: Rendering<ProfileItem> { .profile }
}

extension NamedProfile: LineItem {
    package static var rendering: Rendering<NamedProfile> { .namedProfile }
}

extension JSONWriter {
    /// Writes an item of an answer as a line.
    package mutating func writeLine<Item: LineItem>(_ item: Item) {
        Item.rendering.write(item, &self)
        endLine()
    }

    /// Writes a whole answer as a line.
    package mutating func writeLine<Asked: JSONQuery>(_ answer: Asked.Answer, to type: Asked.Type) {
        write(answer, to: type)
        endLine()
    }
}
