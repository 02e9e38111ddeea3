import Foundation

/// A program, or modules of Python, that some tests need and that a checkout does not bring.
///
/// Where it is missing they are skipped; with CI set they fail.
public struct NeededTool: Sendable {
    /// It is missing where everything is to be there.
    private struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    private static let settings = ProcessInfo.processInfo.environment

    /// The Python that has the modules which tests need, as `Scripts/test-python.sh` finds or makes it.
    public static let python: String = {
        let made = packageFolder.appending(path: ".build/test-venv/bin/python3").path
        let isMade = FileManager.default.isExecutableFile(atPath: made)
        return settings["SCROLLBACK_PYTHON"] ?? (isMade ? made : "python3")
    }()

    /// A Python that the client for Python runs with.
    public static let clientPython = NeededTool(
        python,
        ["-c", "import sys; sys.exit(sys.version_info < (3, 9))"],
        orElse: "there is no python3 of 3.9 or later"
    )

    private let isThere: Bool
    private let remedy: String

    /// A tool that is there if a program ends with 0.
    public init(_ program: String, _ words: [String], orElse remedy: String) {
        isThere = (try? StartedProgram(program, words))?.finish() == .exited(0)
        self.remedy = remedy
    }

    /// Modules of Python, with commas between them.
    package init(python modules: String) {
        self.init(
            Self.python,
            ["-c", "import \(modules)"],
            orElse: "Python has no \(modules); run Scripts/test-python.sh"
        )
    }

    /// Whether the tests that need it are run.
    public func isToBeUsed() throws -> Bool {
        guard isThere || (Self.settings["CI"] ?? "").isEmpty else {
            throw Missing(description: remedy)
        }
        return isThere
    }
}
