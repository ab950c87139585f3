/// The rules in a Web Worker: asks go in, answers come out, the page never waits.
import type { Answer, Ask } from '../generated/house';

export type ToWorker = { module: WebAssembly.Module } | { id: number; ask: Ask };
export type FromWorker = { id: number; answer: Answer } | { id: number; report: unknown };

interface House {
  memory: WebAssembly.Memory;
  alloc(length: number): number;
  call(request: number, length: number): number;
  free(answer: number, length: number): void;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
let house: House | undefined;
let current = 0;

function read(pointer: number, length: number): string {
  if (!house) throw new Error('the rules are not loaded');
  return decoder.decode(new Uint8Array(house.memory.buffer, pointer, length));
}

const imports = {
  host: {
    now: () => performance.now(),
    report: (pointer: number, length: number) => {
      post({ id: current, report: JSON.parse(read(pointer, length)) });
    },
    fail: (pointer: number, length: number) => {
      throw new Error(read(pointer, length));
    },
  },
};

function call(ask: Ask): Answer {
  if (!house) throw new Error('the rules are not loaded');
  const request = encoder.encode(JSON.stringify(ask));
  const room = house.alloc(request.length);
  new Uint8Array(house.memory.buffer, room, request.length).set(request);
  const framed = house.call(room, request.length);
  const length = new DataView(house.memory.buffer).getUint32(framed, true);
  const answer = JSON.parse(read(framed + 4, length)) as Answer;
  house.free(framed, length + 4);
  return answer;
}

function post(message: FromWorker): void {
  self.postMessage(message);
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if ('module' in data) {
    house = new WebAssembly.Instance(data.module, imports).exports as unknown as House;
    return;
  }
  current = data.id;
  try {
    post({ id: data.id, answer: call(data.ask) });
  } catch (error) {
    post({ id: data.id, answer: { failed: String(error) } });
  }
};
