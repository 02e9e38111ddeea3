import Glibc
import Measuring
import Workload

/// What the command line and the environment ask for.
struct Options {
    var isQuick = false
    var runs = Runner.leastRuns
    var seed: UInt64 = 1
    var ids = Shape.IDs.ordered
    /// Rows are measured whose name contains one of them; all without any.
    var filters: [String] = []
    var jsonPath: String?
    var markdownPath: String?
    /// The folder for pictures.
    var charts: String?
    var dataFolder = Folder.temporary
    var allowsMemoryFilesystem = false
    var listsOnly = false
    /// How long a conversation goes on whose memory is shown over time; nil to measure rows.
    var minutes: Double?

    static let help = """
        usage: scrollback-bench [options]

        Measures Scrollback against SQLite and against the floor, bare LMDB with the same rows.
        QUICK=1 in the environment takes less than two minutes, without it less than thirty.

          --filter TEXT    only rows whose name contains the text; may be said several times
          --list           name the rows and stop
          --json FILE      write everything to a file too
          --markdown FILE  and as a page for people
          --svg DIR        and as pictures, a bar for each contestant
          --data DIR       measure on this folder's filesystem (else the temporary folder)
          --allow-tmpfs    go on where the data lies in memory and durable means nothing
          --runs N         runs of every contestant, at least \(Runner.leastRuns)
          --seed N         another workload of the same kind
          --ids KIND       'ordered' by time, as ours are, or 'random'
          --active MINUTES measure no rows, but the memory of an active conversation over time
        """

    struct Misuse: Error {
        let text: String
    }

    /// Reads the arguments; nil if help is wanted.
    init?(_ arguments: [String]) throws(Misuse) {
        isQuick = getenv("QUICK").map { String(cString: $0) } == "1"
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch option {
            case "--help", "-h": return nil
            case "--list": listsOnly = true
            case "--allow-tmpfs": allowsMemoryFilesystem = true
            case "--filter": filters.append(try Self.value(of: option, &rest))
            case "--markdown": markdownPath = try Self.value(of: option, &rest)
            case "--svg": charts = try Self.value(of: option, &rest)
            case "--json": jsonPath = try Self.value(of: option, &rest)
            case "--data": dataFolder = try Self.value(of: option, &rest)
            case "--runs":
                let text = try Self.value(of: option, &rest)
                guard let number = Int(text), number >= Runner.leastRuns else {
                    throw Misuse(text: "--runs takes a number from \(Runner.leastRuns)")
                }
                runs = number
            case "--seed":
                guard let number = UInt64(try Self.value(of: option, &rest)) else {
                    throw Misuse(text: "--seed takes a number")
                }
                seed = number
            case "--active":
                guard let number = Double(try Self.value(of: option, &rest)), number > 0 else {
                    throw Misuse(text: "--active takes a number of minutes")
                }
                minutes = number
            case "--ids":
                guard let kind = Shape.IDs(rawValue: try Self.value(of: option, &rest)) else {
                    throw Misuse(text: "--ids takes 'ordered' or 'random'")
                }
                ids = kind
            default: throw Misuse(text: "there is no option '\(option)'")
            }
        }
    }

    private static func value(
        of option: String,
        _ rest: inout ArraySlice<String>
    ) throws(Misuse) -> String {
        guard let value = rest.popFirst() else { throw Misuse(text: "\(option) needs a value") }
        return value
    }
}
