/// Media that must be deleted elsewhere, because the last words that named them were erased.
struct MediaDebt: Sendable {
    /// The first position at which the log may say so: the store alone knows the exact one.
    var first: Int
    var time: Int
    var urls: Set<String>
}

extension Oracle {
    /// The media that some facts name.
    func media(_ condition: (Fact) -> Bool) -> Set<String> {
        var urls: Set<String> = []
        for fact in chatFacts + others where condition(fact) {
            let named: [Value?] =
                switch fact.kind {
                case .sent:
                    (fact.fields["attachments"]?.array ?? []).flatMap {
                        [$0["url"], $0["thumbnail"]]
                    }
                case .annotated: [fact.fields["linkPreview"]?["image"]]
                case .created, .pictured: [fact.fields["photo"]]
                case .profileSet: [fact.fields["avatar"]]
                default: []
                }
            urls.formUnion(named.compactMap { $0?.string })
        }
        return urls
    }

    /// D-94: up to the mark; what is acknowledged is owed no longer.
    mutating func acknowledgeMedia(_ call: Call) throws(Refused) -> Value {
        let mark = call["mark"]?.int ?? 0
        guard (1...position).contains(mark) else { throw Refused(codes: ["invalidRequest"]) }
        let before = debts.count
        debts.removeAll { $0.first <= mark }
        if debts.count < before { record(.mediaPaid, by: call.actor) }
        return [:]
    }

    func mediaOwed(_ page: inout Page) throws(Refused) -> Value {
        try page.answer(debts, key: { [.number($0.first)] }) { debt in
            [
                "position": .unsettled, "at": .int(debt.time),
                "urls": .anyOrder(debt.urls.sorted().map(Value.string)),
            ]
        }
    }

    /// The marks of which it is settled what they acknowledge: those that no append of owed media
    /// surrounds.
    var marksOfMedia: [Int] { debts.map { $0.first - 1 } + [position] }
}
