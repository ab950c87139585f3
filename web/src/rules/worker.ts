/// The Web Worker that runs the rules of one game: it gets requests and posts answers.
import type { WorkerAnswer, WorkerRequest } from '../generated/protocol';

export type ToWorker = { module: WebAssembly.Module } | { id: number; request: WorkerRequest };
export type FromWorker = { id: number; answer: WorkerAnswer } | { id: number; report: unknown };

/** What the WebAssembly module exports. */
interface RulesExports {
  memory: WebAssembly.Memory;
  alloc(length: number): number;
  call(request: number, length: number): number;
  free(answer: number, length: number): void;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
let rules: RulesExports | undefined;
/** The id of the request that is being answered. */
let current = 0;

function readText(pointer: number, length: number): string {
  if (!rules) throw new Error('the rules are not loaded');
  return decoder.decode(new Uint8Array(rules.memory.buffer, pointer, length));
}

const imports = {
  host: {
    now: () => performance.now(),
    report: (pointer: number, length: number) => {
      post({ id: current, report: JSON.parse(readText(pointer, length)) });
    },
    fail: (pointer: number, length: number) => {
      throw new Error(readText(pointer, length));
    },
  },
};

/** Passes a request to the module; the answer is preceded by its length in four bytes. */
function call(request: WorkerRequest): WorkerAnswer {
  if (!rules) throw new Error('the rules are not loaded');
  const text = encoder.encode(JSON.stringify(request));
  const pointer = rules.alloc(text.length);
  new Uint8Array(rules.memory.buffer, pointer, text.length).set(text);
  const framed = rules.call(pointer, text.length);
  const length = new DataView(rules.memory.buffer).getUint32(framed, true);
  const answer = JSON.parse(readText(framed + 4, length)) as WorkerAnswer;
  rules.free(framed, length + 4);
  return answer;
}

function post(message: FromWorker): void {
  self.postMessage(message);
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if ('module' in data) {
    rules = new WebAssembly.Instance(data.module, imports).exports as unknown as RulesExports;
    return;
  }
  current = data.id;
  try {
    post({ id: data.id, answer: call(data.request) });
  } catch (error) {
    post({ id: data.id, answer: { failed: String(error) } });
  }
};
