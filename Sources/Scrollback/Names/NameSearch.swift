internal import Glibc
internal import Messaging
internal import Wire

/// Finds the first people of a page among names that are known.
struct NameSearch {
    /// The place of a found person in the order.
    private struct Spot: Comparable {
        let name: UnsafeRawBufferPointer
        let user: UserID
        let profile: Position

        static func < (left: Spot, right: Spot) -> Bool {
            let order = left.compare(right)
            return order == 0 ? left.user < right.user : order < 0
        }

        static func == (left: Spot, right: Spot) -> Bool {
            left.user == right.user && left.compare(right) == 0
        }

        private func compare(_ other: Spot) -> Int {
            let common = min(name.count, other.name.count)
            // Two pointers to nothing may be nil.
            if common > 0, let left = name.baseAddress, let right = other.name.baseAddress {
                let order = memcmp(left, right, common)
                if order != 0 { return Int(order) }
            }
            return name.count - other.name.count
        }
    }

    let names: Names
    let text: FoldedText

    /// The first people behind a place, in their order.
    ///
    /// - Parameters:
    ///   - start: The place; nil to begin with the first.
    ///   - limit: How many are asked for, at least one.
    ///   - canFind: Whether a user may be found. It is called only for users among the first of
    ///     all users examined so far.
    /// - Returns: Where they stand.
    func places(
        behind start: NamePlace?,
        atMost limit: Int,
        where canFind: (_ user: UserID, _ profile: Position) -> Bool
    ) -> [NamePlace] {
        (start?.name.bytes ?? []).withUnsafeBytes { startName in
            let first = start.map { Spot(name: startName, user: $0.user, profile: .zero) }
            var found = Foremost<Spot, Spot>(atMost: limit)
            func look(at chunks: [NameChunk], except apart: Set<UserID>) {
                for chunk in chunks {
                    chunk.forEach(with: text) { entry in
                        let spot = Spot(
                            name: chunk.shownName(of: entry),
                            user: entry.user,
                            profile: entry.profile
                        )
                        if let first, spot <= first { return }
                        guard found.keeps(spot), apart.isEmpty || !apart.contains(entry.user),
                            canFind(entry.user, entry.profile)
                        else { return }
                        found.add(spot, at: spot)
                    }
                }
            }
            return withExtendedLifetime(names) {
                look(at: names.chunks, except: names.apart)
                look(at: names.older, except: [])
                return found.ordered().map {
                    NamePlace(name: FoldedText(bytes: Array($0.name)), user: $0.user)
                }
            }
        }
    }
}
