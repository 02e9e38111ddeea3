import Glibc
import ScrollbackServe
import Wire

/// A file of keys of the server, to which a command adds one.
enum KeyListFile {
    /// Replaces the file by one with another key, whole or not at all; mode 0600.
    ///
    /// The closure gets the text of the file, nil if there is none.
    static func add<Made>(
        to path: String,
        _ make: (String?) throws(APIKeys.Fault) -> (file: String, made: Made)
    ) throws(CommandFailure) -> Made {
        // A closed pipe must not end this program before the file is whole.
        signal(SIGPIPE, SIG_IGN)
        // Made before the old one is read: a program that makes another key meanwhile is refused.
        var new = try OutputFile("\(path).new")
        let made: (file: String, made: Made)
        do throws(APIKeys.Fault) {
            made = try make(access(path, F_OK) == 0 ? try APIKeys.read(path) : nil)
        } catch {
            throw .failure("noKeys", TerminalText.line("\(error)"))
        }
        let bytes = Array(made.file.utf8)
        try new.write(bytes.span.bytes)
        try new.finish()
        guard rename("\(path).new", path) == 0 else {
            let number = errno
            unlink("\(path).new")
            throw .failure(
                "cannotWrite",
                "\(TerminalText.line(path)) cannot be written: \(systemMessage(number))"
            )
        }
        return made.made
    }
}
