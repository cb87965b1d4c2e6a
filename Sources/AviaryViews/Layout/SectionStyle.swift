/// The space, the header and the footer around the items of each section; all lengths are in points.
public struct SectionStyle: Hashable, Sendable {
    /// The space around the items of a section: `horizontal` at the left and right, `vertical` at the top and bottom.
    /// Without headers and footers, it is the space around all items.
    public var inset: (horizontal: Double, vertical: Double) {
        get { (horizontalInset, verticalInset) }
        set { (horizontalInset, verticalInset) = newValue }
    }
    var horizontalInset: Double
    var verticalInset: Double
    /// The height of the header above each section. Without headers and footers all sections form one run of lines.
    public var headerHeight: Double
    /// The additional height of an empty section's header, for example for a sentence in it. It has an effect only with
    /// headers or footers.
    public var emptyHeight: Double
    /// The height of the footer below each section; 0 for none.
    public var footerHeight: Double
    /// True if a header stays in view for as long as its section is in view.
    public var pinsHeaders: Bool
    /// True if a footer stays in view for as long as its section is in view.
    public var pinsFooters: Bool
    /// The direction in which a person scrolls.
    ///
    /// If it is horizontal, sections follow each other to the right. Headers are at the left of their sections and
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

    /// The style in the coordinates of the geometry.
    package var transposed: SectionStyle {
        guard scrollDirection == .horizontal else { return self }
        var style = self
        style.inset = (horizontal: verticalInset, vertical: horizontalInset)
        return style
    }

    /// The style with vertical lengths in whole points.
    var whole: SectionStyle {
        var style = self
        style.verticalInset = verticalInset.wholePoint
        style.headerHeight = headerHeight.wholePoint
        style.footerHeight = footerHeight.wholePoint
        style.emptyHeight = emptyHeight.wholePoint
        return style
    }

    /// True if each section has lines of its own; otherwise all items form one run of lines.
    var isSectioned: Bool { headerHeight > 0 || footerHeight > 0 }
}

/// A layout whose sections may have headers, footers and insets, like all layouts of the library.
///
///     var layout = JustifiedLayout(rowHeight: 200, headerHeight: 40)
///     layout.pinsHeaders = false
public protocol SectionedLayout: CollectionViewLayout {
    /// The style of the sections. The other properties of this protocol read and write it.
    var sections: SectionStyle { get set }
}

extension SectionedLayout {
    /// The space around the items of a section, in points: `horizontal` at the left and right, `vertical` at the top
    /// and bottom. Without headers and footers, it is the space around all items.
    public var sectionInset: (horizontal: Double, vertical: Double) {
        get { sections.inset }
        set { sections.inset = newValue }
    }

    /// The direction in which a person scrolls. Vertical by default.
    ///
    /// If it is horizontal, lines run from top to bottom, and the next line and the next section stand to the right.
    /// Headers are at the left of their sections and footers at the right, and their heights are widths.
    public var scrollDirection: ScrollDirection {
        get { sections.scrollDirection }
        set { sections.scrollDirection = newValue }
    }

    /// The height of the header above each section, in points. Without headers and footers all sections form one run of
    /// lines.
    public var headerHeight: Double {
        get { sections.headerHeight }
        set { sections.headerHeight = newValue }
    }

    /// The height of the footer below each section, in points; 0 for none.
    public var footerHeight: Double {
        get { sections.footerHeight }
        set { sections.footerHeight = newValue }
    }

    /// The additional height of an empty section's header, in points, for example for a sentence in it.
    public var emptySectionHeight: Double {
        get { sections.emptyHeight }
        set { sections.emptyHeight = newValue }
    }

    /// True if a header stays in view for as long as its section is in view. True by default.
    public var pinsHeaders: Bool {
        get { sections.pinsHeaders }
        set { sections.pinsHeaders = newValue }
    }

    /// True if a footer stays in view for as long as its section is in view. False by default.
    public var pinsFooters: Bool {
        get { sections.pinsFooters }
        set { sections.pinsFooters = newValue }
    }
}

extension SectionStyle {
    /// The greatest height at which `count` lines fit below a header, in points. It is at least 44, so that a finger can
    /// still press a cell. `nil` if the height of lines is free.
    package func lineHeight(fitting count: Int, spacing: Double, visibleHeight: Double) -> Double? {
        guard count > 0, visibleHeight > 0 else { return nil }
        let free = visibleHeight - occupied(by: count, spacing: spacing)
        return max(Self.leastLineHeight, free / Double(count))
    }

    /// The height that a header, an inset and the spaces between lines take from the visible rect.
    package func occupied(by count: Int, spacing: Double) -> Double {
        max(0, headerHeight) + max(0, transposed.verticalInset) + Double(max(0, count - 1)) * max(0, spacing)
    }

    /// The height below which no line is made to fit, in points.
    package static let leastLineHeight = 44.0
}
