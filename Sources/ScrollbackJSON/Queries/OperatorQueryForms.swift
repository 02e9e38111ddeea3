internal import Messaging

extension QueryForm {
    static let operators: [QueryForm] = [
        QueryForm(ofOperator: .state) { .state },
        QueryForm(ofOperator: .views) { .views },
    ]
}
