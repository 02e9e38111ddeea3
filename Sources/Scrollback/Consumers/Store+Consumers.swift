internal import EventLog
internal import LogSchema
package import Messaging
public import Wire

extension Store {
    /// Returns all consumers, in the order of their names.
    ///
    /// - Throws: `unavailable` if the file of marks cannot be read; the message says what to do.
    public func consumers() throws(StoreError) -> [Consumer] {
        do throws(ConsumerMarks.Fault) {
            return try engine.marks.all().values.sorted { $0.name < $1.name }.map(engine.resolved)
        } catch {
            throw StoreError(reading: .marks(error))
        }
    }

    /// Returns the consumer with a name, or begins one at the newest event.
    ///
    ///     let indexer = try store.consumer("indexer")
    ///     for try await page in bot.follow(since: indexer.position, epoch: indexer.epoch) {
    ///         try await index(page.items)
    ///         try store.advance("indexer", to: page.next, epoch: store.epoch)
    ///     }
    ///
    /// If the process dies, the events after the mark are delivered again: at least once, in
    /// order. It blocks until a new consumer's mark is durable.
    ///
    /// - Throws: `invalidRequest` for a malformed name and for more than `Options.mostConsumers`;
    ///   `readOnly` for a new one in a process that only reads; `unavailable`, `storageFull`.
    public func consumer(_ name: String) throws(StoreError) -> Consumer {
        if let known = try known(name) { return known }
        return try beginConsumers([name])[0]
    }

    /// Returns the consumers with some names; those that there are not begin at the newest event, all
    /// of them or none.
    package func beginConsumers(_ names: [String]) throws(StoreError) -> [Consumer] {
        guard names.allSatisfy(Consumer.isName) else {
            throw StoreError(.consumer(.nameIsMalformed))
        }
        let end = try newestPosition()
        return try changingMarks { (consumers) throws(StoreError) in
            try names.map { (name) throws(StoreError) in
                if let known = consumers[name] { return engine.resolved(known) }
                guard consumers.count < engine.marks.most else {
                    throw StoreError(
                        .consumer(.tooMany(count: consumers.count, most: engine.marks.most))
                    )
                }
                let new = Consumer(name, at: end, in: engine.log.epoch)
                consumers[name] = new
                return new
            }
        }
    }

    /// Moves a consumer's mark forward, and returns when that is durable.
    ///
    /// A mark never moves back: an earlier position changes nothing, except after a restore, when
    /// the mark stands at the fork. `epoch` is the epoch of the position; nil means the store's
    /// first one.
    ///
    /// - Throws: `notFound` for an unknown consumer; `otherEpoch` for a position that a restore
    ///   lost; `invalidRequest` for one after the newest event, and for the mark of a webhook that
    ///   this process serves; `readOnly`, `unavailable`, `storageFull`.
    public func advance(
        _ name: String,
        to position: Position,
        epoch: UInt64? = nil
    ) throws(StoreError) {
        try require(position, epoch: epoch, field: "position")
        guard try position <= newestPosition() else {
            throw StoreError(.consumer(.positionIsAhead))
        }
        try requireNoWebhook(name)
        try changeConsumer(name) { consumer in
            consumer.position = max(consumer.position, position)
            // What a webhook of this name left behind: who reads by themselves needs none of it.
            consumer.failingSince = nil
            consumer.parkedSince = nil
            consumer.missedFrom = nil
            consumer.untoldFork = nil
        }
    }

    /// Removes a consumer and its mark; false if there is none with the name.
    ///
    /// - Throws: `invalidRequest` for a webhook that this process serves; `readOnly`, `unavailable`,
    ///   `storageFull`.
    @discardableResult
    public func removeConsumer(_ name: String) throws(StoreError) -> Bool {
        try requireNoWebhook(name)
        return try changingMarks { (consumers) throws(StoreError) in
            consumers.removeValue(forKey: name) != nil
        }
    }

    private func requireNoWebhook(_ name: String) throws(StoreError) {
        guard engine.webhookService?.standings[name] == nil else {
            throw StoreError(.consumer(.isAWebhook))
        }
    }

    /// A consumer as the operator sees it.
    package func item(of consumer: Consumer) throws(StoreError) -> ConsumerItem {
        do throws(StoreFault) {
            return try engine.item(of: consumer)
        } catch {
            throw StoreError(reading: error)
        }
    }

    /// All consumers as the operator sees them.
    package func consumerItems() throws(StoreError) -> [ConsumerItem] {
        do throws(StoreFault) {
            return try engine.consumerItems()
        } catch {
            throw StoreError(reading: error)
        }
    }

    /// Changes a consumer whose reader knows of a reset: its mark is of this epoch from then on.
    @discardableResult
    package func changeConsumer(
        _ name: String,
        _ body: (inout Consumer) -> Void
    ) throws(StoreError) -> Consumer {
        try changingMarks { (consumers) throws(StoreError) in
            guard let known = consumers[name] else { throw Self.noConsumer }
            var consumer = engine.resolved(known)
            body(&consumer)
            consumer.isReset = false
            consumers[name] = consumer
            return consumer
        }
    }

    /// Changes a consumer without its reader: a reset stays to be told.
    @discardableResult
    package func markConsumer(
        _ name: String,
        _ body: (inout Consumer) -> Void
    ) throws(StoreError) -> Consumer {
        try changingMarks { (consumers) throws(StoreError) in
            guard var consumer = consumers[name] else { throw Self.noConsumer }
            body(&consumer)
            consumers[name] = consumer
            return engine.resolved(consumer)
        }
    }

    /// The consumer with a name; nil if it was never begun.
    package func known(_ name: String) throws(StoreError) -> Consumer? {
        do throws(ConsumerMarks.Fault) {
            return try engine.marks.all()[name].map(engine.resolved)
        } catch {
            throw StoreError(reading: .marks(error))
        }
    }

    package static let noConsumer = StoreError(.consumer(.isNotFound))

    /// The newest event of the log, whether or not the views have it.
    package func newestPosition() throws(StoreError) -> Position {
        do throws(LogError) {
            return try engine.log.snapshot().size
        } catch {
            throw StoreError(reading: .log(error))
        }
    }

    private func changingMarks<Result>(
        _ body: (inout [String: Consumer]) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        guard isWriting else {
            throw StoreError(.readOnly, "Marks are kept by the process that writes to the store.")
        }
        do throws(ConsumerMarks.ChangeFault) {
            return try engine.marks.change(body)
        } catch {
            switch error {
            case .refused(let error): throw error
            case .fault(.log(.storageFull)):
                throw StoreError(.storageFull, "There is no room; the mark stays where it was.")
            case .fault(let fault): throw StoreError(reading: .marks(fault))
            }
        }
    }
}
