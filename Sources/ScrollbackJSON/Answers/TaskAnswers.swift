package import Messaging

/// The result of a task as the contract writes it under `ok`.
package enum TaskAnswer: Hashable, Sendable {
    /// Done, and nothing to tell of it.
    case done
    /// A consumer as it stands now.
    case consumer(ConsumerItem)
    /// An export as it stands now.
    case export(ExportJobItem)
}

extension JSONWriter {
    /// Writes a task's answer, as one object.
    package mutating func write(_ answer: TaskAnswer) {
        switch answer {
        case .done: CommandAnswers.done.write((), &self)
        case .consumer(let consumer): Rendering.consumer.write(consumer, &self)
        case .export(let export): Rendering.exportJob.write(export, &self)
        }
    }
}

extension StoreTaskName {
    /// The schema of the task's answer.
    var answer: Schema {
        switch self {
        case .beginConsumer, .acknowledgeConsumer: Rendering.consumer.schema
        case .beginExport: Rendering.exportJob.schema
        case .rebuildViews, .depositCheckpoint, .logLook, .noteExport, .noteKeyCopy,
            .removeConsumer, .retryWebhook, .dropWebhook, .endExport:
            CommandAnswers.done.schema
        }
    }
}
