/// The WebSocket to a table on the server. It reconnects after a drop and then resends actions that were not answered.
import {
  type Done,
  type Hand,
  type Message,
  PROTOCOL_VERSION,
  type Refusal,
  type Request,
  type Seen,
  type TableFrame,
} from '../generated/protocol';
import { OUTDATED, reloadOutdated } from '../outdated';
import { Refused } from '../rules/rules';
import { en } from '../words/en';
import { fr } from '../words/fr';

/** A request without its id, which the connection adds. */
export type RequestBody = Request extends infer R
  ? R extends { id: number }
    ? Omit<R, 'id'>
    : never
  : never;

/** Callbacks for what arrives on the connection. */
export interface ConnectionListener {
  onFrame(frame: TableFrame): void;
  /** The hand of another player moved. */
  onHand?(hand: Hand): void;
  /** The connection was lost, or is established again. */
  onStateChange(state: 'online' | 'lost'): void;
  /** The server does not admit this viewer; the connection is closed. */
  onRefused(error: Refused): void;
}

interface PendingRequest {
  body: RequestBody;
  /** How often it was sent. If more than once, the server may have done it already. */
  sent: number;
  resolve(done: Done): void;
  reject(error: Error): void;
}

/** The delays between attempts to reconnect, in milliseconds; each gets random jitter, so that clients spread out. */
const RETRY_DELAYS = [250, 500, 1000, 2000, 4000, 8000];

/** The refusal of requests that are made without a connection. */
const NOT_CONNECTED: Refusal = { code: 'lost', why: { fr: fr.connectionLost, en: en.connectionLost } };

export class Connection {
  private socket: WebSocket | undefined;
  private seen: Seen | null = null;
  private pending = new Map<number, PendingRequest>();
  private lastId = 0;
  /** Whether the server has admitted this viewer on the present socket. */
  private entered = false;
  private failures = 0;
  private closed = false;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly table: string,
    private readonly token: string | null,
    private readonly listener: ConnectionListener,
  ) {
    addEventListener('online', this.retryNow);
    document.addEventListener('visibilitychange', this.retryNow);
    this.connect();
  }

  /** Sends a request and resolves when it is done. Rejects with `Refused` on a refusal, or without a connection. */
  request(body: RequestBody): Promise<Done> {
    return new Promise((resolve, reject) => {
      // Only an action may be sent twice: the server accepts its prompt once.
      if (!this.entered && body.do !== 'act') return reject(new Refused(NOT_CONNECTED));
      const id = ++this.lastId;
      this.pending.set(id, { body, sent: this.entered ? 1 : 0, resolve, reject });
      if (this.entered) this.write(id, body);
    });
  }

  /** Sends a request whose answer does not matter; without a connection it is dropped. */
  send(body: RequestBody): void {
    if (this.entered) this.write(++this.lastId, body);
  }

  /** Opens a new socket, so that the server sees who the viewer is now. */
  reconnect(): void {
    this.failures = 0;
    this.dropSocket();
    this.connect();
  }

  /** Closes the connection for good. */
  close(): void {
    this.closed = true;
    clearTimeout(this.retryTimer);
    removeEventListener('online', this.retryNow);
    document.removeEventListener('visibilitychange', this.retryNow);
    this.dropSocket();
  }

  /** Reconnects without waiting, when the network is back or the page is visible again. */
  private retryNow = (): void => {
    if (this.socket || this.closed || document.hidden) return;
    this.connect();
  };

  private connect(): void {
    clearTimeout(this.retryTimer);
    const address = new URL(`/api/tables/${encodeURIComponent(this.table)}/socket`, location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onopen = () => this.enter();
    socket.onmessage = ({ data }) => {
      if (this.socket === socket) this.receive(JSON.parse(String(data)) as Message);
    };
    socket.onclose = () => {
      if (this.socket === socket) this.onLost();
    };
  }

  private enter(): void {
    this.write(0, { do: 'enter', version: PROTOCOL_VERSION, token: this.token, seen: this.seen });
  }

  private dropSocket(): void {
    const { socket } = this;
    this.socket = undefined;
    this.entered = false;
    socket?.close();
  }

  private onLost(): void {
    this.dropSocket();
    for (const [id, { body, reject }] of this.pending) {
      if (body.do === 'act') continue;
      this.pending.delete(id);
      reject(new Refused(NOT_CONNECTED));
    }
    if (this.closed) return;
    this.listener.onStateChange('lost');
    const delay = RETRY_DELAYS[Math.min(this.failures++, RETRY_DELAYS.length - 1)] ?? 8000;
    this.retryTimer = setTimeout(() => this.connect(), delay * (0.75 + Math.random() / 2));
  }

  private write(id: number, body: RequestBody): void {
    this.socket?.send(JSON.stringify({ id, ...body }));
  }

  private receive(message: Message): void {
    if (message.type === 'frame') {
      this.seen = message.seen;
      this.listener.onFrame(message);
    } else if (message.type === 'hand') {
      this.listener.onHand?.(message);
    } else if (message.type === 'done') {
      if (message.id === 0) this.onEntered();
      this.takePending(message.id)?.resolve(message);
    } else if (message.type === 'refused') {
      if (message.code === OUTDATED) void reloadOutdated();
      const { type: _, id: __, ...refusal } = message;
      const error = new Refused(refusal);
      const found = this.takePending(message.id);
      // An action that was sent before the drop and is stale now was done then.
      if (found && found.sent > 1 && message.code === 'stale') found.resolve({ id: message.id });
      else if (found) found.reject(error);
      else if (message.id === 0 && !this.entered && message.code !== 'too_many') this.onEntryRefused(error);
    }
  }

  private onEntryRefused(error: Refused): void {
    this.close();
    this.listener.onRefused(error);
  }

  private takePending(id: number): PendingRequest | undefined {
    const found = this.pending.get(id);
    this.pending.delete(id);
    return found;
  }

  private onEntered(): void {
    this.entered = true;
    this.failures = 0;
    this.listener.onStateChange('online');
    for (const [id, request] of this.pending) {
      request.sent++;
      this.write(id, request.body);
    }
  }
}
