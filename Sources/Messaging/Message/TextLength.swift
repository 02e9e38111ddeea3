extension String {
    /// Whether there are at most so many characters, as a reader counts them.
    ///
    /// - Complexity: O(1) for a text with no more bytes than that.
    func hasAtMost(_ limit: Int) -> Bool {
        if utf8.count <= limit { return true }
        return index(startIndex, offsetBy: limit, limitedBy: endIndex).map { $0 == endIndex }
            ?? true
    }

    /// Whether there is something, and not too much of it.
    func hasOneTo(_ limit: Int) -> Bool { !isEmpty && hasAtMost(limit) }
}
