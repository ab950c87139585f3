// `node fingerprints.mjs same_bits.wasm 0 30`: what `same-bits 0 30` prints, worked out by WebAssembly.
import { readFileSync } from "node:fs";

const [file, from, to] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(file), {});
for (let seed = Number(from); seed < Number(to); seed++) {
  for (let nth = 0; nth < 10; nth++) {
    const print = BigInt.asUintN(64, instance.exports.fingerprint(seed, nth));
    console.log(`${seed}.${nth} ${print.toString(16).padStart(16, "0")}`);
  }
}
