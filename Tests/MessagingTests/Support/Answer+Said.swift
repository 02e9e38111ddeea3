import Messaging

extension Answer {
    /// The answer without what an erasure says of positions.
    var said: Answer {
        guard case .erasure(var erasure) = self else { return self }
        erasure.erasedList = []
        erasure.request = nil
        return .erasure(erasure)
    }
}
