/// The space, the header and the footer around the items of each section; all lengths are in points.
public struct SectionStyle: Hashable, Sendable {
    /// The space around the items of a section: left and right, top and bottom. Without headers and footers, around all
    /// items.
    public var inset: (horizontal: Double, vertical: Double) {
        get { (horizontalInset, verticalInset) }
        set { (horizontalInset, verticalInset) = newValue }
    }
    var horizontalInset: Double
    var verticalInset: Double
    /// The height of the header above each section. With neither headers nor footers all sections are one run of lines.
    public var headerHeight: Double
    /// What the header of an empty section is higher than others, for a sentence. Has an effect with headers or footers
    /// only.
    public var emptyHeight: Double
    /// The height of the footer below each section; 0 for none.
    public var footerHeight: Double
    /// Whether a header stays in view for as long as its section is in view.
    public var pinsHeaders: Bool
    /// Whether a footer stays in view for as long as its section is in view.
    public var pinsFooters: Bool
    /// The direction in which a person scrolls.
    ///
    /// Where it is horizontal, sections follow each other to the right. Headers stand at the left of their sections and
    /// footers at the right, and their heights are widths.
    public var scrollDirection: ScrollDirection

    /// A style without headers and footers, unless they get a height. All lengths are in points.
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

/// A layout whose sections may have headers, footers and insets: each layout of the library is one.
///
///     var layout = JustifiedLayout(rowHeight: 200, headerHeight: 40)
///     layout.pinsHeaders = false
public protocol SectionedLayout: CollectionViewLayout {
    /// The insets, headers and footers; the properties below read and write it.
    var sections: SectionStyle { get set }
}

extension SectionedLayout {
    /// The space around the items of a section, in points: left and right, top and bottom. Without headers and footers,
    /// around all items.
    public var sectionInset: (horizontal: Double, vertical: Double) {
        get { sections.inset }
        set { sections.inset = newValue }
    }

    /// The direction in which a person scrolls. Vertical by default.
    ///
    /// Where it is horizontal, lines run from top to bottom, and the next line and the next section stand to the right.
    /// Headers stand at the left of their sections and footers at the right, and their heights are widths.
    public var scrollDirection: ScrollDirection {
        get { sections.scrollDirection }
        set { sections.scrollDirection = newValue }
    }

    /// The height of the header above each section, in points. With neither headers nor footers all sections are one
    /// run of lines.
    public var headerHeight: Double {
        get { sections.headerHeight }
        set { sections.headerHeight = newValue }
    }

    /// The height of the footer below each section, in points; 0 for none.
    public var footerHeight: Double {
        get { sections.footerHeight }
        set { sections.footerHeight = newValue }
    }

    /// What the header of an empty section is higher than others, in points, for a sentence.
    public var emptySectionHeight: Double {
        get { sections.emptyHeight }
        set { sections.emptyHeight = newValue }
    }

    /// Whether a header stays in view for as long as its section is in view. True by default.
    public var pinsHeaders: Bool {
        get { sections.pinsHeaders }
        set { sections.pinsHeaders = newValue }
    }

    /// Whether a footer stays in view for as long as its section is in view. False by default.
    public var pinsFooters: Bool {
        get { sections.pinsFooters }
        set { sections.pinsFooters = newValue }
    }
}
