// `node chromium.mjs same_bits.wasm 0 30`: what `fingerprints.mjs` prints, worked out by Chromium.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { chromium } = createRequire(new URL("../../../web/package.json", import.meta.url))("playwright-core");
const [file, from, to] = process.argv.slice(2);
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, chromiumSandbox: false });
try {
  const page = await browser.newPage();
  await page.evaluate(async (code) => {
    const bytes = Uint8Array.from(atob(code), (letter) => letter.charCodeAt(0));
    const { instance } = await WebAssembly.instantiate(bytes, {});
    globalThis.prints = (seed) =>
      Array.from({ length: 10 }, (_, nth) => {
        const print = BigInt.asUintN(64, instance.exports.fingerprint(seed, nth));
        return `${seed}.${nth} ${print.toString(16).padStart(16, "0")}`;
      });
  }, readFileSync(file).toString("base64"));
  for (let seed = Number(from); seed < Number(to); seed++) {
    console.log((await page.evaluate((seed) => globalThis.prints(seed), seed)).join("\n"));
  }
} finally {
  await browser.close();
}
