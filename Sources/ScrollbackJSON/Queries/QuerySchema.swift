/// The JSON Schemas of lines with a query.
package enum QuerySchema {
    /// Makes `queries.json` and the files of `queries`, with these queries.
    ///
    /// - Parameters:
    ///   - queries: The queries.
    ///   - examples: Lines, by the name of their query.
    /// - Returns: The files.
    /// - Throws: `JSONFault` if an example is not JSON.
    package static func files(
        _ queries: [any JSONQuery.Type],
        examples: [String: [String]]
    ) throws(JSONFault) -> [SchemaFile] {
        try LineSchema.files(
            of: "query",
            in: "queries",
            line: LineForm.querySchema,
            queries.map { $0.linePart } + [PastForm.linePart],
            examples: examples
        )
    }
}
