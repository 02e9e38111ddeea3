extension LinkPreview {
    /// Whether a text holds its address, with `http://` or `https://` or without.
    func belongs(to text: String) -> Bool {
        var address = url[...]
        for scheme in ["http://", "https://"] where url.hasPrefix(scheme) {
            address = url.dropFirst(scheme.count)
        }
        return !address.isEmpty && BytePattern(Array(address.utf8)).isPart(of: text.utf8)
    }
}
