import Foundation

/// A small random number generator whose numbers depend on the seed alone, on every machine.
///
/// SplitMix64 (G. Steele, D. Lea, C. Flood, *Fast splittable pseudorandom number generators*, 2014).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// What `AVIARY_SEED` in the environment adds to each seed, so that the same tests draw other histories.
    private static let shift = ProcessInfo.processInfo.environment["AVIARY_SEED"].flatMap(UInt64.init) ?? 0

    /// Creates a generator at the start of a seed's numbers. Print the seed of a failing test.
    public init(seed: UInt64) { state = seed &+ Self.shift &* 0xD1B5_4A32_D192_ED03 }

    /// The next number. Each of the 2⁶⁴ numbers comes once before they repeat.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns `true` with a probability in percent.
    ///
    /// - Parameter percent: From 0 for never to 100 for always.
    public mutating func chance(_ percent: Double) -> Bool { Double.random(in: 0..<100, using: &self) < percent }

    /// A number from 1 to a bound, where small numbers are far more likely: each range from a power of two to the next
    /// is about equally likely.
    public mutating func skewed(upTo bound: Int) -> Int {
        guard bound > 1 else { return bound }
        return Int.random(
            in: 1...(1 << Int.random(in: 0...(Int.bitWidth - bound.leadingZeroBitCount), using: &self)), using: &self)
            % bound + 1
    }
}
