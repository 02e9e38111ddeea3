import CCrypto
import CLMDB
import Contestants
import EventLog
import Glibc
import Measuring
import Workload

/// The `scrollback-bench` command: measures the rows that were asked for and prints them.
@main
enum BenchCommand {
    static func main() async {
        let code = await run(Array(CommandLine.arguments.dropFirst()))
        fflush(nil)
        exit(code)
    }

    /// Away from the main thread: the callers that are measured shall not all return to it.
    @concurrent private static func run(_ arguments: [String]) async -> Int32 {
        #if DEBUG
            complain("this is a debug build, whose times mean nothing; build with -c release")
            return 2
        #else
            do {
                if arguments.count == 3, arguments[0] == KilledWriter.argument,
                    let seed = UInt64(arguments[2])
                {
                    try await KilledWriter.append(at: arguments[1], seed: seed)
                    return 3
                }
                if arguments.count == 4, arguments[0] == OpenStore.argument {
                    try OpenStore.weigh(arguments[1], in: arguments[2], asking: arguments[3])
                    return 0
                }
                if arguments.count == 5, arguments[0] == FollowingProcess.argument {
                    try await FollowingProcess.follow(
                        arguments[1],
                        as: arguments[2],
                        since: arguments[3],
                        count: arguments[4]
                    )
                    return 0
                }
                guard let options = try Options(arguments) else {
                    print(Options.help)
                    return 0
                }
                return try await measure(options)
            } catch let misuse as Options.Misuse {
                complain("\(misuse.text); see --help")
                return 2
            } catch {
                complain("\(error)")
                return 3
            }
        #endif
    }

    private static func measure(_ options: Options) async throws -> Int32 {
        if let minutes = options.minutes {
            guard let folder = Folder.make(in: options.dataFolder) else {
                complain("no folder can be made in \(options.dataFolder)")
                return 3
            }
            defer { Folder.remove(folder) }
            try await ActiveConversation(minutes: minutes, path: options.jsonPath).run(in: folder)
            return 0
        }
        let sizes = options.isQuick ? Sizes.quick : .full
        let plans = allRows(sizes).filter { plan in
            options.filters.isEmpty || options.filters.contains { plan.name.contains($0) }
        }
        if options.listsOnly || plans.isEmpty {
            for plan in plans { print(plan.name) }
            if plans.isEmpty { complain("no row has that in its name; see --list") }
            return plans.isEmpty ? 2 : 0
        }
        guard let folder = Folder.make(in: options.dataFolder) else {
            complain("no folder can be made in \(options.dataFolder)")
            return 3
        }
        defer { Folder.remove(folder) }
        guard options.allowsMemoryFilesystem || !isInMemory(folder) else {
            complain(
                "\(options.dataFolder) lies in memory, where durable means nothing; choose "
                    + "another place with --data, or say --allow-tmpfs"
            )
            return 2
        }
        try await report(plans, options, sizes, in: folder)
        return 0
    }

    private static func report(
        _ plans: [RowPlan],
        _ options: Options,
        _ sizes: Sizes,
        in folder: String
    ) async throws {
        let machine = Machine(dataFolder: folder, libraries: libraries)
        var report = Report(
            machine: machine,
            seed: options.seed,
            ids: options.ids.rawValue,
            isQuick: options.isQuick,
            runs: options.runs
        )
        print(report.head)
        let fixtures = Fixtures(
            folder: folder,
            seed: options.seed,
            ids: options.ids,
            sizes: sizes
        )
        let runner = Runner(runs: options.runs, folder: folder, progress: showProgress)
        for plan in plans {
            fflush(nil)
            let result = try await runner.run(try await plan.make(fixtures))
            print("\n\(Text.table(result))")
            report.rows.append(result)
        }
        if let path = options.jsonPath { try report.write(toFile: path) }
        if let charts = options.charts { try report.writeCharts(to: charts) }
        if let path = options.markdownPath {
            try report.writeMarkdown(toFile: path, charts: options.charts)
        }
    }

    private static func isInMemory(_ folder: String) -> Bool {
        let (tmpfs, ramfs): (UInt64, UInt64) = (0x0102_1994, 0x8584_58F6)
        return FilesystemProbe.system.magic(folder).map { $0 == tmpfs || $0 == ramfs } ?? false
    }

    private static var libraries: [String] {
        [
            String(cString: mdb_version(nil, nil, nil)),
            Database.version,
            String(cString: OpenSSL_version(OPENSSL_VERSION)),
        ]
    }
}

/// Says on standard error what is wrong.
private func complain(_ text: String) {
    let line = Array("scrollback-bench: \(text)\n".utf8)
    line.withUnsafeBytes { _ = write(2, $0.baseAddress, $0.count) }
}

/// Shows on a terminal what is being measured; an empty text wipes it out.
@Sendable private func showProgress(_ text: String) {
    guard isatty(2) == 1 else { return }
    let line = Array("\r\u{1B}[K\(text)".utf8)
    line.withUnsafeBytes { _ = write(2, $0.baseAddress, $0.count) }
}
