// `node awake.mjs same_bits.wasm 40`: how many times faster than time WebAssembly simulates so many blocks, all awake.
import { readFileSync } from "node:fs";

const STEPS_A_SECOND = 240;
const [file, count] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(file), {});
const { wake, pass } = instance.exports;
wake(Number(count));
pass(STEPS_A_SECOND);
const start = process.cpuUsage();
pass(5 * STEPS_A_SECOND);
const { user, system } = process.cpuUsage(start);
console.log(`${count} blocks awake: ${((5 * 1e6) / (user + system)).toFixed(1)} times real time`);
