/// An address of the Internet, as it decides whether a request may go there.
package enum NetworkAddress {
    /// The reach of an address.
    package enum Kind: Hashable, Sendable {
        /// This machine.
        case loopback
        /// A network of its owner's: RFC 1918, RFC 6598, RFC 4193.
        case unshared
        /// A host of the Internet.
        case everywhere
        /// Nothing that a request belongs to: a link's own addresses, where clouds answer with
        /// secrets, groups, documentation, tunnels, reserved blocks.
        case nothing
    }

    /// The kind of an address of 4 or 16 bytes.
    package static func kind(of address: [UInt8]) -> Kind {
        switch address.count {
        case 4: kind(ofFour: address.reduce(0) { $0 << 8 | UInt32($1) })
        case 16: kind(ofSixteen: address)
        default: .nothing
        }
    }

    private static func kind(ofFour address: UInt32) -> Kind {
        func lies(in network: UInt32, _ bits: UInt32) -> Bool {
            (address ^ network) >> (32 - bits) == 0
        }
        if lies(in: 0x7F00_0000, 8) { return .loopback }
        let unshared: [(UInt32, UInt32)] = [
            (0x0A00_0000, 8), (0xAC10_0000, 12), (0xC0A8_0000, 16), (0x6440_0000, 10),
        ]
        if unshared.contains(where: { lies(in: $0.0, $0.1) }) { return .unshared }
        let nothing: [(UInt32, UInt32)] = [
            (0x0000_0000, 8), (0xA9FE_0000, 16), (0xC000_0000, 24), (0xC000_0200, 24),
            (0xC058_6300, 24), (0xC612_0000, 15), (0xC633_6400, 24), (0xCB00_7100, 24),
            (0xE000_0000, 3),
        ]
        return nothing.contains { lies(in: $0.0, $0.1) } ? .nothing : .everywhere
    }

    private static func kind(ofSixteen address: [UInt8]) -> Kind {
        let four = Array(address[12...])
        let start = address[..<12]
        if start.allSatisfy({ $0 == 0 }) { return four == [0, 0, 0, 1] ? .loopback : .nothing }
        // An address of four bytes within: the socket goes there.
        if start.dropLast(2).allSatisfy({ $0 == 0 }), start.suffix(2).elementsEqual([0xFF, 0xFF]) {
            return kind(of: four)
        }
        if start.elementsEqual([0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]) {
            return kind(of: four) == .everywhere ? .everywhere : .nothing
        }
        if address[0] & 0xFE == 0xFC { return .unshared }
        guard address[0] & 0xE0 == 0x20 else { return .nothing }
        let first =
            UInt32(address[0]) << 24 | UInt32(address[1]) << 16
            | UInt32(address[2]) << 8 | UInt32(address[3])
        // 2001::/23 and 2001:db8::/32, 2002::/16, 3fff::/20.
        let isReserved =
            first & 0xFFFF_FE00 == 0x2001_0000 || first == 0x2001_0DB8
            || first >> 16 == 0x2002 || first & 0xFFFF_F000 == 0x3FFF_0000
        return isReserved ? .nothing : .everywhere
    }
}
