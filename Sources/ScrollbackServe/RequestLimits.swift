/// What all clients together, and one that shows wrong keys, may take of the server.
package struct RequestLimits: Sendable {
    /// The requests that are being answered at once.
    package var requests = 4_000
    /// The wrong keys of one address in a minute.
    package var wrongKeys = 20
    /// The seconds that running requests have when the server stops.
    package var stopSeconds = 10

    package init() {}
}
