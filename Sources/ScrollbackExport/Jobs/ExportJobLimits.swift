/// How much the exports may take that a process writes and keeps.
package struct ExportJobLimits: Sendable {
    /// The exports that are written or kept at once.
    package var jobs = 8
    /// The bytes of all of them.
    package var bytes = 16 << 30
    /// The seconds for which one is kept.
    package var seconds = 3_600
    /// The exports that are listed after their end.
    package var listed = 32

    package init() {}
}
