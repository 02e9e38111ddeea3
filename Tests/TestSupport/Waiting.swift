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
