package import EventLog
internal import Glibc
internal import Locking
internal import Wire

/// The marks of a store's consumers: a file `consumers.marks` in the store's folder, a line of text
/// and then one for each consumer.
///
/// The file is replaced whole and flushed with each change, so a crash leaves the marks before or
/// after it. Only the process that writes to the store changes it, and so may keep it in memory.
package final class ConsumerMarks: Sendable {
    /// Why the file cannot be used.
    package enum Fault: Error, Equatable, CustomStringConvertible {
        case log(LogError)
        /// A line, from 1, that no version of the program wrote.
        case line(Int)

        package var description: String {
            switch self {
            case .log(let error): "The marks of consumers cannot be used: \(error)"
            case .line(let number):
                "Line \(number) of consumers.marks is damaged: correct or remove it, and begin its "
                    + "consumer again."
            }
        }
    }

    /// The default of the largest number of consumers.
    static let usualCount = 1_000
    /// The number of consumers that fit into a file, whatever their names.
    static let mostPossible = 5_000
    private static let heading = "scrollback consumers 1"
    private static let longestFile = 1 << 20

    private let folder: String
    private let isWriting: Bool
    /// How many consumers there may be.
    let most: Int
    /// Held while the file is read or written.
    private let changing = Lock(())
    private let known = Lock<[String: Consumer]?>(nil)

    init(in folder: String, isWriting: Bool, atMost most: Int) {
        self.folder = folder
        self.most = min(max(most, 0), Self.mostPossible)
        self.isWriting = isWriting
    }

    private var path: String { "\(folder)/consumers.marks" }

    /// The consumers by their names; it does not wait for a change that is being flushed.
    func all() throws(Fault) -> [String: Consumer] {
        if let known = known.withLock({ $0 }) { return known }
        guard isWriting else { return try read() }
        return try changing.withLock { _ throws(Fault) in try load() }
    }

    /// Changes the consumers, and returns when that is durable.
    func change<Result>(
        _ body: (inout [String: Consumer]) throws(StoreError) -> Result
    ) throws(ChangeFault) -> Result {
        try changing.withLock { _ throws(ChangeFault) in
            let before: [String: Consumer]
            do throws(Fault) {
                before = try load()
            } catch {
                throw .fault(error)
            }
            var after = before
            let result: Result
            do throws(StoreError) {
                result = try body(&after)
            } catch {
                throw .refused(error)
            }
            do throws(LogError) {
                if after != before { try write(after) }
            } catch {
                throw .fault(.log(error))
            }
            let changed = after
            known.withLock { $0 = changed }
            return result
        }
    }

    /// The consumers in memory, read before; called by one thread at a time.
    private func load() throws(Fault) -> [String: Consumer] {
        if let known = known.withLock({ $0 }) { return known }
        let read = try read()
        known.withLock { $0 = read }
        return read
    }

    enum ChangeFault: Error {
        case fault(Fault)
        case refused(StoreError)
    }

    private func read() throws(Fault) -> [String: Consumer] {
        let text: String?
        do throws(LogError) {
            guard access(path, F_OK) == 0 else { return [:] }
            text = try OpenFile(path, O_RDONLY).text(limit: Self.longestFile)
        } catch {
            throw .log(error)
        }
        guard let text else { throw .line(1) }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.first.map(String.init) == Self.heading else { throw .line(1) }
        // The last line ends too: a part of a file is not taken for the whole.
        guard lines.last?.isEmpty == true else { throw .line(lines.count) }
        var consumers: [String: Consumer] = [:]
        for (index, line) in lines.enumerated().dropFirst().dropLast() {
            guard let consumer = Consumer(line: line), consumers[consumer.name] == nil else {
                throw .line(index + 1)
            }
            consumers[consumer.name] = consumer
        }
        return consumers
    }

    private func write(_ consumers: [String: Consumer]) throws(LogError) {
        let lines = consumers.values.sorted { $0.name < $1.name }.map(\.line)
        let text = ([Self.heading] + lines).joined(separator: "\n") + "\n"
        try OpenFile.replace(path, with: text, in: folder)
    }
}
