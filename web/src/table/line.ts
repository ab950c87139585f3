/// A line to a table on the server: it comes back by itself after a drop, and loses no action.
import type { Message, Request, Seen, Shown, TableFrame } from '../generated/server';
import { Refused } from '../house/house';
import { en } from '../words/en';
import { fr } from '../words/fr';
import { refusal } from './refusal';

/** What a person does, without the number that the answer carries back. */
export type Deed = Request extends infer R ? (R extends { id: number } ? Omit<R, 'id'> : never) : never;

export type Done = Extract<Message, { type: 'done' }>;

/** What the table hears of its line. */
export interface Ears {
  frame(frame: TableFrame): void;
  /** What somebody's hand is doing. */
  shown?(shown: Shown): void;
  /** The line was lost, or is there again. */
  connection(state: 'online' | 'lost'): void;
  /** The server does not let one look. */
  barred(error: Refused): void;
}

interface Waiting {
  deed: Deed;
  /** How often it was sent: more than once, and it may have been done already. */
  sent: number;
  resolve(done: Done): void;
  reject(error: Error): void;
}

/** The waits between attempts to come back, in milliseconds; each is blurred, so that not all come at once. */
const WAITS = [250, 500, 1000, 2000, 4000, 8000];

/** What can't be asked without a connection. */
const LOST = { code: 'lost', why: { fr: fr.connectionLost, en: en.connectionLost } };

export class ServerLine {
  private socket: WebSocket | undefined;
  private seen: Seen | null = null;
  private waiting = new Map<number, Waiting>();
  private next = 0;
  private entered = false;
  private failures = 0;
  private hung = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly table: string,
    private readonly token: string | null,
    private readonly ears: Ears,
  ) {
    addEventListener('online', this.soon);
    document.addEventListener('visibilitychange', this.soon);
    this.connect();
  }

  /** Has something done; a refusal is thrown as `Refused`. */
  ask(deed: Deed): Promise<Done> {
    return new Promise((resolve, reject) => {
      // Only an action may be asked twice: its prompt sees to it that it is done once.
      if (!this.entered && deed.do !== 'act') return reject(new Refused(refusal(LOST)));
      const id = ++this.next;
      this.waiting.set(id, { deed, sent: this.entered ? 1 : 0, resolve, reject });
      if (this.entered) this.send(id, deed);
    });
  }

  /** Says something that may be lost. */
  tell(deed: Deed): void {
    if (this.entered) this.send(++this.next, deed);
  }

  /** Lays the line anew: the server sees who one is now. */
  renew(): void {
    this.failures = 0;
    this.drop();
    this.connect();
  }

  /** Ends it. */
  hangUp(): void {
    this.hung = true;
    clearTimeout(this.timer);
    removeEventListener('online', this.soon);
    document.removeEventListener('visibilitychange', this.soon);
    this.drop();
  }

  /** The network is back, or somebody looks again: no need to wait. */
  private soon = (): void => {
    if (this.socket || this.hung || document.hidden) return;
    this.connect();
  };

  private connect(): void {
    clearTimeout(this.timer);
    const address = new URL(`/api/tables/${encodeURIComponent(this.table)}/socket`, location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onopen = () => this.send(0, { do: 'enter', token: this.token, seen: this.seen });
    socket.onmessage = ({ data }) => {
      if (this.socket === socket) this.hear(JSON.parse(String(data)) as Message);
    };
    socket.onclose = () => {
      if (this.socket === socket) this.lost();
    };
  }

  private drop(): void {
    const { socket } = this;
    this.socket = undefined;
    this.entered = false;
    socket?.close();
  }

  private lost(): void {
    this.drop();
    for (const [id, { deed, reject }] of this.waiting) {
      if (deed.do === 'act') continue;
      this.waiting.delete(id);
      reject(new Refused(refusal(LOST)));
    }
    if (this.hung) return;
    this.ears.connection('lost');
    const wait = WAITS[Math.min(this.failures++, WAITS.length - 1)] ?? 8000;
    this.timer = setTimeout(() => this.connect(), wait * (0.75 + Math.random() / 2));
  }

  private send(id: number, deed: Deed): void {
    this.socket?.send(JSON.stringify({ id, ...deed }));
  }

  private hear(message: Message): void {
    if (message.type === 'frame') {
      this.seen = message.seen;
      this.ears.frame(message);
    } else if (message.type === 'shown') {
      this.ears.shown?.(message);
    } else if (message.type === 'done') {
      if (message.id === 0) this.enter();
      this.take(message.id)?.resolve(message);
    } else if (message.type === 'refused') {
      const error = new Refused(refusal(message));
      const found = this.take(message.id);
      // Whatever was sent before the drop and is late now has been done then.
      if (found && found.sent > 1 && message.code === 'stale')
        found.resolve({ type: 'done', id: message.id });
      else if (found) found.reject(error);
      else if (message.id === 0 && !this.entered && message.code !== 'too_many') this.bar(error);
    }
  }

  private bar(error: Refused): void {
    this.hangUp();
    this.ears.barred(error);
  }

  private take(id: number): Waiting | undefined {
    const found = this.waiting.get(id);
    this.waiting.delete(id);
    return found;
  }

  private enter(): void {
    this.entered = true;
    this.failures = 0;
    this.ears.connection('online');
    for (const [id, waiting] of this.waiting) {
      waiting.sent++;
      this.send(id, waiting.deed);
    }
  }
}
