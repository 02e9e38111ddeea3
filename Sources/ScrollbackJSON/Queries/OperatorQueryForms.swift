internal import Messaging
internal import Wire

extension Shape<Position> {
    fileprivate static let position = Shape<UInt64>.integer(UInt64.self).map(Position.init)
}

extension QueryForm {
    static let operators: [QueryForm] = [
        QueryForm(ofOperator: .state) { .state },
        QueryForm(ofOperator: .views) { .views },
        QueryForm(ofOperator: .notificationPlan, .required("position", .position)) {
            .notificationPlan($0)
        },
    ]
}
