/// Makes a failing list of lines small: fewer lines first, then plainer ones.
package enum Shrinker {
    /// The smallest list found that still fails; `fails` runs a list in an empty world.
    package static func shrunk(
        _ lines: [Line],
        fails: ([Line]) async -> Bool
    ) async -> [Line] {
        var lines = await withoutNeedless(lines, fails)
        while true {
            let plainer = await plainer(lines, fails)
            if plainer == lines { return lines }
            lines = await withoutNeedless(plainer, fails)
        }
    }

    /// Halves, quarters, …, single lines, until nothing can go.
    private static func withoutNeedless(
        _ all: [Line],
        _ fails: ([Line]) async -> Bool
    ) async -> [Line] {
        var lines = all
        var size = max(1, lines.count / 2)
        while true {
            var start = 0
            var hasShrunk = false
            while start < lines.count {
                var fewer = lines
                fewer.removeSubrange(start..<min(start + size, lines.count))
                if await fails(fewer) {
                    lines = fewer
                    hasShrunk = true
                } else {
                    start += size
                }
            }
            if size > 1 { size /= 2 } else if !hasShrunk { return lines }
        }
    }

    private static func plainer(
        _ all: [Line],
        _ fails: ([Line]) async -> Bool
    ) async -> [Line] {
        var lines = all
        for index in lines.indices {
            for candidate in plainerForms(of: lines[index]) {
                var changed = lines
                changed[index] = candidate(lines[index])
                if changed != lines, await fails(changed) { lines = changed }
            }
        }
        return lines
    }

    /// Without time, id and single fields; then with plain words and small numbers in them.
    private static func plainerForms(of line: Line) -> [(Line) -> Line] {
        var forms: [(Line) -> Line] = [
            { changed($0) { $0.at = nil } }, { changed($0) { $0.id = nil } },
        ]
        for name in line.fields.keys.sorted() {
            forms.append { changed($0) { $0.fields[name] = nil } }
            forms.append { line in
                changed(line) { $0.fields[name] = $0.fields[name].map(plain) }
            }
        }
        return forms
    }

    private static func changed(_ line: Line, _ change: (inout Line) -> Void) -> Line {
        var line = line
        change(&line)
        return line
    }

    private static func plain(_ value: Value) -> Value {
        switch value {
        case .string(let text) where !Words.isUUID(text) && text.count > 1: "a"
        case .int(let number) where number.magnitude > 1: 1
        case .array(let elements) where elements.count > 1: .array(Array(elements.prefix(1)))
        case .array, .string, .int, .null, .bool, .double, .object, .unsettled, .anyOrder, .oneOf:
            value
        }
    }
}
