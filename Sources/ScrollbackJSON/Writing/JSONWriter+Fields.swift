package import Wire

// A field of an object is a name and a value.

extension JSONWriter {
    package mutating func field(_ name: String, _ text: String) {
        self.name(name)
        write(text)
    }

    package mutating func field(_ name: String, _ number: some BinaryInteger) {
        self.name(name)
        write(number)
    }

    package mutating func field(_ name: String, _ flag: Bool) {
        self.name(name)
        write(flag)
    }

    package mutating func field(_ name: String, _ id: UniqueID) {
        self.name(name)
        write(id)
    }

    package mutating func field(_ name: String, _ position: Position) {
        self.name(name)
        write(position)
    }

    package mutating func field(_ name: String, _ time: Timestamp) {
        self.name(name)
        write(time)
    }

    package mutating func field(_ name: String, _ words: [String]) {
        self.name(name)
        array { writer in
            for word in words { writer.write(word) }
        }
    }
}
