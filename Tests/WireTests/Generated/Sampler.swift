// Generated from sampler.proto by `swift package generate-schemas`; not to be edited.

package import Merkle
package import Wire

/// One `Sampler` as it lies in its bytes, checked and not copied.
package struct EncodedSampler: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    package private(set) var uint32: UInt32 = 0

    package private(set) var uint64: UInt64 = 0

    package private(set) var int32: Int32 = 0

    package private(set) var int64: Int64 = 0

    package private(set) var sint32: Int32 = 0

    package private(set) var sint64: Int64 = 0

    package private(set) var fixed32: UInt32 = 0

    package private(set) var fixed64: UInt64 = 0

    package private(set) var sfixed32: Int32 = 0

    package private(set) var sfixed64: Int64 = 0

    package private(set) var double: Double = 0

    package private(set) var bool: Bool = false

    package private(set) var color: Color = Color(rawValue: 0)

    /// Presence: a default that is written differs from one that is not.
    package private(set) var maybeUint32: UInt32?

    package private(set) var maybeSint64: Int64?

    package private(set) var maybeDouble: Double?

    package private(set) var maybeBool: Bool?

    package private(set) var maybeColor: Color?

    package private(set) var maybeFixed64: UInt64?

    fileprivate var textRange = WireRange.absent
    fileprivate var blobRange = WireRange.absent
    fileprivate var userIDRange = WireRange.absent
    fileprivate var rootRange = WireRange.absent
    fileprivate var pointRange = WireRange.absent
    fileprivate var maybeTextRange = WireRange.absent
    fileprivate var maybeBlobRange = WireRange.absent
    fileprivate var uint32sRun = WireRun.none
    fileprivate var sint32sRun = WireRun.none
    fileprivate var fixed64sRun = WireRun.none
    fileprivate var doublesRun = WireRun.none
    fileprivate var boolsRun = WireRun.none
    fileprivate var colorsRun = WireRun.none
    fileprivate var textsRun = WireRun.none
    fileprivate var blobsRun = WireRun.none
    fileprivate var userIDsRun = WireRun.none
    fileprivate var rootsRun = WireRun.none
    fileprivate var pointsRun = WireRun.none
    fileprivate var int64sRun = WireRun.none
    fileprivate var defaultRange = WireRange.absent
    fileprivate var nothingRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 8:
                uint32 = try reader.uint32()
                if uint32 == 0 { throw reader.defaultValueWritten() }
            case 16:
                uint64 = try reader.uint64()
                if uint64 == 0 { throw reader.defaultValueWritten() }
            case 24:
                int32 = try reader.int32()
                if int32 == 0 { throw reader.defaultValueWritten() }
            case 32:
                int64 = try reader.int64()
                if int64 == 0 { throw reader.defaultValueWritten() }
            case 40:
                sint32 = try reader.sint32()
                if sint32 == 0 { throw reader.defaultValueWritten() }
            case 48:
                sint64 = try reader.sint64()
                if sint64 == 0 { throw reader.defaultValueWritten() }
            case 61:
                fixed32 = try reader.fixed32()
                if fixed32 == 0 { throw reader.defaultValueWritten() }
            case 65:
                fixed64 = try reader.fixed64()
                if fixed64 == 0 { throw reader.defaultValueWritten() }
            case 77:
                sfixed32 = try reader.sfixed32()
                if sfixed32 == 0 { throw reader.defaultValueWritten() }
            case 81:
                sfixed64 = try reader.sfixed64()
                if sfixed64 == 0 { throw reader.defaultValueWritten() }
            case 89:
                double = try reader.double()
                if double.bitPattern == 0 { throw reader.defaultValueWritten() }
            case 96:
                bool = try reader.bool()
                if !bool { throw reader.defaultValueWritten() }
            case 106:
                textRange = try reader.string()
                if textRange.count == 0 { throw reader.defaultValueWritten() }
            case 114:
                blobRange = try reader.range()
                if blobRange.count == 0 { throw reader.defaultValueWritten() }
            case 122:
                userIDRange = try reader.sized(16)
            case 130:
                rootRange = try reader.sized(32)
            case 136:
                color = Color(rawValue: try reader.int32())
                if color.rawValue == 0 { throw reader.defaultValueWritten() }
            case 146:
                pointRange = try reader.range()
            case 160:
                maybeUint32 = try reader.uint32()
            case 168:
                maybeSint64 = try reader.sint64()
            case 177:
                maybeDouble = try reader.double()
            case 184:
                maybeBool = try reader.bool()
            case 194:
                maybeTextRange = try reader.string()
            case 202:
                maybeBlobRange = try reader.range()
            case 208:
                maybeColor = Color(rawValue: try reader.int32())
            case 217:
                maybeFixed64 = try reader.fixed64()
            case 242:
                uint32sRun = try reader.packed(Scalar.UInt32.self)
            case 250:
                sint32sRun = try reader.packed(Scalar.SInt32.self)
            case 258:
                fixed64sRun = try reader.packed(Scalar.Fixed64.self)
            case 266:
                doublesRun = try reader.packed(Scalar.Double.self)
            case 274:
                boolsRun = try reader.packed(Scalar.Bool.self)
            case 282:
                colorsRun = try reader.packed(Scalar.Enumeration<Color>.self)
            case 290:
                textsRun = try reader.run(tag, of: .string)
            case 298:
                blobsRun = try reader.run(tag, of: .bytes)
            case 306:
                userIDsRun = try reader.run(tag, of: .sized(16))
            case 314:
                rootsRun = try reader.run(tag, of: .sized(32))
            case 322:
                pointsRun = try reader.run(tag, of: .bytes)
            case 330:
                int64sRun = try reader.packed(Scalar.Int64.self)
            case 8002:
                defaultRange = try reader.string()
                if defaultRange.count == 0 { throw reader.defaultValueWritten() }
            case 4294967290:
                nothingRange = try reader.range()
            default:
                switch tag.number {
                case 1...18, 20...27, 30...41, 1000, 536870911:
                    throw reader.wrongWireType()
                default:
                    try reader.skipUnknown(tag)
                }
            }
        }
    }

    package var text: String {
        bytes.text(textRange)
    }

    /// The UTF-8 of `text`, none if it is absent.
    package var textUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(textRange)
        }
    }

    package var blob: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(blobRange)
        }
    }

    /// A comment of two sentences.
    ///
    /// The second one is long enough to be carried over to another line of it.
    package var userID: UniqueID? {
        bytes.uniqueID(userIDRange)
    }

    package var root: Digest? {
        bytes.digest(rootRange)
    }

    package var point: EncodedPoint? {
        @_lifetime(copy self)
        get throws(WireError) {
            guard pointRange.isPresent else { return nil }
            return try EncodedPoint(bytes.slice(pointRange))
        }
    }

    /// The bytes of `point`, none if it is absent.
    package var pointBytes: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(pointRange)
        }
    }

    package var maybeText: String? {
        maybeTextRange.isPresent ? bytes.text(maybeTextRange) : nil
    }

    /// The UTF-8 of `maybeText`, none if it is absent.
    package var maybeTextUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(maybeTextRange)
        }
    }

    package var maybeBlob: RawSpan? {
        @_lifetime(copy self)
        get {
            guard maybeBlobRange.isPresent else { return nil }
            return bytes.slice(maybeBlobRange)
        }
    }

    package var uint32s: RepeatedScalars<Scalar.UInt32> {
        @_lifetime(copy self)
        get {
            RepeatedScalars<Scalar.UInt32>(uint32sRun, in: bytes)
        }
    }

    package var sint32s: RepeatedScalars<Scalar.SInt32> {
        @_lifetime(copy self)
        get {
            RepeatedScalars<Scalar.SInt32>(sint32sRun, in: bytes)
        }
    }

    package var fixed64s: RepeatedScalars<Scalar.Fixed64> {
        @_lifetime(copy self)
        get {
            RepeatedScalars<Scalar.Fixed64>(fixed64sRun, in: bytes)
        }
    }

    package var doubles: RepeatedScalars<Scalar.Double> {
        @_lifetime(copy self)
        get {
            RepeatedScalars<Scalar.Double>(doublesRun, in: bytes)
        }
    }

    package var bools: RepeatedScalars<Scalar.Bool> {
        @_lifetime(copy self)
        get {
            RepeatedScalars<Scalar.Bool>(boolsRun, in: bytes)
        }
    }

    package var colors: RepeatedScalars<Scalar.Enumeration<Color>> {
        @_lifetime(copy self)
        get {
            RepeatedScalars<Scalar.Enumeration<Color>>(colorsRun, in: bytes)
        }
    }

    package var texts: RepeatedStrings {
        @_lifetime(copy self)
        get {
            RepeatedStrings(textsRun, in: bytes)
        }
    }

    package var blobs: RepeatedBytes {
        @_lifetime(copy self)
        get {
            RepeatedBytes(blobsRun, in: bytes)
        }
    }

    package var userIDs: RepeatedValues<UniqueID> {
        @_lifetime(copy self)
        get {
            RepeatedValues<UniqueID>(userIDsRun, in: bytes)
        }
    }

    package var roots: RepeatedValues<Digest> {
        @_lifetime(copy self)
        get {
            RepeatedValues<Digest>(rootsRun, in: bytes)
        }
    }

    package var points: RepeatedMessages<EncodedPoint> {
        @_lifetime(copy self)
        get {
            RepeatedMessages<EncodedPoint>(pointsRun, in: bytes)
        }
    }

    package var int64s: RepeatedScalars<Scalar.Int64> {
        @_lifetime(copy self)
        get {
            RepeatedScalars<Scalar.Int64>(int64sRun, in: bytes)
        }
    }

    /// A word of Swift.
    package var `default`: String {
        bytes.text(defaultRange)
    }

    /// The UTF-8 of `default`, none if it is absent.
    package var defaultUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(defaultRange)
        }
    }

    package var nothing: EncodedSamplerNothing? {
        @_lifetime(copy self)
        get throws(WireError) {
            guard nothingRange.isPresent else { return nil }
            return try EncodedSamplerNothing(bytes.slice(nothingRange))
        }
    }

    /// The bytes of `nothing`, none if it is absent.
    package var nothingBytes: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(nothingRange)
        }
    }

    package func validate() throws(WireError) {
        if let message = try point { try message.validate() }
        try points.validate()
        if let message = try nothing { try message.validate() }
    }
}

/// One field of every kind that the generator writes.
///
/// No log holds it, so it may change.
package struct Sampler: WireMessage {
    package var uint32: UInt32

    package var uint64: UInt64

    package var int32: Int32

    package var int64: Int64

    package var sint32: Int32

    package var sint64: Int64

    package var fixed32: UInt32

    package var fixed64: UInt64

    package var sfixed32: Int32

    package var sfixed64: Int64

    package var double: Double

    package var bool: Bool

    package var text: String

    package var blob: [UInt8]

    /// A comment of two sentences.
    ///
    /// The second one is long enough to be carried over to another line of it.
    package var userID: UniqueID?

    package var root: Digest?

    package var color: Color

    package var point: Point?

    /// Presence: a default that is written differs from one that is not.
    package var maybeUint32: UInt32?

    package var maybeSint64: Int64?

    package var maybeDouble: Double?

    package var maybeBool: Bool?

    package var maybeText: String?

    package var maybeBlob: [UInt8]?

    package var maybeColor: Color?

    package var maybeFixed64: UInt64?

    package var uint32s: [UInt32]

    package var sint32s: [Int32]

    package var fixed64s: [UInt64]

    package var doubles: [Double]

    package var bools: [Bool]

    package var colors: [Color]

    package var texts: [String]

    package var blobs: [[UInt8]]

    package var userIDs: [UniqueID]

    package var roots: [Digest]

    package var points: [Point]

    package var int64s: [Int64]

    /// A word of Swift.
    package var `default`: String

    package var nothing: SamplerNothing?

    package init(
        uint32: UInt32 = 0,
        uint64: UInt64 = 0,
        int32: Int32 = 0,
        int64: Int64 = 0,
        sint32: Int32 = 0,
        sint64: Int64 = 0,
        fixed32: UInt32 = 0,
        fixed64: UInt64 = 0,
        sfixed32: Int32 = 0,
        sfixed64: Int64 = 0,
        double: Double = 0,
        bool: Bool = false,
        text: String = "",
        blob: [UInt8] = [],
        userID: UniqueID? = nil,
        root: Digest? = nil,
        color: Color = Color(rawValue: 0),
        point: Point? = nil,
        maybeUint32: UInt32? = nil,
        maybeSint64: Int64? = nil,
        maybeDouble: Double? = nil,
        maybeBool: Bool? = nil,
        maybeText: String? = nil,
        maybeBlob: [UInt8]? = nil,
        maybeColor: Color? = nil,
        maybeFixed64: UInt64? = nil,
        uint32s: [UInt32] = [],
        sint32s: [Int32] = [],
        fixed64s: [UInt64] = [],
        doubles: [Double] = [],
        bools: [Bool] = [],
        colors: [Color] = [],
        texts: [String] = [],
        blobs: [[UInt8]] = [],
        userIDs: [UniqueID] = [],
        roots: [Digest] = [],
        points: [Point] = [],
        int64s: [Int64] = [],
        `default`: String = "",
        nothing: SamplerNothing? = nil
    ) {
        self.uint32 = uint32
        self.uint64 = uint64
        self.int32 = int32
        self.int64 = int64
        self.sint32 = sint32
        self.sint64 = sint64
        self.fixed32 = fixed32
        self.fixed64 = fixed64
        self.sfixed32 = sfixed32
        self.sfixed64 = sfixed64
        self.double = double
        self.bool = bool
        self.text = text
        self.blob = blob
        self.userID = userID
        self.root = root
        self.color = color
        self.point = point
        self.maybeUint32 = maybeUint32
        self.maybeSint64 = maybeSint64
        self.maybeDouble = maybeDouble
        self.maybeBool = maybeBool
        self.maybeText = maybeText
        self.maybeBlob = maybeBlob
        self.maybeColor = maybeColor
        self.maybeFixed64 = maybeFixed64
        self.uint32s = uint32s
        self.sint32s = sint32s
        self.fixed64s = fixed64s
        self.doubles = doubles
        self.bools = bools
        self.colors = colors
        self.texts = texts
        self.blobs = blobs
        self.userIDs = userIDs
        self.roots = roots
        self.points = points
        self.int64s = int64s
        self.default = `default`
        self.nothing = nothing
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedSampler) throws(WireError) {
        uint32 = encoded.uint32
        uint64 = encoded.uint64
        int32 = encoded.int32
        int64 = encoded.int64
        sint32 = encoded.sint32
        sint64 = encoded.sint64
        fixed32 = encoded.fixed32
        fixed64 = encoded.fixed64
        sfixed32 = encoded.sfixed32
        sfixed64 = encoded.sfixed64
        double = encoded.double
        bool = encoded.bool
        text = encoded.text
        blob = encoded.bytes.array(encoded.blobRange)
        userID = encoded.userID
        root = encoded.root
        color = encoded.color
        point =
            encoded.pointRange.isPresent
            ? try Point(decoding: encoded.pointBytes) : nil
        maybeUint32 = encoded.maybeUint32
        maybeSint64 = encoded.maybeSint64
        maybeDouble = encoded.maybeDouble
        maybeBool = encoded.maybeBool
        maybeText = encoded.maybeText
        maybeBlob =
            encoded.maybeBlobRange.isPresent
            ? encoded.bytes.array(encoded.maybeBlobRange) : nil
        maybeColor = encoded.maybeColor
        maybeFixed64 = encoded.maybeFixed64
        uint32s = try encoded.uint32s.array()
        sint32s = try encoded.sint32s.array()
        fixed64s = try encoded.fixed64s.array()
        doubles = try encoded.doubles.array()
        bools = try encoded.bools.array()
        colors = try encoded.colors.array()
        texts = try encoded.texts.array()
        blobs = try encoded.blobs.array()
        userIDs = try encoded.userIDs.array()
        roots = try encoded.roots.array()
        points = try encoded.points.array(of: Point.self)
        int64s = try encoded.int64s.array()
        `default` = encoded.`default`
        nothing =
            encoded.nothingRange.isPresent
            ? try SamplerNothing(decoding: encoded.nothingBytes) : nil
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedSampler(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if uint32 != 0 { writer.write(uint32: uint32, field: 1) }
        if uint64 != 0 { writer.write(uint64: uint64, field: 2) }
        if int32 != 0 { writer.write(int32: int32, field: 3) }
        if int64 != 0 { writer.write(int64: int64, field: 4) }
        if sint32 != 0 { writer.write(sint32: sint32, field: 5) }
        if sint64 != 0 { writer.write(sint64: sint64, field: 6) }
        if fixed32 != 0 { writer.write(fixed32: fixed32, field: 7) }
        if fixed64 != 0 { writer.write(fixed64: fixed64, field: 8) }
        if sfixed32 != 0 { writer.write(sfixed32: sfixed32, field: 9) }
        if sfixed64 != 0 { writer.write(sfixed64: sfixed64, field: 10) }
        if double.bitPattern != 0 { writer.write(double: double, field: 11) }
        if bool { writer.write(bool: bool, field: 12) }
        if !text.isEmpty { writer.write(text, field: 13) }
        if !blob.isEmpty { writer.write(blob, field: 14) }
        if let userID { writer.write(userID, field: 15) }
        if let root { writer.write(root, field: 16) }
        if color.rawValue != 0 { writer.write(int32: color.rawValue, field: 17) }
        if let point { writer.write(point, field: 18) }
        if let maybeUint32 { writer.write(uint32: maybeUint32, field: 20) }
        if let maybeSint64 { writer.write(sint64: maybeSint64, field: 21) }
        if let maybeDouble { writer.write(double: maybeDouble, field: 22) }
        if let maybeBool { writer.write(bool: maybeBool, field: 23) }
        if let maybeText { writer.write(maybeText, field: 24) }
        if let maybeBlob { writer.write(maybeBlob, field: 25) }
        if let maybeColor { writer.write(int32: maybeColor.rawValue, field: 26) }
        if let maybeFixed64 { writer.write(fixed64: maybeFixed64, field: 27) }
        writer.write(packed: uint32s, as: Scalar.UInt32.self, field: 30)
        writer.write(packed: sint32s, as: Scalar.SInt32.self, field: 31)
        writer.write(packed: fixed64s, as: Scalar.Fixed64.self, field: 32)
        writer.write(packed: doubles, as: Scalar.Double.self, field: 33)
        writer.write(packed: bools, as: Scalar.Bool.self, field: 34)
        writer.write(packed: colors, as: Scalar.Enumeration<Color>.self, field: 35)
        for value in texts { writer.write(value, field: 36) }
        for value in blobs { writer.write(value, field: 37) }
        for value in userIDs { writer.write(value, field: 38) }
        for value in roots { writer.write(value, field: 39) }
        for value in points { writer.write(value, field: 40) }
        writer.write(packed: int64s, as: Scalar.Int64.self, field: 41)
        if !`default`.isEmpty { writer.write(`default`, field: 1000) }
        if let nothing { writer.write(nothing, field: 536870911) }
    }
}

/// One `SamplerNothing` as it lies in its bytes, checked and not copied.
package struct EncodedSamplerNothing: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            try reader.skipUnknown(tag)
        }
    }

    package func validate() throws(WireError) {}
}

package struct SamplerNothing: WireMessage {
    package init() {}

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedSamplerNothing) throws(WireError) {
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedSamplerNothing(bytes))
    }

    package func encode(into writer: inout WireWriter) {
    }
}

/// One `Point` as it lies in its bytes, checked and not copied.
package struct EncodedPoint: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    package private(set) var x: Int32 = 0

    package private(set) var y: Int32 = 0

    fileprivate var labelRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 8:
                x = try reader.sint32()
                if x == 0 { throw reader.defaultValueWritten() }
            case 16:
                y = try reader.sint32()
                if y == 0 { throw reader.defaultValueWritten() }
            case 26:
                labelRange = try reader.range()
            default:
                switch tag.number {
                case 1...3:
                    throw reader.wrongWireType()
                default:
                    try reader.skipUnknown(tag)
                }
            }
        }
    }

    package var label: EncodedLabel? {
        @_lifetime(copy self)
        get throws(WireError) {
            guard labelRange.isPresent else { return nil }
            return try EncodedLabel(bytes.slice(labelRange))
        }
    }

    /// The bytes of `label`, none if it is absent.
    package var labelBytes: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(labelRange)
        }
    }

    package func validate() throws(WireError) {
        if let message = try label { try message.validate() }
    }
}

package struct Point: WireMessage {
    package var x: Int32

    package var y: Int32

    package var label: Label?

    package init(
        x: Int32 = 0,
        y: Int32 = 0,
        label: Label? = nil
    ) {
        self.x = x
        self.y = y
        self.label = label
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedPoint) throws(WireError) {
        x = encoded.x
        y = encoded.y
        label =
            encoded.labelRange.isPresent
            ? try Label(decoding: encoded.labelBytes) : nil
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedPoint(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if x != 0 { writer.write(sint32: x, field: 1) }
        if y != 0 { writer.write(sint32: y, field: 2) }
        if let label { writer.write(label, field: 3) }
    }
}

/// One `Label` as it lies in its bytes, checked and not copied.
package struct EncodedLabel: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    fileprivate var nameRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                nameRange = try reader.string()
                if nameRange.count == 0 { throw reader.defaultValueWritten() }
            default:
                switch tag.number {
                case 1:
                    throw reader.wrongWireType()
                default:
                    try reader.skipUnknown(tag)
                }
            }
        }
    }

    package var name: String {
        bytes.text(nameRange)
    }

    /// The UTF-8 of `name`, none if it is absent.
    package var nameUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(nameRange)
        }
    }

    package func validate() throws(WireError) {}
}

package struct Label: WireMessage {
    package var name: String

    package init(
        name: String = ""
    ) {
        self.name = name
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedLabel) throws(WireError) {
        name = encoded.name
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedLabel(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if !name.isEmpty { writer.write(name, field: 1) }
    }
}

/// One `Carrier` as it lies in its bytes, checked and not copied.
package struct EncodedCarrier: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    package private(set) var id: UInt32 = 0

    /// The field number of the load, 0 if there is none.
    package private(set) var loadNumber: UInt32 = 0

    fileprivate var loadRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 8:
                id = try reader.uint32()
                if id == 0 { throw reader.defaultValueWritten() }
            default:
                switch tag.number {
                case 1:
                    throw reader.wrongWireType()
                case 10... where tag.isLengthDelimited:
                    guard loadNumber == 0 else { throw reader.secondMember() }
                    loadNumber = tag.number
                    loadRange = try reader.range()
                case 10, 12:
                    throw reader.wrongWireType()
                default:
                    try reader.skipUnknown(tag)
                }
            }
        }
    }

    /// The bytes of the load, which may be of a type that these schemas do not know.
    package var load: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(loadRange)
        }
    }

    package func validate() throws(WireError) {}
}

/// A message with a oneof, which stays opaque.
package struct Carrier: Sendable, Hashable {
    package var id: UInt32

    package init(
        id: UInt32 = 0
    ) {
        self.id = id
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedCarrier) throws(WireError) {
        id = encoded.id
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedCarrier(bytes))
    }

    /// Appends the fields and, encoded already, the load.
    ///
    /// - Precondition: the number is 0 for none, or at least 10.
    package func encode(
        into writer: inout WireWriter,
        load number: UInt32,
        body: RawSpan
    ) {
        precondition(number == 0 || number >= 10, "not a member's number")
        encodeFields(into: &writer)
        if number != 0 { writer.write(body, field: number) }
    }

    /// Appends the fields and the load.
    ///
    /// - Precondition: the number is at least 10.
    package func encode(
        into writer: inout WireWriter,
        load number: UInt32,
        body: borrowing some WireMessage
    ) {
        precondition(number >= 10, "not a member's number")
        encodeFields(into: &writer)
        writer.write(body, field: number)
    }

    private func encodeFields(into writer: inout WireWriter) {
        if id != 0 { writer.write(uint32: id, field: 1) }
    }
}

/// The numbers of the members of `Carrier`'s `load`.
package enum CarrierLoad {
    package static let point: UInt32 = 10
    package static let label: UInt32 = 12
}

/// One `Holder` as it lies in its bytes, checked and not copied.
package struct EncodedHolder: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    fileprivate var carrierRange = WireRange.absent
    fileprivate var carriersRun = WireRun.none

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                carrierRange = try reader.range()
            case 18:
                carriersRun = try reader.run(tag, of: .bytes)
            default:
                switch tag.number {
                case 1...2:
                    throw reader.wrongWireType()
                default:
                    try reader.skipUnknown(tag)
                }
            }
        }
    }

    package var carrier: EncodedCarrier? {
        @_lifetime(copy self)
        get throws(WireError) {
            guard carrierRange.isPresent else { return nil }
            return try EncodedCarrier(bytes.slice(carrierRange))
        }
    }

    /// The bytes of `carrier`, none if it is absent.
    package var carrierBytes: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(carrierRange)
        }
    }

    package var carriers: RepeatedMessages<EncodedCarrier> {
        @_lifetime(copy self)
        get {
            RepeatedMessages<EncodedCarrier>(carriersRun, in: bytes)
        }
    }

    package func validate() throws(WireError) {
        if let message = try carrier { try message.validate() }
        try carriers.validate()
    }
}

package struct Holder: WireMessage {
    /// The bytes of one `Carrier`, whose oneof only they keep.
    package var carrier: [UInt8]?

    /// The bytes of each `Carrier`, whose oneof only they keep.
    package var carriers: [[UInt8]]

    package init(
        carrier: [UInt8]? = nil,
        carriers: [[UInt8]] = []
    ) {
        self.carrier = carrier
        self.carriers = carriers
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedHolder) throws(WireError) {
        carrier =
            encoded.carrierRange.isPresent
            ? encoded.bytes.array(encoded.carrierRange) : nil
        carriers = try RepeatedBytes(encoded.carriersRun, in: encoded.bytes).array()
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedHolder(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let carrier { writer.write(carrier, field: 1) }
        for value in carriers { writer.write(value, field: 2) }
    }
}

package enum Color: WireEnumeration {
    case unspecified
    case red
    /// Far away, and long on the wire.
    case deepBlue

    /// A number that these schemas do not know.
    case unrecognized(Int32)

    /// Names a number as it stands in the log.
    package init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .red
        case -7: self = .deepBlue
        default: self = .unrecognized(rawValue)
        }
    }

    /// The number that stands in the log.
    package var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .red: 1
        case .deepBlue: -7
        case .unrecognized(let number): number
        }
    }
}
