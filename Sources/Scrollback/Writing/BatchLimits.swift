/// The limits of one batch; a command that exceeds them alone is refused, never split.
package enum BatchLimits {
    package static let commands = 1_000
    package static let events = 20_000
    package static let bytes = 4 << 20
    /// Commands that may wait before further ones are refused.
    package static let waitingCommands = 8_192
    /// The number of commands from which another thread commits a batch to the views.
    package static let sharedCommands = 16
    /// How long commands wait for views that lag.
    package static let patience: Duration = .seconds(5)
}
