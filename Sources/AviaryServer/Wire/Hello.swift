import AviaryViews

extension BrowserMessage.HelloMessage {
    /// Whether the message mentions a large screen or a selection. A selection may have a million items.
    var asksForMuch: Bool {
        scrollPositions.values.contains(where: \.rect.isLarge) || keepsake?.contains("[") == true
    }
}

extension ContentRect {
    /// Whether its area is larger than a screen of 3,840 by 2,160 points.
    var isLarge: Bool { width * height > 8_294_400 }
}
