internal import Glibc
internal import Synchronization
internal import Wire
package import Workload

/// A program that talks to a store through the built `scrollback pipe`, as one in any language can.
package final class PipeClient: @unchecked Sendable {
    // Sendable: it has one caller; the thread that writes uses the input's descriptor alone.

    private let process: pid_t
    private let input: Int32
    private let output: UnsafeMutablePointer<FILE>
    private let workload: Workload?

    /// Starts the command, which is built beside this program.
    ///
    /// The operations of a workload are told at their times; without one, all lines are the
    /// caller's.
    package init(_ store: ScrollbackStore, _ workload: Workload? = nil) throws {
        self.workload = workload
        var arguments = [try BuiltCommand.path(), "pipe", store.path]
        if workload != nil { arguments += ["--clock", "given"] }
        var (toChild, fromChild) = (
            [Int32](repeating: 0, count: 2), [Int32](repeating: 0, count: 2)
        )
        try demand(
            pipe(&toChild) == 0 && pipe(&fromChild) == 0,
            "no pipe can be made"
        )
        for descriptor in toChild + fromChild { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, toChild[0], 0)
        posix_spawn_file_actions_adddup2(&actions, fromChild[1], 1)
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        words.append(nil)
        defer { for word in words { free(word) } }
        var child: pid_t = 0
        let code = posix_spawn(&child, arguments[0], &actions, nil, &words, environ)
        Glibc.close(toChild[0])
        Glibc.close(fromChild[1])
        guard code == 0, let reading = fdopen(fromChild[0], "r") else {
            throw WrongResult(description: "\(arguments[0]) cannot be started")
        }
        (process, input, output) = (child, toChild[1], reading)
    }

    /// Writes operations ahead of their answers, and returns with the last of these.
    package func carryOut(_ part: Range<Int>) throws {
        let failure = Mutex<String?>(nil)
        let writing = try Worker { [self] in
            var bytes: [UInt8] = []
            for number in part {
                bytes += line(number).utf8
                if bytes.count >= 1 << 16 || number == part.upperBound - 1 {
                    if !write(bytes) { failure.withLock { $0 = "the pipe's input is closed" } }
                    bytes.removeAll(keepingCapacity: true)
                }
            }
        }
        defer { writing.join() }
        for number in part { try readAnswer(to: number) }
        if let failure = failure.withLock({ $0 }) { throw WrongResult(description: failure) }
    }

    /// Does one operation and waits for its answer.
    package func carryOut(_ number: Int) throws {
        try demand(write(Array(line(number).utf8)), "the pipe's input is closed")
        try readAnswer(to: number)
    }

    /// Ends the command; how many seconds of processor time it took since its start.
    package func close() throws -> Double {
        Glibc.close(input)
        fclose(output)
        var status: Int32 = 0
        var usage = rusage()
        while wait4(process, &status, 0, &usage) < 0 && errno == EINTR {}
        try demand(status == 0, "the pipe ended with \(status)")
        let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
        return Double(seconds) + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
    }

    /// Writes lines, each with its end.
    package func write(_ lines: String) throws {
        try demand(write(Array(lines.utf8)), "the pipe's input is closed")
    }

    /// Waits for the next line of an answer.
    package func readLine() throws -> String {
        var start: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(start) }
        guard getline(&start, &capacity, output) > 0, let start else {
            throw WrongResult(description: "the pipe gave no answer")
        }
        return String(cString: start)
    }

    private func write(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Glibc.write(
                    input,
                    UnsafeRawBufferPointer(rebasing: rest).baseAddress,
                    rest.count
                )
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }

    private func readAnswer(to number: Int) throws {
        var start: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(start) }
        let count = getline(&start, &capacity, output)
        guard count > 0, let start else {
            throw WrongResult(description: "the pipe gave no answer to operation \(number)")
        }
        let isRight = strstr(start, "\"ok\"") != nil
        try demand(isRight, "operation \(number): \(String(cString: start))")
    }

    /// An operation of the traffic as a line of JSON; its texts need no escapes.
    private func line(_ number: Int) -> String {
        guard let workload else { preconditionFailure("There are no operations.") }
        let operation = workload.operations[number]
        let actor = workload.users[Int(operation.actor)]
        let at = workload.time(of: number).microseconds / 1_000
        let conversation = workload.conversations[Int(operation.conversation)].id
        let rest: String
        switch operation.kind {
        case .send:
            let text = workload.text(of: operation)
            rest =
                #""do":"send","conversation":"\#(conversation)","id":"\#(operation.id)","#
                + #""text":"\#(text)""#
        case .react:
            let message = workload.messages[Int(operation.subject)]
            let reaction = Workload.reactions[Int(operation.reaction)]
            rest = #""do":"react","message":"\#(message)","reaction":"\#(reaction)""#
        case .markRead:
            rest = #""do":"markRead","conversation":"\#(conversation)""#
        case .add:
            let user = workload.users[Int(operation.subject)]
            rest = #""do":"add","conversation":"\#(conversation)","user":"\#(user)""#
        case .leave:
            rest = #""do":"leave","conversation":"\#(conversation)""#
        case .setProfile, .startDirect, .createGroup:
            preconditionFailure("The founding is done before.")
        }
        return #"{"as":"\#(actor)","at":\#(at),\#(rest)}"# + "\n"
    }
}
