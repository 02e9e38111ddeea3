internal import EventLog
internal import LogSchema
internal import Messaging
internal import Wire

extension Engine {
    /// The consumer with a mark that is a position of this log.
    func resolved(_ consumer: Consumer) -> Consumer {
        let epochs = log.epochs
        let end = (try? log.snapshot().size) ?? consumer.position
        var resolved = consumer
        if let fault = epochs.fault(of: consumer.position, in: consumer.epoch) {
            // Of an unknown log nothing is known; what is newer than now is delivered.
            resolved.position = fault.fork ?? end
            resolved.isReset = true
        } else if consumer.position > end {
            // The file of marks is newer than the log.
            resolved.position = end
            resolved.isReset = true
        }
        if resolved.isReset {
            // Its reader may not know of an earlier cut yet; behind the mark all is sent again.
            resolved.position = min(
                resolved.position,
                consumer.untoldFork ?? resolved.position
            )
            resolved.untoldFork = nil
            if let missed = consumer.missedFrom, missed > resolved.position {
                resolved.missedFrom = nil
            }
        }
        resolved.epoch = epochs.current
        return resolved
    }

    /// All consumers as they stand, in the order of their names.
    func consumerItems() throws(StoreFault) -> [ConsumerItem] {
        do throws(ConsumerMarks.Fault) {
            let consumers = try marks.all().values.sorted { $0.name < $1.name }
            let (standings, end) = (webhookService?.standings ?? [:], try end())
            return consumers.map { item(of: resolved($0), standings[$0.name], end) }
        } catch {
            throw .marks(error)
        }
    }

    /// A consumer as it stands.
    func item(of consumer: Consumer) throws(StoreFault) -> ConsumerItem {
        do throws(ConsumerMarks.Fault) {
            return item(of: consumer, webhookService?.standings[consumer.name], try end())
        } catch {
            throw .marks(error)
        }
    }

    private func end() throws(ConsumerMarks.Fault) -> Position {
        do throws(LogError) {
            return try log.snapshot().size
        } catch {
            throw .log(error)
        }
    }

    private func item(
        of consumer: Consumer,
        _ standing: WebhookStanding?,
        _ end: Position
    ) -> ConsumerItem {
        let position = max(consumer.position, standing?.position ?? .zero)
        return ConsumerItem(
            consumer.name,
            at: position,
            epoch: log.epochs.named,
            behind: end.rawValue - min(position.rawValue, end.rawValue),
            isReset: consumer.isReset,
            webhook: webhook(of: consumer, standing, position, end)
        )
    }

    /// How a webhook stands: a mark says itself that it failed, whether or not it is served here.
    private func webhook(
        of consumer: Consumer,
        _ standing: WebhookStanding?,
        _ position: Position,
        _ end: Position
    ) -> ConsumerItem.Webhook? {
        let parked = standing.map(\.parkedSince) ?? consumer.parkedSince
        let failing = standing.map(\.failingSince) ?? consumer.failingSince
        if let parked {
            return ConsumerItem.Webhook(
                .parked,
                since: parked,
                failure: standing?.failure,
                missed: position < end ? position.next...end : nil
            )
        }
        if let failing {
            return ConsumerItem.Webhook(.failing, since: failing, failure: standing?.failure)
        }
        return standing.map { ConsumerItem.Webhook(.served, failure: $0.failure) }
    }
}
