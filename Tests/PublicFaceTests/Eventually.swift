/// Tries again until something holds; false if it does not within twenty seconds.
///
/// These tests see what an embedder sees, and so not the helpers of the other tests.
func eventually(_ holds: () async throws -> Bool) async rethrows -> Bool {
    for _ in 0..<10_000 {
        if try await holds() { return true }
        try? await Task.sleep(for: .milliseconds(2))
    }
    return false
}
