import AviarySnapshots

extension Double {
    /// The nearest ratio of width and height that a cell can have.
    package var boundedRatio: Double { isFinite && self > 0 ? Swift.min(Swift.max(self, 0.1), 10) : 1 }

    /// The nearest height that a cell can have, in points: at least 1, at most 20,000.
    package var boundedHeight: Double { isFinite ? Swift.min(Swift.max(self, 1), 20_000) : 1 }
}

extension ItemSize {
    /// Width divided by height, clamped to the ratios that a cell can have.
    package var ratio: Double { (Double(width) / Double(height)).boundedRatio }

    /// The size in points: at least 1, at most 20,000.
    package var points: (width: Double, height: Double) {
        (Double(width).boundedHeight, Double(height).boundedHeight)
    }
}
