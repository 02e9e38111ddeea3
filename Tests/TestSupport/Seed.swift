import Glibc

/// The seed of a random test: the one in the environment's SEED, else another one each time.
///
/// It is printed, so that a failing run can be repeated.
package func seed(for test: String) -> UInt64 {
    let given = getenv("SEED").flatMap { UInt64(String(cString: $0)) }
    let seed = given ?? UInt64.random(in: 1..<1_000_000)
    print("\(test): SEED=\(seed)")
    return seed
}
