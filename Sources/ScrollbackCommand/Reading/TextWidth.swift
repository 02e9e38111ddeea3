/// How many columns of a terminal text takes.
///
/// The result is never less than what a terminal uses, so that a line that fits by it does not run
/// over into the next one.
enum TextWidth {
    static func of(_ text: String) -> Int {
        var width = 0
        var last = 0
        var isHalfAFlag = false
        for scalar in text.unicodeScalars {
            if isFlagHalf(scalar) {
                // Two of them make one flag.
                last = isHalfAFlag ? 0 : 2
                isHalfAFlag.toggle()
            } else if scalar.value == 0xFE0F {
                // It makes a picture of the character before it.
                last = last == 1 ? 1 : 0
            } else {
                last = self.of(scalar)
                isHalfAFlag = false
            }
            width += last
        }
        return width
    }

    static func of(_ scalar: Unicode.Scalar) -> Int {
        // Most text.
        if (0x20..<0x300).contains(scalar.value) { return 1 }
        if isWide(scalar.value) || scalar.properties.isEmojiPresentation { return 2 }
        return isCombining(scalar) ? 0 : 1
    }

    /// Whether a character is drawn over the one before it, or not at all.
    static func isCombining(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: true
        // The later parts of a Korean syllable.
        default: (0x1160...0x11FF).contains(scalar.value)
        }
    }

    private static func isFlagHalf(_ scalar: Unicode.Scalar) -> Bool {
        (0x1F1E6...0x1F1FF).contains(scalar.value)
    }

    /// The ranges of East Asian Wide and Fullwidth characters, apart from emoji.
    private static func isWide(_ value: UInt32) -> Bool {
        switch value {
        case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF,
            0x4E00...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
            0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,
            0x1F200...0x1F265, 0x20000...0x3FFFD:
            true
        default: false
        }
    }

    /// Cuts a text so that it takes at most so many columns, and says so by an ellipsis.
    static func cut(_ text: String, to width: Int) -> String {
        guard of(text) > width else { return text }
        var kept = ""
        var used = 0
        for character in text {
            let more = of(String(character))
            guard used + more <= width - 1 else { break }
            kept.append(character)
            used += more
        }
        return kept + "…"
    }

    /// Breaks a text into lines of at most so many columns, at spaces where it can.
    static func wrap(_ text: String, to width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        var used = 0
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            let length = of(String(word))
            if used + 1 + length <= width, !line.isEmpty {
                line += " \(word)"
                used += 1 + length
                continue
            }
            if !line.isEmpty { lines.append(line) }
            (line, used) = ("", 0)
            for character in word {
                let more = of(String(character))
                if used + more > width, !line.isEmpty {
                    lines.append(line)
                    (line, used) = ("", 0)
                }
                line.append(character)
                used += more
            }
        }
        return lines + [line]
    }
}
