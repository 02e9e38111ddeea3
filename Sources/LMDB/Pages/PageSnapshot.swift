/// The pages of one state of a file; they stay as they are while a reader holds the state.
struct PageSnapshot: Sendable {
    let map: PageMap
    let meta: MetaPage

    func withPages<Result>(
        _ body: (PageBytes) throws(PageFault) -> Result
    ) throws(PageFault) -> Result {
        try map.withBytes { (bytes) throws(PageFault) in try body(PageBytes(bytes, meta)) }
    }
}
