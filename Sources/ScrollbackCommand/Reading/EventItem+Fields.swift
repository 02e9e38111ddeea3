import Messaging
import Wire

extension EventItem {
    /// The id in a field of the envelope; nil if there is none.
    func id(_ field: String) -> UniqueID? {
        guard case .id(let id)? = value(field) else { return nil }
        return id
    }

    func value(_ field: String) -> DescribedValue? {
        fields.fields.first { $0.name == field }?.value
    }
}

extension EventsQuery {
    /// The numbers of types of events by their names in the schemas.
    static func types(_ names: String...) -> Set<UInt32> {
        Set(EventDescription.all.filter { names.contains($0.name) }.map(\.number))
    }
}
