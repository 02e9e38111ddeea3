/// The readers of an environment at one moment, and the snapshots that they hold.
package struct ReadersOfFile: Sendable {
    package let environment: Environment
    package let readers: [EnvironmentReader]
    /// The number of the newest committed transaction.
    package let newest: UInt64

    package init(of environment: Environment) throws(LMDBError) {
        self.environment = environment
        readers = try environment.readers()
        newest = try environment.status().lastTransactionID
    }
}
