package import AviaryPages

extension EmbeddedFile {
    package var bytes: [UInt8] { [UInt8](UnsafeRawBufferPointer(start: start, count: count)) }
}
