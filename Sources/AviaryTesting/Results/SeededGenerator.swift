/// A small random number generator whose numbers depend on the seed alone, on every machine.
///
/// SplitMix64 (G. Steele, D. Lea, C. Flood, *Fast splittable pseudorandom number generators*, 2014).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// True in so many of a hundred cases.
    public mutating func chance(_ percent: Double) -> Bool { Double.random(in: 0..<100, using: &self) < percent }

    /// A number from 1 to a bound, of which each power of two is about equally likely.
    public mutating func skewed(upTo bound: Int) -> Int {
        guard bound > 1 else { return bound }
        return Int.random(
            in: 1...(1 << Int.random(in: 0...(Int.bitWidth - bound.leadingZeroBitCount), using: &self)), using: &self)
            % bound + 1
    }
}
