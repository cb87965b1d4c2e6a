/// What stands around the items of each section, in points.
public struct SectionStyle: Hashable, Sendable {
    /// Around the items of a section: left and right, top and bottom. Without headers, around all items.
    public var inset: (horizontal: Double, vertical: Double) {
        get { (horizontalInset, verticalInset) }
        set { (horizontalInset, verticalInset) = newValue }
    }
    var horizontalInset: Double
    var verticalInset: Double
    /// Of the header above each section. Without headers all sections are one.
    public var headerHeight: Double
    /// What an empty section has below its header; its header is so much higher, for a sentence.
    public var emptyHeight: Double
    /// Whether a header stays in view for as long as its section is.
    public var pinsHeaders: Bool

    public init(
        inset: (horizontal: Double, vertical: Double) = (0, 0), headerHeight: Double = 0, emptyHeight: Double = 0,
        pinsHeaders: Bool = true
    ) {
        (horizontalInset, verticalInset) = inset
        self.headerHeight = headerHeight
        self.emptyHeight = emptyHeight
        self.pinsHeaders = pinsHeaders
    }
}

/// A layout whose sections may have headers, and space around their items: each of the library's.
///
///     var layout = JustifiedLayout(rowHeight: 200, headerHeight: 40)
///     layout.pinsHeaders = false
public protocol SectionedLayout: CollectionViewLayout {
    var sections: SectionStyle { get set }
}

extension SectionedLayout {
    /// Around the items of a section, in points: left and right, top and bottom. Without headers, around all items.
    public var sectionInset: (horizontal: Double, vertical: Double) {
        get { sections.inset }
        set { sections.inset = newValue }
    }

    /// Of the header above each section, in points. Without headers all sections are one.
    public var headerHeight: Double {
        get { sections.headerHeight }
        set { sections.headerHeight = newValue }
    }

    /// What an empty section has below its header, in points; its header is so much higher, for a sentence.
    public var emptySectionHeight: Double {
        get { sections.emptyHeight }
        set { sections.emptyHeight = newValue }
    }

    /// Whether a header stays in view for as long as its section is. True by default.
    public var pinsHeaders: Bool {
        get { sections.pinsHeaders }
        set { sections.pinsHeaders = newValue }
    }
}
