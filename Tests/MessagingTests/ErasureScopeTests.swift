import DomainSupport
import Testing
import Wire

@testable import Messaging

@Suite struct `What a request for erasure names` {
    private static let targets: [Erase.Target] = [
        .message(.named("hello")), .conversation(.named("chat")), .user(.named("sarah")),
    ]

    @Test(arguments: targets)
    func `is older than the request`(target: Erase.Target) {
        let request = ErasureFacts(position: Position(5), target: target)
        let named = (3...7).filter { request.names(content(at: $0)) }
        #expect(named == [3, 4])
    }

    private func content(at position: UInt64) -> ContentFacts {
        ContentFacts(
            position: Position(position),
            stream: .conversation(.named("chat")),
            actor: .named("sarah"),
            sentAt: Timestamp(microseconds: 0),
            message: .named("hello"),
            role: .sending
        )
    }
}
