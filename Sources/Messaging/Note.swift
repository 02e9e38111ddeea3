/// A user's text in one line or several: details, notes, reasons.
enum Note {
    /// The note as it is kept, normalised as messages are; nil if it is too long or holds control
    /// characters that end no line.
    static func normalized(_ text: String) -> String? {
        if text.unicodeScalars.contains(where: {
            $0.isControl && !"\r\n\t".unicodeScalars.contains($0)
        }) {
            return nil
        }
        let note = NormalisedText(text).text
        return note.isEmpty || Limits.allow(note, upTo: Limits.note) ? note : nil
    }

    /// The note as it is kept; nil if it is too long or says nothing.
    static func required(_ text: String) -> String? {
        normalized(text).flatMap { $0.isEmpty ? nil : $0 }
    }
}
