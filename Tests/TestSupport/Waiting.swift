import Glibc

/// Looks each millisecond whether something holds, and returns whether it did in time.
@discardableResult
package func wait(milliseconds: Int = 10_000, until holds: () throws -> Bool) rethrows -> Bool {
    for _ in 0..<milliseconds {
        if try holds() { return true }
        usleep(1_000)
    }
    return try holds()
}

/// Tries again until something holds; false if it does not in time.
///
/// Where all threads were busy until the time was over, what is waited for may be next in line: so it
/// is asked for some more times then.
public func eventually(
    within time: Duration = .seconds(20),
    _ holds: () async throws -> Bool
) async rethrows -> Bool {
    let end = ContinuousClock.now + time
    var triesAfterEnd = 100
    while try await !holds() {
        if ContinuousClock.now >= end { triesAfterEnd -= 1 }
        guard triesAfterEnd > 0 else { return false }
        try? await Task.sleep(for: .milliseconds(2))
    }
    return true
}
