import CrashRig

/// How much the crash tests do, from the environment.
enum Settings {
    /// Repeats a run; printed by every run.
    static let seed = number("SEED") ?? 0x5C20_11BA_C4

    /// Images of the main power-cut run; a nightly run asks for 100,000.
    static let images = Int(number("CRASH_IMAGES") ?? 3_000)

    /// Processes killed while they append; a nightly run asks for 10,000.
    static let kills = Int(number("CRASH_KILLS") ?? 100)

    /// Events of the recorded run.
    static let events = Int(number("CRASH_EVENTS") ?? 300)

    private static func number(_ name: String) -> UInt64? {
        FileSystem.environment(name).flatMap { UInt64($0) }
    }
}
