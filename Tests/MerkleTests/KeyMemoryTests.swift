#if os(Linux)
    import Glibc
    import Merkle
    import Testing

    @Suite struct `A private key leaves nothing behind in memory` {
        /// A seed that nothing else in this process has.
        private static let wanted = (0..<32).map { UInt8(truncatingIfNeeded: $0 * 37 + 11) }

        @Test func `after signing, writing and reading its text, no copy is left`() throws {
            let needle = Self.wanted
            let inUse = try use(needle)
            #expect(inUse > 0, "a seed in use is found, or finding none would prove nothing")
            #expect(places(of: needle) == 0)
        }

        /// Makes a key, signs with it, and makes it again from its text.
        ///
        /// - Returns: how many copies of the seed there are meanwhile.
        private func use(_ seed: [UInt8]) throws -> Int {
            let key = try SignerKey(name: KeyName("log"), seed: seed.span.bytes)
            _ = try key.signature(of: [1, 2, 3].span.bytes)
            var text = key.withPrivateText { text in text.withUnsafeBytes { Array($0) } }
            let again = try SignerKey.parse(text.span.bytes)
            for place in text.indices { text[place] = 0 }
            return withExtendedLifetime((key, again)) { places(of: seed) }
        }

        /// How often bytes stand in this process's writable memory, but for themselves.
        private func places(of needle: [UInt8]) -> Int {
            let memory = open("/proc/self/mem", O_RDONLY)
            defer { close(memory) }
            let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
            defer { block.deallocate() }
            let own = UInt64(UInt(bitPattern: block.baseAddress))
            return needle.withUnsafeBytes { all in
                // The half that freeing a block leaves as it was.
                let needle = UnsafeRawBufferPointer(rebasing: all[(all.count / 2)...])
                let itself = UInt64(UInt(bitPattern: needle.baseAddress))
                var count = 0
                for region in writableRegions() {
                    var start = region.lowerBound
                    while start < region.upperBound {
                        let wanted = min(block.count, Int(region.upperBound - start))
                        let read = pread(memory, block.baseAddress, wanted, off_t(start))
                        guard read > needle.count else { break }
                        for offset in offsets(
                            of: needle,
                            in: UnsafeRawBufferPointer(block),
                            to: read
                        ) {
                            let place = start + UInt64(offset)
                            let isOurs = place == itself || (own..<own + 1 << 20).contains(place)
                            if !isOurs { count += 1 }
                        }
                        // Blocks overlap, so that nothing is missed between two.
                        start += UInt64(read == wanted && read < block.count ? read : read - 32)
                    }
                }
                return count
            }
        }

        private func offsets(
            of needle: UnsafeRawBufferPointer,
            in block: UnsafeRawBufferPointer,
            to end: Int
        ) -> [Int] {
            guard let start = block.baseAddress, let wanted = needle.baseAddress else { return [] }
            var found: [Int] = []
            var offset = 0
            while offset + needle.count <= end,
                let next = memchr(start + offset, Int32(needle[0]), end - needle.count + 1 - offset)
            {
                if memcmp(next, wanted, needle.count) == 0 {
                    found.append(start.distance(to: next))
                }
                offset = start.distance(to: next) + 1
            }
            return found
        }

        private func writableRegions() -> [Range<UInt64>] {
            guard let file = fopen("/proc/self/maps", "r") else { return [] }
            defer { fclose(file) }
            var regions: [Range<UInt64>] = []
            var line = [CChar](repeating: 0, count: 4096)
            while fgets(&line, Int32(line.count), file) != nil {
                let text = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
                let words = String(decoding: text, as: UTF8.self).split(separator: " ")
                let ends = words[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
                if ends.count == 2, words[1].hasPrefix("rw") { regions.append(ends[0]..<ends[1]) }
            }
            return regions
        }
    }
#endif
