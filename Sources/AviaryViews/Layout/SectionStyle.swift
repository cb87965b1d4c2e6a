/// What stands around the items of each section, in points.
public struct SectionStyle: Hashable, Sendable {
    /// Around the items of a section: left and right, top and bottom. Without headers and footers, around all items.
    public var inset: (horizontal: Double, vertical: Double) {
        get { (horizontalInset, verticalInset) }
        set { (horizontalInset, verticalInset) = newValue }
    }
    var horizontalInset: Double
    var verticalInset: Double
    /// Of the header above each section. Without headers and footers all sections are one.
    public var headerHeight: Double
    /// What an empty section has below its header; its header is so much higher, for a sentence.
    public var emptyHeight: Double
    /// Of the footer below each section.
    public var footerHeight: Double
    /// Whether a header stays in view for as long as its section is.
    public var pinsHeaders: Bool
    /// Whether a footer does.
    public var pinsFooters: Bool
    /// Which way a person scrolls. Where that is to the right, sections follow each other to the right, headers stand at the
    /// left of their sections and footers at the right, and the heights of these are widths.
    public var scrollDirection: ScrollDirection

    public init(
        inset: (horizontal: Double, vertical: Double) = (0, 0), headerHeight: Double = 0, footerHeight: Double = 0,
        emptyHeight: Double = 0, pinsHeaders: Bool = true, pinsFooters: Bool = false,
        scrollDirection: ScrollDirection = .vertical
    ) {
        (horizontalInset, verticalInset) = inset
        self.headerHeight = headerHeight
        self.footerHeight = footerHeight
        self.emptyHeight = emptyHeight
        self.pinsHeaders = pinsHeaders
        self.pinsFooters = pinsFooters
        self.scrollDirection = scrollDirection
    }

    /// What stands around the items as their geometry has it.
    package var transposed: SectionStyle {
        guard scrollDirection == .horizontal else { return self }
        var style = self
        style.inset = (horizontal: verticalInset, vertical: horizontalInset)
        return style
    }

    /// Whether each section stands for itself; otherwise all are one.
    var isSectioned: Bool { headerHeight > 0 || footerHeight > 0 }
}

/// A layout whose sections may have headers and footers, and space around their items: each of the library's.
///
///     var layout = JustifiedLayout(rowHeight: 200, headerHeight: 40)
///     layout.pinsHeaders = false
public protocol SectionedLayout: CollectionViewLayout {
    var sections: SectionStyle { get set }
}

extension SectionedLayout {
    /// Around the items of a section, in points: left and right, top and bottom. Without headers and footers, around all
    /// items.
    public var sectionInset: (horizontal: Double, vertical: Double) {
        get { sections.inset }
        set { sections.inset = newValue }
    }

    /// Which way a person scrolls. Vertical by default.
    ///
    /// Where it is horizontal, lines run from the top to the bottom and the next one stands to the right, and so does the
    /// next section. Headers stand at the left of their sections, footers at the right; their heights are widths.
    public var scrollDirection: ScrollDirection {
        get { sections.scrollDirection }
        set { sections.scrollDirection = newValue }
    }

    /// Of the header above each section, in points. Without headers and footers all sections are one.
    public var headerHeight: Double {
        get { sections.headerHeight }
        set { sections.headerHeight = newValue }
    }

    /// Of the footer below each section, in points.
    public var footerHeight: Double {
        get { sections.footerHeight }
        set { sections.footerHeight = newValue }
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

    /// Whether a footer stays in view for as long as its section is. False by default.
    public var pinsFooters: Bool {
        get { sections.pinsFooters }
        set { sections.pinsFooters = newValue }
    }
}
