import type { z } from 'zod';
import type { Contract, Definition, EventDefinition } from '../contract/define.ts';
import { RpcError, type Answer, type RpcFailure } from '../contract/errors.ts';
import { Listeners, type Channel } from './channel.ts';
import {
  INITIAL_UPLOAD_CREDIT,
  responseFrameSchema,
  type RequestFrame,
  type ResponseFrame,
} from './frames.ts';
import type { CallOptions, Client, ConnectionState, OpenStream } from './handlers.ts';
import { inChunks, OutgoingBytes, type ByteSource } from './outgoingBytes.ts';

export interface ClientOptions<C extends Contract> {
  contract: C;
  protocolVersion: number;
  /**
   * Opens a connection, on which the host and this side have proved to each other who they are. Rejects where there is
   * none to be had now; with an `RpcError` that cannot be retried where the host refuses.
   */
  openChannel: () => Promise<Channel> | Channel;
  /** Pauses before each new try after a loss, in milliseconds; the last is repeated. Empty: no new try. */
  reconnectDelaysMs?: readonly number[];
  /** Hears why a connection was refused, and payloads that are not of the contract. */
  onProblem?: (error: RpcFailure) => void;
  /** Says what the host says in other words, e.g. in another language. */
  words?: Words;
}

export interface Words {
  failure(error: RpcFailure): RpcFailure;
  payload<T>(payload: T): T;
}

interface PendingCall {
  output: z.ZodType;
  settle(answer: Answer<unknown>): void;
  outgoing?: OutgoingBytes;
}
interface Subscription {
  name: string;
  definition: EventDefinition;
  listener: (payload: unknown) => void;
}
interface Stream {
  onChunk: (bytes: Uint8Array) => void;
  settle(error: RpcFailure | undefined): void;
}

const AS_THEY_ARE: Words = { failure: (error) => error, payload: (payload) => payload };

const LOST: RpcFailure = {
  code: 'CONNECTION_LOST',
  message:
    'The connection to SoundDesk was lost. Check that it still runs; this page reconnects automatically.',
  retryable: true,
};

/** The client of a contract over whatever `openChannel` opens. */
export function createClient<C extends Contract>(options: ClientOptions<C>): Client<C> {
  return new RpcClient(options) as unknown as Client<C>;
}

class RpcClient {
  readonly #options: ClientOptions<Contract>;
  readonly #words: Words;
  readonly #calls = new Map<number, PendingCall>();
  readonly #subscriptions = new Map<number, Subscription>();
  readonly #streams = new Map<number, Stream>();
  readonly #stateListeners = new Listeners<ConnectionState>();
  #queue: RequestFrame[] = [];
  #channel: Channel | null = null;
  #state: ConnectionState = 'connecting';
  #nextId = 1;
  #failedTries = 0;
  #retryTimer: unknown = null;

  constructor(options: ClientOptions<Contract>) {
    this.#options = options;
    this.#words = options.words ?? AS_THEY_ARE;
    void this.#connect();
  }

  get connection(): ConnectionState {
    return this.#state;
  }

  onConnectionChanged(listener: (state: ConnectionState) => void): () => void {
    return this.#stateListeners.add(listener);
  }

  call(name: string, input?: unknown, options: CallOptions = {}): Promise<Answer<unknown>> {
    const { output } = this.#require(name, 'procedure');
    return new Promise((resolve) => {
      this.#ask({ kind: 'call', name, input }, { output, settle: resolve }, options.signal);
    });
  }

  upload(
    name: string,
    input: unknown,
    bytes: ByteSource,
    options: CallOptions = {},
  ): Promise<Answer<unknown>> {
    const { output } = this.#require(name, 'upload');
    const outgoing = new OutgoingBytes(INITIAL_UPLOAD_CREDIT);
    return new Promise((resolve, reject) => {
      const pending = { output, settle: resolve, outgoing };
      const asked = this.#ask({ kind: 'upload', name, input }, pending, options.signal);
      if (!asked) return;
      const { id, cancel } = asked;
      const send = (chunk: Uint8Array) => this.#send({ kind: 'chunk', id, bytes: chunk });
      const end = () => {
        if (this.#calls.has(id)) this.#send({ kind: 'end', id });
      };
      outgoing
        .send(inChunks(bytes), send)
        .then(end)
        .catch((error: unknown) => {
          reject(error);
          cancel();
        });
    });
  }

  subscribe(name: string, listener: (payload: unknown) => void): () => void {
    const definition = this.#require(name, 'event');
    const id = this.#nextId++;
    this.#subscriptions.set(id, { name, definition, listener });
    // Before the connection opens nothing is sent: opening it sends all subscriptions.
    if (this.#state === 'open') this.#send({ kind: 'subscribe', id, name });
    return () => {
      if (this.#subscriptions.delete(id) && this.#state === 'open') this.#send({ kind: 'cancel', id });
    };
  }

  open(name: string, input: unknown, onChunk: (bytes: Uint8Array) => void): OpenStream {
    const id = this.#nextId++;
    const done = new Promise<void>((resolve, reject) => {
      const settle = (error: RpcFailure | undefined) => {
        this.#streams.delete(id);
        if (error) reject(toError(this.#words.failure(error)));
        else resolve();
      };
      this.#streams.set(id, { onChunk, settle });
      if (this.#isOver()) settle(LOST);
      else this.#send({ kind: 'open', id, name, input });
    });
    const close = () => {
      const stream = this.#streams.get(id);
      if (!stream) return;
      this.#send({ kind: 'cancel', id });
      stream.settle(undefined);
    };
    return { done, close };
  }

  close(): void {
    this.#setState('closed');
    clearTimeout(this.#retryTimer);
    this.#channel?.close();
    this.#failAll(LOST);
    this.#subscriptions.clear();
  }

  #require<K extends Definition['kind']>(name: string, kind: K): Extract<Definition, { kind: K }> {
    const definition = this.#options.contract[name];
    if (definition?.kind === kind) return definition as Extract<Definition, { kind: K }>;
    throw new TypeError(`'${name}' is no ${kind} of the contract`);
  }

  /** null where it is over before it begins. */
  #ask(
    frame: { kind: 'call' | 'upload'; name: string; input: unknown },
    pending: PendingCall,
    signal: AbortSignal | undefined,
  ): { id: number; cancel: () => void } | null {
    const cancelled = failed('CANCELLED', 'The call was cancelled.');
    if (signal?.aborted || this.#isOver()) {
      pending.settle(this.#worded(signal?.aborted ? cancelled : { success: false, error: LOST }));
      return null;
    }
    const id = this.#nextId++;
    const settle = (answer: Answer<unknown>) => {
      this.#calls.delete(id);
      signal?.removeEventListener('abort', cancel);
      pending.outgoing?.stop();
      pending.settle(this.#worded(answer));
    };
    const cancel = () => {
      if (!this.#calls.has(id)) return;
      this.#send({ kind: 'cancel', id });
      settle(cancelled);
    };
    signal?.addEventListener('abort', cancel, { once: true });
    this.#calls.set(id, { ...pending, settle });
    this.#send({ ...frame, id });
    return { id, cancel };
  }

  #worded(answer: Answer<unknown>): Answer<unknown> {
    return answer.success ? answer : { success: false, error: this.#words.failure(answer.error) };
  }

  #report(error: RpcFailure): void {
    this.#options.onProblem?.(this.#words.failure(error));
  }

  #isOver(): boolean {
    return this.#state === 'closed' || this.#state === 'refused';
  }

  #setState(state: ConnectionState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#stateListeners.notify(state);
  }

  #send(frame: RequestFrame): void {
    if (this.#state === 'open') this.#channel?.send(frame);
    else if (!this.#isOver()) this.#queue.push(frame);
  }

  async #connect(): Promise<void> {
    let channel: Channel;
    try {
      channel = await this.#options.openChannel();
    } catch (error) {
      return this.#onNotOpened(error);
    }
    if (this.#isOver()) return channel.close();
    this.#channel = channel;
    channel.onFrame((frame) => this.#onFrame(frame));
    channel.onClose(() => {
      if (this.#channel === channel) this.#onLost();
    });
    channel.send({ kind: 'hello', version: this.#options.protocolVersion });
  }

  #onNotOpened(error: unknown): void {
    if (this.#isOver()) return;
    // Any other reason is the transport's own; what the user needs is that it is lost and tried again.
    if (!(error instanceof RpcError) || error.code === 'CONNECTION_LOST') return this.#onLost();
    if (!error.retryable) return this.#onRefused(error.toFailure());
    this.#onLost();
    this.#report(error.toFailure());
  }

  #onLost(): void {
    this.#channel = null;
    if (this.#isOver()) return;
    this.#queue = [];
    this.#failAll(LOST);
    const delays = this.#options.reconnectDelaysMs ?? [];
    const delayMs = delays[Math.min(this.#failedTries, delays.length - 1)];
    if (delayMs === undefined) return this.#setState('closed');
    this.#failedTries += 1;
    this.#setState('lost');
    this.#retryTimer = setTimeout(() => void this.#connect(), delayMs);
  }

  #failAll(error: RpcFailure): void {
    for (const call of [...this.#calls.values()]) call.settle({ success: false, error });
    for (const stream of [...this.#streams.values()]) stream.settle(error);
  }

  #onFrame(received: unknown): void {
    const parsed = responseFrameSchema.safeParse(received);
    if (!parsed.success) return this.#reportBadFrame();
    const frame = parsed.data;
    switch (frame.kind) {
      case 'welcome':
        return this.#onWelcome();
      case 'refuse':
        return this.#onRefused(frame.error);
      case 'answer':
        return this.#onAnswer(frame);
      case 'event':
        return this.#onEvent(frame);
      case 'chunk':
        return this.#onChunk(frame);
      case 'credit':
        return this.#calls.get(frame.id)?.outgoing?.grant(frame.chunks);
      case 'end':
        return this.#onEnd(frame);
    }
  }

  #onWelcome(): void {
    this.#failedTries = 0;
    this.#setState('open');
    for (const [id, { name }] of this.#subscriptions) this.#send({ kind: 'subscribe', id, name });
    const queue = this.#queue;
    this.#queue = [];
    for (const frame of queue) this.#send(frame);
  }

  #onRefused(error: RpcFailure): void {
    this.#setState('refused');
    this.#report(error);
    this.#channel?.close();
    this.#failAll(error);
  }

  #onAnswer({ id, answer }: Extract<ResponseFrame, { kind: 'answer' }>): void {
    const call = this.#calls.get(id);
    if (!call) return; // Cancelled here before the answer arrived.
    if (!answer.success) return call.settle(answer);
    const output = call.output.safeParse(answer.data);
    call.settle(
      output.success
        ? { success: true, data: this.#words.payload(output.data) }
        : failed('BAD_FRAME', 'SoundDesk gave an answer that this page does not know. Reload the page.'),
    );
  }

  #onEvent({ id, payload }: Extract<ResponseFrame, { kind: 'event' }>): void {
    const subscription = this.#subscriptions.get(id);
    if (!subscription) return;
    const parsed = subscription.definition.payload.safeParse(payload);
    if (parsed.success) subscription.listener(this.#words.payload(parsed.data));
    else this.#reportBadFrame();
  }

  #onChunk({ id, bytes }: Extract<ResponseFrame, { kind: 'chunk' }>): void {
    const stream = this.#streams.get(id);
    if (!stream) return;
    stream.onChunk(bytes);
    this.#send({ kind: 'credit', id, chunks: 1 });
  }

  #onEnd({ id, error }: Extract<ResponseFrame, { kind: 'end' }>): void {
    this.#streams.get(id)?.settle(error);
    if (this.#subscriptions.delete(id) && error) this.#report(error);
  }

  #reportBadFrame(): void {
    this.#report({ code: 'BAD_FRAME', message: 'A message was not of the protocol.', retryable: false });
  }
}

function toError({ code, message, details, retryable }: RpcFailure): RpcError {
  return new RpcError(code, message, { ...(details ? { details } : {}), retryable });
}

function failed(code: RpcFailure['code'], message: string): Answer<never> {
  return { success: false, error: { code, message, retryable: false } };
}
