package import EventLog
internal import LogSchema
package import Messaging
package import Views
internal import Wire

/// How the store is configured, and how long content is kept.
///
///     settings   01            → text limit (4), receipts (1), limited (1), messages (4), seconds (4),
///                                emails (1)
///                02, kind (1)  → minimum days (4), maximum days (4); 0 for none
package struct StoreSettings: Projector {
    package static let name: StaticString = "settings"
    package static let version: UInt32 = 2

    private let table: ViewTable

    private static let configurationKey: UInt8 = 1
    private static let retentionKey: UInt8 = 2

    package init(_ tables: inout TableList) {
        table = tables.table("settings")
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
            put(configuration, in: &views)
        case EnvelopeEvent.retentionSet:
            let event = try record.structure(RetentionSetView.self, for: Self.name)
            var row = RowBytes()
            row.append(event.minimumDays ?? 0)
            row.append(event.maximumDays ?? 0)
            views.put(Self.key(of: event.kind).bytes, row.bytes, in: table)
        default:
            break
        }
    }

    private func put(_ configuration: Configuration, in views: inout ViewsWriter) {
        var key = RowBytes()
        key.append(Self.configurationKey)
        var row = RowBytes()
        row.append(UInt32(clamping: configuration.textLimit))
        row.append(UInt8(truncatingIfNeeded: configuration.receipts.rawValue))
        row.append(UInt8(configuration.rateLimit == nil ? 0 : 1))
        row.append(configuration.rateLimit?.messages ?? 0)
        row.append(configuration.rateLimit?.seconds ?? 0)
        row.append(UInt8(truncatingIfNeeded: configuration.emails.rawValue))
        views.put(key.bytes, row.bytes, in: table)
    }

    /// How the store is configured; the defaults before anybody changed it.
    package func configuration(
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> Configuration {
        var key = RowBytes()
        key.append(Self.configurationKey)
        guard let row = try views.value(of: key.bytes, in: table) else { return Configuration() }
        guard row.byteCount == 15 else { throw Self.damaged }
        let rates = row.number(at: 6)
        return Configuration(
            textLimit: Int(row.shortNumber(at: 0)),
            receipts: ReceiptPolicy(rawValue: Int32(row.byte(at: 4))),
            rateLimit: row.byte(at: 5) == 0
                ? nil
                : RateLimit(
                    messages: UInt32(truncatingIfNeeded: rates >> 32),
                    seconds: UInt32(truncatingIfNeeded: rates)
                ),
            emails: EmailPolicy(rawValue: Int32(row.byte(at: 14)))
        )
    }

    /// How long content of a kind of conversation is kept.
    package func retention(
        of kind: ConversationKind,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> Retention {
        guard let row = try views.value(of: Self.key(of: kind).bytes, in: table) else {
            return Retention()
        }
        guard row.byteCount == 8 else { throw Self.damaged }
        let (minimum, maximum) = (Int(row.shortNumber(at: 0)), Int(row.shortNumber(at: 4)))
        return Retention(
            minimumDays: minimum == 0 ? nil : minimum,
            maximumDays: maximum == 0 ? nil : maximum
        )
    }

    private static var damaged: ViewsError { .damagedRow(table: "settings") }

    private static func key(of kind: ConversationKind) -> RowBytes {
        var key = RowBytes()
        key.append(retentionKey)
        key.append(UInt8(truncatingIfNeeded: kind.rawValue))
        return key
    }
}

extension RawSpan {
    fileprivate func shortNumber(at offset: Int) -> UInt32 {
        UInt32(bigEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
}
