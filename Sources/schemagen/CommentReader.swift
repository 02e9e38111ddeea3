import Wire

/// Reads the comments that stand before definitions, by protoc's paths to these.
enum CommentReader {
    static func comments(ofFile bytes: RawSpan) throws -> [[Int32]: String] {
        var comments: [[Int32]: String] = [:]
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            guard tag.number == 9 else {
                try reader.skipUnknown(tag)
                continue
            }
            let info = bytes.slice(try reader.range())
            var locations = try WireReader(info)
            while let tag = try locations.nextField() {
                guard tag.number == 1 else {
                    try locations.skipUnknown(tag)
                    continue
                }
                var each = RepeatedBytes(try locations.run(tag, of: .bytes), in: info)
                while let location = try each.next() {
                    let (path, comment) = try self.location(location)
                    if !comment.isEmpty { comments[path] = comment }
                }
            }
        }
        return comments
    }

    private static func location(_ bytes: RawSpan) throws -> (path: [Int32], comment: String) {
        var path: [Int32] = []
        var comment = ""
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.number {
            case 1:
                let run = try reader.packed(Scalar.Int32.self)
                path = try RepeatedScalars<Scalar.Int32>(run, in: bytes).array()
            case 3: comment = bytes.text(try reader.string())
            default: try reader.skipUnknown(tag)
            }
        }
        return (path, comment)
    }
}
