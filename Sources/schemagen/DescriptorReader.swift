import Wire

/// Reads what `protoc --descriptor_set_out --include_imports --include_source_info` writes.
///
/// The numbers are those of google/protobuf/descriptor.proto. protoc writes fields in ascending
/// order, so the strict reader suits it.
package enum DescriptorReader {
    /// Reads a descriptor set.
    package static func schema(of descriptorSet: RawSpan) throws -> Schema {
        var files: [SchemaFile] = []
        var reader = try WireReader(descriptorSet)
        while let tag = try reader.nextField() {
            guard tag.number == 1 else {
                try reader.skipUnknown(tag)
                continue
            }
            var each = RepeatedBytes(try reader.run(tag, of: .bytes), in: descriptorSet)
            while let bytes = try each.next() { files.append(try file(bytes)) }
        }
        return Schema(files: files)
    }

    private static func file(_ bytes: RawSpan) throws -> SchemaFile {
        let comments = try CommentReader.comments(ofFile: bytes)
        var file = SchemaFile(
            path: "",
            package: "",
            isProto3: false,
            hasServices: false,
            definesOptions: false
        )
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.number {
            case 1: file.path = bytes.text(try reader.string())
            case 2: file.package = bytes.text(try reader.string())
            case 4:
                var each = RepeatedBytes(try reader.run(tag, of: .bytes), in: bytes)
                var index: Int32 = 0
                while let message = try each.next() {
                    let scope = Scope(
                        fullName: file.package,
                        swiftName: "",
                        path: [4, index],
                        comments: comments
                    )
                    try read(message: message, in: scope, into: &file, depth: reader.depth + 1)
                    index += 1
                }
            case 5:
                var each = RepeatedBytes(try reader.run(tag, of: .bytes), in: bytes)
                var index: Int32 = 0
                while let enumeration = try each.next() {
                    let scope = Scope(
                        fullName: file.package,
                        swiftName: "",
                        path: [5, index],
                        comments: comments
                    )
                    file.enumerations.append(try self.enumeration(enumeration, in: scope))
                    index += 1
                }
            case 6:
                file.hasServices = true
                try reader.skipUnknown(tag)
            case 7:
                file.definesOptions = true
                try reader.skipUnknown(tag)
            case 8: try OptionReader.check(bytes.slice(try reader.range()), of: file.path)
            case 12: file.isProto3 = bytes.text(try reader.string()) == "proto3"
            default: try reader.skipUnknown(tag)
            }
        }
        return file
    }

    private static func read(
        message bytes: RawSpan,
        in scope: Scope,
        into file: inout SchemaFile,
        depth: Int
    ) throws {
        var message = SchemaMessage(
            fullName: "",
            swiftName: "",
            comment: scope.comment,
            isMapEntry: false,
            hasExtensions: false,
            fields: [],
            oneofs: []
        )
        let place = file.messages.count
        var inner = scope
        var fields: [(field: SchemaField, oneof: Int?)] = []
        var reader = try WireReader(bytes, depth: depth)
        while let tag = try reader.nextField() {
            switch tag.number {
            case 1:
                inner = scope.inside(bytes.text(try reader.string()))
                message.fullName = inner.fullName
                message.swiftName = inner.swiftName
            case 2:
                var each = RepeatedBytes(try reader.run(tag, of: .bytes), in: bytes)
                while let field = try each.next() {
                    let place = inner.at(2, Int32(fields.count))
                    fields.append(try self.field(field, in: place, of: file.package))
                }
            case 3:
                var each = RepeatedBytes(try reader.run(tag, of: .bytes), in: bytes)
                var index: Int32 = 0
                while let nested = try each.next() {
                    let place = inner.at(3, index)
                    try read(message: nested, in: place, into: &file, depth: depth + 1)
                    index += 1
                }
            case 4:
                var each = RepeatedBytes(try reader.run(tag, of: .bytes), in: bytes)
                var index: Int32 = 0
                while let nested = try each.next() {
                    file.enumerations.append(try enumeration(nested, in: inner.at(4, index)))
                    index += 1
                }
            case 5, 6:
                message.hasExtensions = true
                try reader.skipUnknown(tag)
            case 7:
                let options = bytes.slice(try reader.range())
                message.isMapEntry = try OptionReader.isMapEntry(options, of: inner.fullName)
            case 8:
                var each = RepeatedBytes(try reader.run(tag, of: .bytes), in: bytes)
                while let oneof = try each.next() {
                    let place = inner.at(8, Int32(message.oneofs.count))
                    message.oneofs.append(try self.oneof(oneof, in: place))
                }
            default: try reader.skipUnknown(tag)
            }
        }
        for (field, oneof) in fields.sorted(by: { $0.field.number < $1.field.number }) {
            if let oneof, message.oneofs.indices.contains(oneof) {
                message.oneofs[oneof].members.append(field)
            } else {
                message.fields.append(field)
            }
        }
        // A proto3 `optional` field comes with a oneof of its own, which is not needed here.
        message.oneofs.removeAll { $0.members.isEmpty }
        file.messages.insert(message, at: place)
    }

    private static func field(
        _ bytes: RawSpan,
        in scope: Scope,
        of package: String
    ) throws -> (SchemaField, oneof: Int?) {
        var field = SchemaField(
            name: "",
            number: 0,
            kind: .unsupported("nothing"),
            label: .implicit,
            size: nil,
            unit: nil,
            content: nil,
            comment: scope.comment
        )
        var type: Int32 = 0
        var typeName = ""
        var oneof: Int?
        var isOptional = false
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.number {
            case 1: field.name = bytes.text(try reader.string())
            case 3: field.number = try reader.uint32()
            case 4: if try reader.int32() == 3 { field.label = .repeated }
            case 5: type = try reader.int32()
            case 6: typeName = String(bytes.text(try reader.string()).dropFirst())
            case 8:
                let options = bytes.slice(try reader.range())
                let place = scope.inside(field.name).fullName
                try OptionReader.read(options, into: &field, of: place, in: package)
            case 9: oneof = Int(try reader.int32())
            case 17: isOptional = try reader.bool()
            default: try reader.skipUnknown(tag)
            }
        }
        field.kind = kind(type, typeName)
        if isOptional {
            field.label = .optional
            oneof = nil
        }
        return (field, oneof)
    }

    private static func kind(_ type: Int32, _ typeName: String) -> SchemaKind {
        switch type {
        case 1: .scalar(.double)
        case 2: .unsupported("float")
        case 3: .scalar(.int64)
        case 4: .scalar(.uint64)
        case 5: .scalar(.int32)
        case 6: .scalar(.fixed64)
        case 7: .scalar(.fixed32)
        case 8: .scalar(.bool)
        case 9: .string
        case 10: .unsupported("group")
        case 11: .message(typeName)
        case 12: .bytes
        case 13: .scalar(.uint32)
        case 14: .enumeration(typeName)
        case 15: .scalar(.sfixed32)
        case 16: .scalar(.sfixed64)
        case 17: .scalar(.sint32)
        case 18: .scalar(.sint64)
        default: .unsupported("type \(type)")
        }
    }

    private static func oneof(_ bytes: RawSpan, in scope: Scope) throws -> SchemaOneof {
        var oneof = SchemaOneof(name: "", comment: scope.comment, members: [])
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.number {
            case 1: oneof.name = bytes.text(try reader.string())
            case 2:
                let place = scope.inside(oneof.name).fullName
                try OptionReader.check(bytes.slice(try reader.range()), of: place)
            default: try reader.skipUnknown(tag)
            }
        }
        return oneof
    }

    private static func enumeration(_ bytes: RawSpan, in scope: Scope) throws -> SchemaEnumeration {
        var enumeration = SchemaEnumeration(
            fullName: "",
            swiftName: "",
            comment: scope.comment,
            values: []
        )
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.number {
            case 1:
                let inner = scope.inside(bytes.text(try reader.string()))
                enumeration.fullName = inner.fullName
                enumeration.swiftName = inner.swiftName
            case 2:
                var each = RepeatedBytes(try reader.run(tag, of: .bytes), in: bytes)
                while let value = try each.next() {
                    let place = scope.at(2, Int32(enumeration.values.count))
                    enumeration.values.append(try self.value(value, in: place))
                }
            case 3:
                let options = bytes.slice(try reader.range())
                try OptionReader.check(options, of: enumeration.fullName)
            default: try reader.skipUnknown(tag)
            }
        }
        return enumeration
    }

    private static func value(
        _ bytes: RawSpan,
        in scope: Scope
    ) throws -> SchemaEnumerationValue {
        var value = SchemaEnumerationValue(name: "", number: 0, comment: scope.comment)
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.number {
            case 1: value.name = bytes.text(try reader.string())
            case 2: value.number = try reader.int32()
            case 3:
                let place = scope.inside(value.name).fullName
                try OptionReader.check(bytes.slice(try reader.range()), of: place)
            default: try reader.skipUnknown(tag)
            }
        }
        return value
    }
}

/// The place of a definition: the names around it, and its path in protoc's list of comments.
private struct Scope {
    var fullName: String
    var swiftName: String
    var path: [Int32]
    var comments: [[Int32]: String]

    var comment: String { comments[path] ?? "" }

    func inside(_ name: String) -> Scope {
        var inner = self
        inner.fullName = fullName.isEmpty ? name : fullName + "." + name
        inner.swiftName = swiftName + name
        return inner
    }

    func at(_ kind: Int32, _ index: Int32) -> Scope {
        var inner = self
        inner.path += [kind, index]
        return inner
    }
}
