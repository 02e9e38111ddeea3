package import EventLog
internal import LogSchema
package import Messaging
package import Views
internal import Wire

/// The store's configuration, and its retention times.
package struct StoreSettings: Projector {
    package static let name: StaticString = "settings"
    package static let version: UInt32 = 5
    package static let events: FoldedEvents = [
        EnvelopeEvent.configurationChanged, EnvelopeEvent.retentionSet,
    ]

    private let configurations: RowTable<ConfigurationKey, ConfigurationRow>
    private let retentions: RowTable<RetentionKey, RetentionRow>
    private let ownRetentions: RowTable<OwnRetentionKey, OwnRetentionRow>

    package init(_ tables: inout TableList) {
        configurations = tables.rows("settings")
        retentions = tables.rows(sharing: configurations)
        ownRetentions = tables.rows("retentions")
    }

    package func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        switch record.envelope.eventNumber {
        case EnvelopeEvent.configurationChanged:
            var configuration = try configuration(in: views)
            do throws(WireError) {
                configuration.apply(try ConfigurationChanged(decoding: record.envelope.event))
            } catch {
                throw record.unfoldable(by: Self.name)
            }
            let row = ConfigurationRow(configuration)
            configurations.put(row, at: ConfigurationKey(), in: &views)
        case EnvelopeEvent.retentionSet:
            let event = try record.structure(EncodedRetentionSet.self, for: Self.name)
            let row = RetentionRow(
                minimumDays: event.minimumDays ?? 0,
                maximumDays: event.maximumDays ?? 0
            )
            guard let conversation = event.conversation else {
                retentions.put(row, at: RetentionKey(kind: event.kind), in: &views)
                return
            }
            let key = OwnRetentionKey(conversation: conversation)
            if row.retention.isEmpty {
                ownRetentions.remove(key, in: &views)
            } else {
                let own = OwnRetentionRow(kind: event.kind, bounds: row)
                ownRetentions.put(own, at: key, in: &views)
            }
        default:
            throw record.undeclared(by: Self.name)
        }
    }

    /// Returns the store's configuration; the defaults if it was never changed.
    package func configuration(
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> Configuration {
        try configurations.row(at: ConfigurationKey(), in: views)?.configuration
            ?? Configuration()
    }

    /// Returns how long content of a kind of conversation is kept.
    package func retention(
        of kind: ConversationKind,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> Retention {
        try retentions.row(at: RetentionKey(kind: kind), in: views)?.retention ?? Retention()
    }

    /// Returns the bounds that single conversations have of their own, in the order of their ids.
    package func ownRetentions(
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> [OwnRetention] {
        var found: [OwnRetention] = []
        try ownRetentions.forEach(in: .all, views) { key, row in
            found.append(
                OwnRetention(ConversationID(key.conversation), of: row.kind, row.bounds.retention)
            )
            return .goOn
        }
        return found
    }
}

extension StoreSettings {
    private struct ConfigurationKey: RowLayout {
        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.constant(1, "1")
        }
    }

    private struct ConfigurationRow: RowLayout {
        private var textLimit: UInt32 = 0
        private var receipts = ReceiptPolicy.unspecified
        private var emails = EmailPolicy.unspecified
        private var rates: [RateRow] = []
        private var attachments: UInt32 = 0
        private var audioSeconds: UInt32 = 0
        private var imageBytes: UInt64 = 0
        private var members: UInt32 = 0
        private var looks = LookPolicy.unspecified

        init() {}

        init(_ configuration: Configuration) {
            textLimit = UInt32(clamping: configuration.textLimit)
            receipts = configuration.receipts
            emails = configuration.emails
            rates = configuration.rateLimits.map {
                RateRow(messages: $0.messages, seconds: $0.seconds)
            }
            attachments = UInt32(clamping: configuration.limits.attachments)
            audioSeconds = UInt32(clamping: configuration.limits.audioSeconds)
            imageBytes = configuration.limits.imageBytes
            members = UInt32(clamping: configuration.limits.members)
            looks = configuration.looks
        }

        var configuration: Configuration {
            Configuration(
                textLimit: Int(textLimit),
                receipts: receipts,
                rateLimits: rates.map { RateLimit(messages: $0.messages, seconds: $0.seconds) },
                emails: emails,
                limits: ConfiguredLimits(
                    attachments: Int(attachments),
                    audioSeconds: Int(audioSeconds),
                    imageBytes: imageBytes,
                    members: Int(members)
                ),
                looks: looks
            )
        }

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&textLimit, "text limit")
            fields.field(&receipts, "receipts")
            fields.field(&emails, "emails")
            fields.field(&attachments, "attachments")
            fields.field(&audioSeconds, "audio seconds")
            fields.field(&imageBytes, "image bytes")
            fields.field(&members, "members")
            fields.field(&looks, "looks")
            fields.field(&rates, limit: Limits.rateWindows.upperBound, "rate limits")
        }
    }

    private struct RateRow: RowLayout {
        var messages: UInt32 = 0
        var seconds: UInt32 = 0

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&messages, "messages")
            fields.field(&seconds, "seconds")
        }
    }

    private struct RetentionKey: RowLayout {
        private var kind = ConversationKind.unspecified

        init() {}

        init(kind: ConversationKind) { self.kind = kind }

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.constant(2, "2")
            fields.field(&kind, "kind")
        }
    }

    private struct RetentionRow: RowLayout {
        /// Zero stands for none.
        var minimumDays: UInt32 = 0
        var maximumDays: UInt32 = 0

        var retention: Retention {
            Retention(
                minimumDays: minimumDays == 0 ? nil : Int(minimumDays),
                maximumDays: maximumDays == 0 ? nil : Int(maximumDays)
            )
        }

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&minimumDays, "minimum days")
            fields.field(&maximumDays, "maximum days")
        }
    }

    private struct OwnRetentionKey: RowLayout {
        var conversation = UniqueID.zero

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&conversation, "conversation")
        }
    }

    private struct OwnRetentionRow: RowLayout {
        var kind = ConversationKind.unspecified
        var bounds = RetentionRow()

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&kind, "kind")
            bounds.visit(&fields)
        }
    }
}
