internal import Messaging
internal import Wire

extension Rendering<ConsumerItem> {
    static let consumer = object {
        always("consumer", .text) { $0.name }
        always("position", .position) { $0.position }
        optional("epoch", .bits) { $0.epoch }
        always("behind", .count) { $0.behind }
        optional("reset", .boolean) { $0.isReset ? true : nil }
        optional("webhook", .boolean) { $0.webhook == nil ? nil : true }
        optional("state", .word) { $0.webhook?.state }
        optional("since", .time) { $0.webhook?.since }
        optional("failure", .text) { $0.webhook?.failure }
        optional("missed", .missed) { $0.webhook?.missed }
    } make: { name, position, epoch, behind, isReset, isWebhook, state, since, failure, missed in
        let webhook = ConsumerItem.Webhook(
            state ?? .served,
            since: since,
            failure: failure,
            missed: missed
        )
        return ConsumerItem(
            name,
            at: position,
            epoch: epoch,
            behind: behind,
            isReset: isReset ?? false,
            webhook: isWebhook == true ? webhook : nil
        )
    }
}

extension Rendering<ClosedRange<Position>> {
    static let missed = object {
        always("from", .position) { $0.lowerBound }
        always("position", .position) { $0.upperBound }
    } make: { from, position throws(FormFault) in
        guard from <= position else {
            throw FormFault(.isOutOfRange("from `from` on"), at: [.field("position")])
        }
        return from...position
    }
}
