/// The filler messages of the tour's largest group.
enum SmallTalk {
    private static let things = [
        "paper cups", "garden chairs", "lanterns", "lemonade", "the long extension lead",
        "chalk for the children", "a first-aid box", "the grill", "charcoal", "plates", "blankets",
        "the bunting", "the raffle", "a projector", "two benches", "napkins", "the quiz",
    ]

    private static let beginnings = [
        "Who has", "I can bring", "Do we still need", "I know where to get", "Last year we forgot",
        "My sister lends us", "Let us not forget", "Can someone carry",
    ]

    private static let answers = [
        "Good idea.", "I will ask.", "Two, I think.", "Done!", "Perfect.", "On Saturday?",
        "Not sure, let me look.", "I have some in the cellar.", "Count me in.", "Already here.",
        "Thank you!",
    ]

    static func text(_ number: Int) -> String {
        guard number.isMultiple(of: 3) else { return answers[number * 5 % answers.count] }
        let turn = number / 3
        let beginning = beginnings[turn % beginnings.count]
        let isQuestion = ["Who has", "Do we still need", "Can someone carry"].contains(beginning)
        return "\(beginning) \(things[turn % things.count])\(isQuestion ? "?" : ".")"
    }
}
