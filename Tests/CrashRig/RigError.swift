/// Why the rig cannot say anything, as opposed to what it found.
package struct RigError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
