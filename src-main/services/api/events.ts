import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { EventName } from '../../../src-shared/contract/define.ts';
import { appContract, type AppContract } from '../../../src-shared/contract/index.ts';
import type { Client } from '../../../src-shared/rpc/index.ts';
import { EXPOSED_EVENTS } from '../../../src-shared/api/index.ts';
import { ApiError } from './reply.ts';

/** For listeners that come back: some minutes of a busy session. */
const MAX_KEPT = 500;
/** Above this, a listener gets of what only the latest counts nothing until it has read. */
const CONGESTED_BYTES = 64 * 1024;
/** One that lets so much pile up has stopped reading. */
const MAX_WAITING_BYTES = 4 << 20;
const HEARTBEAT_MS = 15_000;
const CLOSE_GOING_AWAY = 1001;

interface Event {
  number: number;
  name: string;
  isLatest: boolean;
  /** As each kind of listener is sent it: written once for all. */
  sse: string;
  json: string;
}

interface Listener {
  names: ReadonlySet<string>;
  send(event: Event): void;
  beat(): void;
  close(): void;
}

/** What happens, for any number of listeners; those of which each counts are kept for a while, to resume behind an id. */
function createEventSource(client: Client<AppContract>, startId: string) {
  const listeners = new Set<Listener>();
  const kept: Event[] = [];
  /** Levels are measured while somebody wants them. */
  const latest = new Map<string, () => void>();
  let number = 0;

  function emit(name: string, data: unknown): void {
    number += 1;
    const id = `${startId}-${number}`;
    const json = JSON.stringify({ id, name, data });
    const sse = `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
    const event = { number, name, isLatest: isLatest(name), json, sse };
    if (!event.isLatest && kept.push(event) > MAX_KEPT) kept.shift();
    for (const listener of listeners) if (listener.names.has(name)) listener.send(event);
  }

  const subscribe = (name: string) =>
    client.subscribe(name as EventName<AppContract>, (payload) => emit(name, payload));
  const ends = EXPOSED_EVENTS.filter((name) => !isLatest(name)).map(subscribe);

  function followWanted(): void {
    const wanted = new Set([...listeners].flatMap(({ names }) => [...names]).filter(isLatest));
    for (const name of wanted) if (!latest.has(name)) latest.set(name, subscribe(name));
    for (const [name, end] of latest) {
      if (wanted.has(name)) continue;
      end();
      latest.delete(name);
    }
  }

  /** What came behind the event of this id; where that is not known any more, all that is kept. */
  function missedSince(after: string | undefined): Event[] {
    if (after === undefined) return [];
    const [, at] = new RegExp(`^${startId}-(\\d{1,15})$`).exec(after) ?? [];
    return kept.filter((event) => at === undefined || event.number > Number(at));
  }

  return {
    listeners,
    add(listener: Listener, after: string | undefined): () => void {
      for (const event of missedSince(after)) if (listener.names.has(event.name)) listener.send(event);
      listeners.add(listener);
      followWanted();
      return () => {
        listeners.delete(listener);
        followWanted();
      };
    },
    close() {
      for (const end of [...ends, ...latest.values()]) end();
    },
  };
}

const isLatest = (name: string) => appContract[name as EventName<AppContract>].delivery === 'latest';

/** Events of the contract for programs: as Server-Sent Events, and by a WebSocket. */
export function createApiEvents(client: Client<AppContract>, startId: string) {
  const source = createEventSource(client, startId);
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 1024, perMessageDeflate: false });
  const heartbeat = setInterval(() => {
    for (const listener of source.listeners) listener.beat();
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return {
    stream(request: IncomingMessage, response: ServerResponse, query: Record<string, unknown>): void {
      const names = namesOf(query.names);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(': events of SoundDesk\n\n');
      response.socket?.setTimeout(0);
      response.once('close', source.add(streamTo(response, names), afterOf(request, query.after)));
    },
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, search: URLSearchParams): void {
      const names = namesOf(search.get('names') ?? undefined);
      sockets.handleUpgrade(request, socket, head, (accepted: WebSocket) => {
        if ('setTimeout' in socket) (socket as IncomingMessage['socket']).setTimeout(0);
        accepted.on('error', () => undefined);
        accepted.once('close', source.add(sendTo(accepted, names), afterOf(request, search.get('after'))));
      });
    },
    close() {
      clearInterval(heartbeat);
      for (const listener of [...source.listeners]) listener.close();
      source.close();
      sockets.close();
    },
  };
}

function streamTo(response: ServerResponse, names: ReadonlySet<string>): Listener {
  const write = (text: string, mayDrop: boolean) => {
    if (response.writableLength > MAX_WAITING_BYTES) response.destroy();
    else if (!mayDrop || response.writableLength < CONGESTED_BYTES) response.write(text);
  };
  return {
    names,
    send: (event) => write(event.sse, event.isLatest),
    beat: () => write(': \n\n', true),
    close: () => response.end(),
  };
}

function sendTo(socket: WebSocket, names: ReadonlySet<string>): Listener {
  return {
    names,
    send(event) {
      if (socket.bufferedAmount > MAX_WAITING_BYTES) socket.terminate();
      else if (!event.isLatest || socket.bufferedAmount < CONGESTED_BYTES) socket.send(event.json);
    },
    beat: () => socket.ping(),
    close: () => socket.close(CLOSE_GOING_AWAY),
  };
}

function namesOf(wanted: unknown): ReadonlySet<string> {
  if (typeof wanted !== 'string') return new Set(EXPOSED_EVENTS.filter((name) => !/Levels/.test(name)));
  const names = wanted.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !EXPOSED_EVENTS.some((one) => one === name));
  if (unknown !== undefined) throw new ApiError('BAD_INPUT', `“${unknown.slice(0, 100)}” is no event.`);
  return new Set(names);
}

const afterOf = ({ headers }: IncomingMessage, after: unknown): string | undefined => {
  const header = headers['last-event-id'];
  if (typeof after === 'string') return after;
  return typeof header === 'string' ? header : undefined;
};
