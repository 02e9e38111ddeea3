import Dispatch
import Glibc
import Scrollback

// Does one operation so many times and nothing else, for `Scripts/guard.py`, which counts the
// instructions of two runs and divides their difference.
//
// Under valgrind the main thread may not be given up, so that it waits for the others.

guard CommandLine.arguments.count == 4, let times = Int(CommandLine.arguments[3]), times >= 0,
    let operation = GuardedOperation(rawValue: CommandLine.arguments[2])
else {
    let names = GuardedOperation.allCases.map(\.rawValue).joined(separator: "|")
    print("usage: scrollback-guard STORE \(names) TIMES")
    exit(2)
}
let path = CommandLine.arguments[1]
let done = DispatchSemaphore(value: 0)
Task.detached {
    do {
        try await operation.run(in: path, times: times)
    } catch {
        print("scrollback-guard: \(error)")
        exit(1)
    }
    done.signal()
}
done.wait()
