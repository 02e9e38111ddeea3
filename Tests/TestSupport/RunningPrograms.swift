/// Runs a program without input to its end, however long that takes.
package func run(
    _ program: String,
    _ words: [String]
) throws -> (ending: StartedProgram.Ending, said: String) {
    let folder = TemporaryFolder()
    let (output, errors) = (folder.path("output"), folder.path("errors"))
    let started = try StartedProgram(program, words, output: output, errors: errors)
    started.endInput()
    let ending = started.wait()
    return (ending, String(decoding: readFile(output) + readFile(errors), as: UTF8.self))
}
