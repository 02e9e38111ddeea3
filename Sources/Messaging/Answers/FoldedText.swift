@_spi(_Unicode) internal import Swift

/// A text as searches compare it: without case and without the marks above and below letters.
///
/// "Élodie" is found by "elod", "STRASSE" by "straße". Separate letters, such as the Polish ł, are
/// not changed.
package struct FoldedText: Hashable, Sendable {
    /// In UTF-8.
    package let bytes: [UInt8]

    package init(_ text: String) {
        let utf8 = text.utf8
        if utf8.allSatisfy({ $0 < 0x80 }) {
            bytes = utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
            return
        }
        // Upper case first, which takes letters apart that have no capital of their own.
        var folded = String.UnicodeScalarView()
        for scalar in text._nfd where scalar.properties.canonicalCombiningClass == .notReordered {
            folded.append(scalar)
        }
        bytes = Array(String(folded).uppercased().lowercased().utf8)
    }

    /// A text that was folded before.
    package init(bytes: [UInt8]) { self.bytes = bytes }

    /// Whether it is somewhere in a text; the empty one is in every text.
    ///
    /// - Complexity: O(bytes of the text).
    package func isPart(of text: String) -> Bool {
        if bytes.isEmpty { return true }
        let other = FoldedText(text).bytes
        return other.count >= bytes.count && BytePattern(bytes).isPart(of: other)
    }
}

extension FoldedText: Comparable {
    package static func < (left: FoldedText, right: FoldedText) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}
