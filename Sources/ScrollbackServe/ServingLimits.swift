package import HTTPServing
internal import Scrollback

/// How much a server takes on; `scrollback serve` has an option for each number.
package struct ServingLimits: Sendable {
    package var http = HTTPLimits()
    package var requests = RequestLimits()
    package var streams = StreamTimes()
    package var exports = ExportLimits()
    /// The named consumers, webhooks included.
    package var consumers = Store.Options().mostConsumers
    /// The webhooks of a file.
    package var webhooks = 16
    /// The bytes of an access log that wait to be written.
    package var accessLogBytes = AccessLog.mostWaiting

    package init() {}
}
