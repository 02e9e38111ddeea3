/// How large a workload is.
package struct Shape: Hashable, Sendable {
    /// What the ids look like.
    package enum IDs: String, Hashable, Sendable, CaseIterable {
        /// They sort by time (UUID version 7).
        case ordered
        /// UUID version 4.
        case random
    }

    /// What is there to be read beside the traffic.
    package struct Landmarks: Hashable, Sendable {
        /// Messages of a conversation of eight people, of another one, and of a third.
        package var longMessages: Int
        package var largeMessages: Int
        package var middleMessages: Int
        /// Members of a large group, and what they say.
        package var groupMembers: Int
        package var groupMessages: Int
        /// Members of conversations that differ in nothing else, and what is said in each; two
        /// are a direct conversation.
        package var sizes: [Int]
        package var messagesOfSizes: Int
        /// The numbers of conversations of three users: many, some and few.
        package var manyChats: Int
        package var someChats: Int
        package var fewChats: Int
        /// How many messages each of these conversations has on average.
        package var messagesInChats: Int

        /// Landmarks of which none is there.
        package static let none = Landmarks(
            longMessages: 0,
            largeMessages: 0,
            middleMessages: 0,
            groupMessages: 0,
            sizes: [],
            manyChats: 0,
            someChats: 0,
            fewChats: 0
        )

        package init(
            longMessages: Int = 100_000,
            largeMessages: Int = 10_000,
            middleMessages: Int = 500,
            groupMembers: Int = 5_000,
            groupMessages: Int = 1_000,
            sizes: [Int] = [2, 50, 500],
            messagesOfSizes: Int = 200,
            manyChats: Int = 10_000,
            someChats: Int = 1_000,
            fewChats: Int = 50,
            messagesInChats: Int = 2
        ) {
            self.longMessages = longMessages
            self.largeMessages = largeMessages
            self.middleMessages = middleMessages
            self.groupMembers = groupMembers
            self.groupMessages = groupMessages
            self.sizes = sizes
            self.messagesOfSizes = messagesOfSizes
            self.manyChats = manyChats
            self.someChats = someChats
            self.fewChats = fewChats
            self.messagesInChats = messagesInChats
        }
    }

    package var users: Int
    package var conversations: Int
    /// How many events the traffic has, each of one operation.
    package var events: Int
    package var landmarks: Landmarks?
    package var ids: IDs
    package var seed: UInt64

    package init(
        users: Int = 10_000,
        conversations: Int = 2_000,
        events: Int,
        landmarks: Landmarks? = nil,
        ids: IDs = .ordered,
        seed: UInt64
    ) {
        self.users = users
        self.conversations = conversations
        self.events = events
        self.landmarks = landmarks
        self.ids = ids
        self.seed = seed
    }
}
