#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

exit(runSchemagen(Array(CommandLine.arguments.dropFirst())))

/// Runs one command and returns the exit status.
func runSchemagen(_ arguments: [String]) -> Int32 {
    do {
        for line in try Schemagen.run(arguments) { print(line) }
        return 0
    } catch {
        print("schemagen: \(error)")
        return 1
    }
}
