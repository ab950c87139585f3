//! `same-bits 0 30`: the fingerprints of seeds 0 to 29, one a line.

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let [from, to] = numbers[..] else { return eprintln!("same-bits FROM TO") };
    for seed in from..to {
        for (nth, print) in same_bits::fingerprints(seed).enumerate() {
            println!("{seed}.{nth} {print:016x}");
        }
    }
}
