/// Finds a few colors that represent all of a picture.
public enum DominantColors {
    /// The least OKLab difference between two results. Colors that differ by it can be told apart at a glance.
    private static let difference = 0.045

    /// Finds colors that represent a picture, the color with most pixels first.
    ///
    /// Similar pixels form a group. K-means in OKLab clusters the groups, and starts from groups that are far apart.
    /// Any two of the results can be told apart at a glance. The same pixels always give the same colors.
    ///
    /// - Parameters:
    ///   - pixels: Red, green and blue of each pixel, a byte each, as `ImageRequest.Format.pixels` of AviaryImages
    ///     gives them. An incomplete pixel at the end is ignored.
    ///   - count: The largest number of results. There are fewer if the picture has fewer distinct colors.
    /// - Complexity: O(*n*) for *n* pixels, plus O(*count* × *m*) for *m* groups of pixels, at most 32,768.
    public static func find(in pixels: [UInt8], count: Int) -> [SRGB] {
        let groups = groups(of: pixels)
        guard count > 0, !groups.isEmpty else { return [] }
        var centers = beginnings(count, in: groups)
        for _ in 0..<12 {
            let next = means(of: groups, around: centers)
            if next == centers { break }
            centers = next
        }
        return distinct(centers).map(\.color)
    }

    /// A group of similar pixels, or a cluster of groups: the mean color and the number of pixels.
    private struct Group: Equatable {
        var lab: OKLab
        var weight: Double

        var color: SRGB { SRGB(clipping: LinearSRGB(lab)) }

        func distance(to other: OKLab) -> Double {
            let difference = lab.difference(from: other)
            return difference * difference
        }
    }

    private static func groups(of pixels: [UInt8]) -> [Group] {
        // Groups pixels by the upper five bits of each channel.
        var sums = [(red: Int, green: Int, blue: Int, count: Int)](repeating: (0, 0, 0, 0), count: 1 << 15)
        for start in stride(from: 0, to: pixels.count - pixels.count % 3, by: 3) {
            let (red, green, blue) = (Int(pixels[start]), Int(pixels[start + 1]), Int(pixels[start + 2]))
            let bin = (red >> 3) << 10 | (green >> 3) << 5 | blue >> 3
            sums[bin].red += red
            sums[bin].green += green
            sums[bin].blue += blue
            sums[bin].count += 1
        }
        return sums.filter { $0.count > 0 }.map { sum in
            let whole = Double(sum.count) * 255
            let mean = SRGB(
                red: Double(sum.red) / whole, green: Double(sum.green) / whole, blue: Double(sum.blue) / whole)
            return Group(lab: OKLab(mean), weight: Double(sum.count))
        }
    }

    /// The first centers of k-means: the group with most pixels, then repeatedly the group with the highest score.
    private static func beginnings(_ count: Int, in groups: [Group]) -> [Group] {
        var distances = [Double](repeating: .infinity, count: groups.count)
        var centers: [Group] = []
        var next = groups.indices.max { groups[$0].weight < groups[$1].weight }
        while let index = next, centers.count < count {
            centers.append(groups[index])
            for (place, group) in groups.enumerated() {
                distances[place] = min(distances[place], group.distance(to: groups[index].lab))
            }
            // The score is the squared distance to the nearest center, times the square root of the number of pixels.
            // The root lets small spots of a distinct color be found, too.
            next = groups.indices.max { score($0) < score($1) }
            if let found = next, distances[found] < difference * difference { next = nil }
        }
        func score(_ place: Int) -> Double { distances[place] * groups[place].weight.squareRoot() }
        return centers
    }

    private static func means(of groups: [Group], around centers: [Group]) -> [Group] {
        var sums = [Group](repeating: Group(lab: OKLab(lightness: 0, a: 0, b: 0), weight: 0), count: centers.count)
        for group in groups {
            let nearest = centers.indices.min {
                group.distance(to: centers[$0].lab) < group.distance(to: centers[$1].lab)
            }
            guard let nearest else { continue }
            sums[nearest].lab.lightness += group.lab.lightness * group.weight
            sums[nearest].lab.a += group.lab.a * group.weight
            sums[nearest].lab.b += group.lab.b * group.weight
            sums[nearest].weight += group.weight
        }
        return sums.filter { $0.weight > 0 }.map { sum in
            Group(
                lab: OKLab(
                    lightness: sum.lab.lightness / sum.weight, a: sum.lab.a / sum.weight, b: sum.lab.b / sum.weight),
                weight: sum.weight)
        }
    }

    /// The centers, those with most pixels first, without centers that look like an earlier one.
    private static func distinct(_ centers: [Group]) -> [Group] {
        var found: [Group] = []
        for center in centers.sorted(by: { $0.weight > $1.weight })
        where found.allSatisfy({ $0.lab.difference(from: center.lab) >= difference }) { found.append(center) }
        return found
    }
}
