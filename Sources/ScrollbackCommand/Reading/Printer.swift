import Glibc
import ScrollbackJSON
import Wire

/// Prints rows and records in the form that a person asked for.
///
/// If its reader goes away, as `head` does, the printer stops and says so by `isHeard`.
final class Printer {
    enum Form { case text, json, csv }

    let form: Form
    /// The columns of the terminal; nil if nothing needs to fit.
    private let width: Int?
    let style: TextTable.Style
    private var destination: Int32 = 1
    /// Started for the first output: until then the keys that end a program end this one.
    private var pager: Pager?
    private var wantsPager: Bool
    private let onPager: () -> Void
    private let isTerminal: Bool
    private var bytes: [UInt8] = []
    private var table: TextTable?
    private var notes: [String] = []
    /// Whether more rows come that are not known when the first ones are shown.
    var goesOn = false
    /// Whether the output is still read.
    private(set) var isHeard = true

    private static let bytesTogether = 1 << 16

    /// Chooses form, width and colours; `pages` lets a pager show the output, which must end.
    ///
    /// `onPager` is called when a pager has taken the terminal.
    init(
        _ arguments: Arguments,
        pages: Bool = true,
        onPager: @escaping () -> Void = {}
    ) throws(CommandFailure) {
        guard !(arguments.has("json") && arguments.has("csv")) else {
            throw arguments.wrong("takes one of --json and --csv")
        }
        form = arguments.has("json") ? .json : arguments.has("csv") ? .csv : .text
        isTerminal = isatty(1) == 1
        width = isTerminal && form == .text && !arguments.has("wide") ? Self.columns : nil
        style = TextTable.Style(isColoured: isTerminal && form == .text && Self.wantsColour)
        // A reader that goes away is no error.
        signal(SIGPIPE, SIG_IGN)
        wantsPager = isTerminal && pages && !arguments.has("no-pager")
        self.onPager = onPager
    }

    static var wantsColour: Bool {
        Environment.value("NO_COLOR") == nil && Environment.value("TERM") != "dumb"
    }

    private static var columns: Int {
        var size = winsize()
        if ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
        return Environment.value("COLUMNS").flatMap { Int($0) } ?? 80
    }

    /// Prints rows under headings; the first rows decide how wide the columns are.
    func show<Row>(_ rows: [Row], in columns: [Column<Row>]) throws(CommandFailure) {
        switch form {
        case .json: return
        case .csv:
            let data = columns.filter(\.isInData)
            if table == nil { write(CommaSeparated.line(data.map(\.name))) }
            for row in rows { write(CommaSeparated.line(data.map { $0.cell(row).plain })) }
            table = table ?? TextTable(columns, rows, width: nil, style: style)
        case .text:
            let begins = table == nil
            let table =
                table
                ?? TextTable(columns, rows, width: width, goesOn: goesOn, style: style)
            self.table = table
            if begins { table.heading(columns).forEach(write) }
            for row in rows { table.lines(row, columns).forEach(write) }
        }
        try flush()
    }

    /// Prints items: rows, or in JSON a line each in the shape of the answer that they are in.
    func show<Item: JSONCodable>(
        items: [Item],
        in columns: [Column<Item>]
    ) throws(CommandFailure) {
        guard form == .json else { return try show(items, in: columns) }
        for item in items { try json { $0.writeLine(item) } }
        try flush()
    }

    /// Prints the headings, unless rows came under them already.
    func showNothing<Row>(in columns: [Column<Row>]) throws(CommandFailure) {
        if table == nil { try show([], in: columns) }
    }

    /// Prints a label and its value for each fact.
    func show(facts: [(label: String, cell: Cell)]) throws(CommandFailure) {
        let labels = facts.map { TextWidth.of($0.label) }.max() ?? 0
        for (label, cell) in facts {
            switch form {
            case .json: break
            case .csv: write(CommaSeparated.line([label, cell.plain]))
            case .text:
                let gap = String(repeating: " ", count: labels + 2 - TextWidth.of(label))
                write(style.heading(label) + gap + cell.text(isShort: false))
            }
        }
        try flush()
    }

    /// Prints a line of this program's own words, in the form for people only.
    func say(_ line: String) throws(CommandFailure) {
        guard form == .text else { return }
        write(line)
        try flush()
    }

    /// Prints the output of a closure, with `--json` only.
    func json(_ body: (inout JSONWriter) -> Void) throws(CommandFailure) {
        guard form == .json else { return }
        var writer = JSONWriter()
        body(&writer)
        guard writer.bytes.contains(where: { $0 >= 0x7F }) else {
            bytes += writer.bytes
            return try flushIfLong()
        }
        // Such characters are in strings only, where an escape means the same.
        for scalar in String(decoding: writer.bytes, as: UTF8.self).unicodeScalars {
            if TerminalText.acts(scalar) {
                bytes += JSON.escape(scalar).utf8
            } else {
                bytes += UTF8.encode(scalar).map { Array($0) } ?? []
            }
        }
        try flushIfLong()
    }

    private func write(_ line: String) {
        bytes += line.utf8
        bytes.append(UInt8(ascii: "\n"))
    }

    private func flushIfLong() throws(CommandFailure) {
        if bytes.count > Self.bytesTogether { try flush() }
    }

    /// Writes the printed bytes.
    func flush() throws(CommandFailure) {
        defer { bytes.removeAll(keepingCapacity: true) }
        if !bytes.isEmpty { startPager() }
        var rest = bytes[...]
        while !rest.isEmpty, isHeard {
            let count = rest.withUnsafeBytes { Glibc.write(destination, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EPIPE {
                isHeard = false
            } else if errno == EAGAIN {
                var wanted = pollfd(fd: destination, events: Int16(POLLOUT), revents: 0)
                poll(&wanted, 1, -1)
            } else if errno != EINTR {
                throw .failure(
                    "cannotWrite",
                    "the standard output cannot be written: \(systemMessage(errno))"
                )
            }
        }
    }

    private func startPager() {
        guard wantsPager else { return }
        wantsPager = false
        guard let pager = Pager() else { return }
        self.pager = pager
        destination = pager.input
        onPager()
    }

    /// Notes whether the reader of a pipe has gone away without anything to write.
    func noteReaderGone() {
        var state = pollfd(fd: destination, events: 0, revents: 0)
        if poll(&state, 1, 0) > 0, state.revents & Int16(POLLERR) != 0 { isHeard = false }
    }

    /// Keeps a line for the standard error until the pager has ended.
    func note(_ line: String) { notes.append(line) }

    /// Notes that a list was not shown to its end.
    func noteMore(_ isMore: Bool, of things: String) {
        if isMore { note("there are more \(things); raise --limit") }
    }

    /// Waits for the pager, so that what follows is not printed over it.
    func end() {
        pager?.wait()
        notes.forEach(complain)
        notes = []
    }
}

/// Variables that a person sets for programs.
enum Environment {
    /// The value of a variable; nil if it is not set or empty.
    static func value(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }
}
