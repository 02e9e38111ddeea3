/// The first of many elements in their order; only the requested number is kept.
///
/// Places lie in a heap whose top is the last one that is kept, and name the elements, which are
/// large and stay where they are.
struct Foremost<Place: Comparable, Element> {
    private let limit: Int
    private var heap: [(place: Place, index: Int)] = []
    private var elements: [Element] = []

    /// - Parameter limit: at least one.
    init(atMost limit: Int) {
        self.limit = limit
    }

    /// Whether an element at a place would be kept now.
    func keeps(_ place: Place) -> Bool { heap.count < limit || place < heap[0].place }

    /// - Complexity: one comparison for an element that is not kept, else the logarithm of the
    ///   number kept.
    mutating func add(_ element: Element, at place: Place) {
        if heap.count < limit {
            heap.append((place, elements.count))
            elements.append(element)
            rise()
        } else if place < heap[0].place {
            elements[heap[0].index] = element
            heap[0].place = place
            sink()
        }
    }

    /// The first ones, in order.
    func ordered() -> [Element] {
        heap.sorted { $0.place < $1.place }.map { elements[$0.index] }
    }

    private mutating func rise() {
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[parent].place < heap[child].place else { return }
            heap.swapAt(parent, child)
            child = parent
        }
    }

    private mutating func sink() {
        var parent = 0
        while true {
            var last = parent
            let children = 2 * parent + 1
            for child in children..<min(children + 2, max(children, heap.count))
            where heap[last].place < heap[child].place {
                last = child
            }
            guard last != parent else { return }
            heap.swapAt(parent, last)
            parent = last
        }
    }
}
