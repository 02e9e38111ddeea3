internal import Glibc

/// The operating system's message for an error number.
package func systemMessage(_ number: Int32) -> String { String(cString: strerror(number)) }
