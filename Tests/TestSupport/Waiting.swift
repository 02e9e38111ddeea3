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
public func eventually(
    within time: Duration = .seconds(20),
    _ holds: () async throws -> Bool
) async rethrows -> Bool {
    let end = ContinuousClock.now + time
    while try await !holds() {
        guard ContinuousClock.now < end else { return false }
        try? await Task.sleep(for: .milliseconds(2))
    }
    return true
}
