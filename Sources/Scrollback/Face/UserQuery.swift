public import Messaging

/// A query that a user can ask, with `Session.ask` or on a snapshot.
///
/// Only the store's own queries conform.
public protocol UserQuery: Query {
    /// The function that answers the query.
    static var answering: UserAnswering<Self> { get }
}

/// The function that answers one type of user query.
public struct UserAnswering<Asked: Query>: Sendable {
    package let answer:
        @Sendable (Asked, inout UserQueryEvaluator) throws(QueryError) -> Asked.Answer

    package init(
        _ answer:
            @escaping @Sendable (Asked, inout UserQueryEvaluator) throws(QueryError) -> Asked.Answer
    ) {
        self.answer = answer
    }
}

/// A query that the operator can ask, with `OperatorSession.ask`.
///
/// Only the store's own queries conform.
public protocol OperatorQuery: Query {
    /// The function that answers the query for the operator.
    static var answering: OperatorAnswering<Self> { get }
}

/// The function that answers one type of operator query.
public struct OperatorAnswering<Asked: Query>: Sendable {
    package let answer:
        @Sendable (Asked, inout OperatorQueryEvaluator) throws(QueryError) -> Asked.Answer
    /// The function that answers without views, so that it does also while they are made anew; nil
    /// where the query needs them.
    package let answerWithoutViews: (@Sendable (Asked, Engine) throws(QueryError) -> Asked.Answer)?

    package init(
        _ answer:
            @escaping @Sendable (Asked, inout OperatorQueryEvaluator) throws(QueryError) ->
            Asked.Answer
    ) {
        self.answer = answer
        answerWithoutViews = nil
    }

    package init(
        withoutViews answer: @escaping @Sendable (Asked, Engine) throws(QueryError) -> Asked.Answer
    ) {
        self.answer = { (query, evaluator) throws(QueryError) in
            try answer(query, evaluator.state.engine)
        }
        answerWithoutViews = answer
    }
}

extension UserQueryEvaluator {
    /// Answers a query of any type.
    package mutating func answer<Asked: UserQuery>(
        _ query: Asked
    ) throws(QueryError) -> Asked.Answer {
        try Asked.answering.answer(query, &self)
    }
}

extension OperatorQueryEvaluator {
    /// Answers a query of any type.
    package mutating func answer<Asked: OperatorQuery>(
        _ query: Asked
    ) throws(QueryError) -> Asked.Answer {
        try Asked.answering.answer(query, &self)
    }
}
