//! `fingerprints 0 30`: the fingerprints of the gestures of seeds 0 to 29, one a line, as `same-bits` works them out in
//! WebAssembly.

#[path = "../same-bits/src/gestures.rs"]
mod gestures;

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let [from, to] = numbers[..] else { return eprintln!("fingerprints FROM TO") };
    for seed in from..to {
        for (nth, print) in gestures::fingerprints(seed).enumerate() {
            println!("{seed}.{nth} {print:016x}");
        }
    }
}
