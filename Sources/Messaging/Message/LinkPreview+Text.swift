extension LinkPreview {
    /// Whether a text holds its address, with `http://` or `https://` or without.
    func belongs(to text: String) -> Bool {
        var address = url[...]
        for scheme in ["http://", "https://"] where url.hasPrefix(scheme) {
            address = url.dropFirst(scheme.count)
        }
        return !address.isEmpty && text.holds(address)
    }
}

extension String {
    /// Whether the text contains another one byte for byte.
    ///
    /// - Complexity: O(bytes of both), with any repetitions (Knuth, Morris, Pratt).
    fileprivate func holds(_ other: Substring) -> Bool {
        let other = Array(other.utf8)
        // How much of its beginning ends at each of its bytes.
        var borders = [0]
        var length = 0
        for byte in other.dropFirst() {
            while length > 0, other[length] != byte { length = borders[length - 1] }
            if other[length] == byte { length += 1 }
            borders.append(length)
        }
        length = 0
        for byte in utf8 {
            while length > 0, other[length] != byte { length = borders[length - 1] }
            if other[length] == byte { length += 1 }
            if length == other.count { return true }
        }
        return other.isEmpty
    }
}
