import GalleryPages

extension EmbeddedFile {
    var bytes: [UInt8] { [UInt8](UnsafeRawBufferPointer(start: start, count: count)) }
}
