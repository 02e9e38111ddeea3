/// A batch's buffers, one for each table; their creator frees them.
@safe
struct WriteBuffers {
    let count: Int
    private let buffers: UnsafeMutablePointer<WriteBuffer>
    private let size: UnsafeMutablePointer<BatchSize>

    init(_ count: Int, _ hashing: KeyHashing) {
        self.count = count
        size = .allocate(capacity: 1)
        size.initialize(to: BatchSize())
        buffers = .allocate(capacity: count)
        for number in 0..<count { (buffers + number).initialize(to: WriteBuffer(hashing, size)) }
    }

    func free() {
        buffers.deinitialize(count: count)
        buffers.deallocate()
        size.deallocate()
    }

    subscript(table: ViewTable) -> UnsafeMutablePointer<WriteBuffer> { buffers + table.number }

    /// The tables.
    var tables: some Sequence<ViewTable> { (0..<count).lazy.map { ViewTable(number: $0) } }

    /// The memory that all keys and values take.
    var byteCount: Int { size.pointee.bytes }

    /// How many keys of all tables were touched.
    var rowCount: Int { size.pointee.rows }

    /// Removes all entries, and keeps the memory.
    func removeAll() {
        for table in tables { self[table].pointee.removeAll() }
        size.pointee = BatchSize()
    }
}

/// The size of all buffers of a batch, which a replay checks after every event.
struct BatchSize {
    var bytes = 0
    var rows = 0
}
