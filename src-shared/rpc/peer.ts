import type { z } from 'zod';
import type {
  Contract,
  Definition,
  EventDefinition,
  Procedure,
  StreamDefinition,
  UploadDefinition,
} from '../contract/define.ts';
import { RpcError, type Answer, type RpcFailure } from '../contract/errors.ts';
import type { Channel } from './channel.ts';
import { failure } from './failure.ts';
import {
  INITIAL_STREAM_CREDIT,
  INITIAL_UPLOAD_CREDIT,
  requestFrameSchema,
  type RequestFrame,
  type ResponseFrame,
} from './frames.ts';
import type { CallContext, UploadContext } from './handlers.ts';
import { IncomingBytes } from './incomingBytes.ts';
import { describeIssues } from './issues.ts';
import { OutgoingBytes } from './outgoingBytes.ts';
import type { RouterOptions } from './routerOptions.ts';

/** Calls, subscriptions, streams and uploads that one connection may have open together. */
export const MAX_ACTIVE_PER_PEER = 512;
/** Of these, uploads: each may keep as many bytes waiting here as it was granted. */
export const MAX_UPLOADS_PER_PEER = 32;
/** Malformed frames after which a connection is closed: a peer that errs so often is not ours. */
export const MAX_BAD_FRAMES = 16;

type BeginFrame = Extract<RequestFrame, { kind: 'call' | 'subscribe' | 'open' | 'upload' }>;

interface Active {
  end(why: RpcError): void;
  addCredit?(chunks: number): void;
}

/** One connection's calls, subscriptions, streams and uploads. Whatever happens, they end with it. */
export class Peer<C extends Contract> {
  readonly #options: RouterOptions<C>;
  readonly #channel: Channel;
  readonly #toFailure: (error: unknown, name: string) => RpcFailure;
  readonly #active = new Map<number, Active>();
  readonly #uploads = new Map<number, IncomingBytes>();
  readonly #connection = new AbortController();
  /** Chunks that were sent before the page could know that their upload was answered. */
  #lateChunks = 0;
  #isWelcome = false;
  #isClosed = false;
  #badFrames = 0;

  constructor(
    options: RouterOptions<C>,
    channel: Channel,
    toFailure: (error: unknown, name: string) => RpcFailure,
  ) {
    this.#options = options;
    this.#channel = channel;
    this.#toFailure = toFailure;
    channel.onFrame((frame) => this.#onFrame(frame));
    channel.onClose(() => this.#onClose());
  }

  get activeCount(): number {
    return this.#active.size;
  }

  close(): void {
    this.#channel.close();
  }

  #onClose(): void {
    this.#isClosed = true;
    const active = [...this.#active.values()];
    this.#active.clear();
    this.#uploads.clear();
    for (const entry of active) entry.end(cancelled());
    this.#connection.abort();
  }

  #send(frame: ResponseFrame): void {
    if (!this.#isClosed) this.#channel.send(frame);
  }

  #refuse(error: RpcFailure): void {
    this.#send({ kind: 'refuse', error });
    this.close();
  }

  #onFrame(received: unknown): void {
    if (this.#isClosed) return;
    const parsed = requestFrameSchema.safeParse(received);
    if (!parsed.success) return this.#onBadFrame();
    const frame = parsed.data;
    if (frame.kind === 'hello') return this.#onHello(frame);
    if (!this.#isWelcome) return this.#refuse(failure('UNAUTHENTICATED', 'The first frame must say hello.'));
    switch (frame.kind) {
      case 'cancel':
        return this.#end(frame.id);
      case 'chunk':
        return this.#onChunk(frame.id, frame.bytes);
      case 'end':
        if (this.#uploads.get(frame.id)?.finish() === false) this.#onBadFrame();
        return;
      case 'credit':
        return this.#active.get(frame.id)?.addCredit?.(frame.chunks);
      case 'call':
      case 'subscribe':
      case 'open':
      case 'upload':
        return this.#begin(frame);
    }
  }

  #onBadFrame(): void {
    this.#badFrames += 1;
    if (!this.#isWelcome || this.#badFrames >= MAX_BAD_FRAMES) {
      this.#refuse(failure('BAD_FRAME', 'This connection sent frames that are not of the protocol.'));
    }
  }

  #onHello(frame: Extract<RequestFrame, { kind: 'hello' }>): void {
    if (this.#isWelcome) return this.#onBadFrame();
    if (frame.version !== this.#options.protocolVersion) {
      return this.#refuse(
        failure(
          'VERSION_MISMATCH',
          'This page and the SoundDesk behind it are of different versions. Reload the page.',
          {
            hostVersion: this.#options.protocolVersion,
            pageVersion: frame.version,
          },
        ),
      );
    }
    this.#isWelcome = true;
    this.#send({ kind: 'welcome', version: this.#options.protocolVersion });
  }

  #onChunk(id: number, bytes: Uint8Array): void {
    const upload = this.#uploads.get(id);
    const refusal = upload?.push(bytes);
    if (refusal === null) return;
    if (refusal !== undefined) this.#end(id, new RpcError('BAD_FRAME', refusal));
    else if (this.#lateChunks > 0) return void (this.#lateChunks -= 1);
    this.#onBadFrame();
  }

  #begin(frame: BeginFrame): void {
    // An id in use cannot be answered without confusing the one who has it.
    if (this.#active.has(frame.id)) return this.#onBadFrame();
    const isUpload = frame.kind === 'upload';
    if (
      this.#active.size >= MAX_ACTIVE_PER_PEER ||
      (isUpload && this.#uploads.size >= MAX_UPLOADS_PER_PEER)
    ) {
      return this.#reject(
        frame,
        failure('TOO_MANY_REQUESTS', 'Too many calls are under way. Try again shortly.'),
      );
    }
    // hasOwn: a name such as `constructor` or `__proto__` is not of the contract.
    const definition = Object.hasOwn(this.#options.contract, frame.name)
      ? this.#options.contract[frame.name]
      : undefined;
    const wanted = { call: 'procedure', subscribe: 'event', open: 'stream', upload: 'upload' } as const;
    if (definition?.kind !== wanted[frame.kind]) {
      return this.#reject(
        frame,
        failure('UNKNOWN_NAME', `There is no ${wanted[frame.kind]} '${frame.name}'.`),
      );
    }
    this.#dispatch(frame, definition);
  }

  #dispatch(frame: BeginFrame, definition: Definition): void {
    if (frame.kind === 'subscribe')
      return this.#subscribe(frame.id, frame.name, definition as EventDefinition);
    const input = (definition as Procedure | StreamDefinition | UploadDefinition).input.safeParse(
      frame.input,
    );
    if (!input.success) {
      return this.#reject(
        frame,
        failure('BAD_INPUT', `'${frame.name}' cannot take this input: ${describeIssues(input.error)}`),
      );
    }
    if (frame.kind === 'call') void this.#call(frame.id, frame.name, definition as Procedure, input.data);
    else if (frame.kind === 'upload')
      void this.#receive(frame.id, frame.name, definition as UploadDefinition, input.data);
    else void this.#pump(frame.id, frame.name, input.data);
  }

  #reject(frame: BeginFrame, error: RpcFailure): void {
    if (frame.kind === 'upload') this.#lateChunks += INITIAL_UPLOAD_CREDIT;
    if (frame.kind === 'call' || frame.kind === 'upload')
      this.#send({ kind: 'answer', id: frame.id, answer: { success: false, error } });
    else this.#send({ kind: 'end', id: frame.id, error });
  }

  #end(id: number, why = cancelled()): void {
    const entry = this.#active.get(id);
    this.#active.delete(id);
    this.#uploads.delete(id);
    entry?.end(why);
  }

  async #call(id: number, name: string, procedure: Procedure, input: unknown): Promise<void> {
    const abort = new AbortController();
    this.#active.set(id, { end: (why) => abort.abort(why) });
    const answer = await this.#ask(name, input, procedure.output, { signal: abort.signal });
    this.#active.delete(id);
    this.#send({ kind: 'answer', id, answer });
  }

  async #receive(id: number, name: string, definition: UploadDefinition, input: unknown): Promise<void> {
    const abort = new AbortController();
    const { signal } = abort;
    const upload = new IncomingBytes(signal, (chunks) => this.#send({ kind: 'credit', id, chunks }));
    this.#active.set(id, { end: (why) => abort.abort(why) });
    this.#uploads.set(id, upload);
    const answer = await this.#ask(name, input, definition.output, { signal, bytes: upload.read() });
    this.#active.delete(id);
    if (this.#uploads.delete(id)) this.#lateChunks += upload.unsent;
    this.#send({ kind: 'answer', id, answer });
  }

  async #ask(
    name: string,
    input: unknown,
    output: z.ZodType,
    context: CallContext | UploadContext,
  ): Promise<Answer<unknown>> {
    const { signal } = context;
    const ended = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
    try {
      // A handler that does not heed its signal still cannot keep the caller waiting.
      const data = await Promise.race([this.#invoke(name, input, context), ended]);
      return { success: true, data: output.parse(data) };
    } catch (error) {
      return { success: false, error: this.#toFailure(error, name) };
    }
  }

  async #invoke(name: string, input: unknown, context: CallContext): Promise<unknown> {
    const handlers = this.#options.handlers as Record<
      string,
      (input: unknown, context: CallContext) => unknown
    >;
    const handler = handlers[name];
    if (!handler) throw new RpcError('UNSUPPORTED', `This host does not offer '${name}'.`);
    return await handler(input, { ...context, connection: this.#connection.signal });
  }

  #subscribe(id: number, name: string, definition: EventDefinition): void {
    let held: { payload: unknown } | null = null;
    const send = (payload: unknown) => this.#send({ kind: 'event', id, payload });
    const stopListening = this.#options.events.subscribe(name as never, (payload: unknown) => {
      if (definition.delivery === 'latest' && this.#channel.isCongested()) held = { payload };
      else send(payload);
    });
    const stopDraining = this.#channel.onDrain(() => {
      if (held) send(held.payload);
      held = null;
    });
    this.#active.set(id, {
      end() {
        stopListening();
        stopDraining();
      },
    });
  }

  async #pump(id: number, name: string, input: unknown): Promise<void> {
    const abort = new AbortController();
    const outgoing = new OutgoingBytes(INITIAL_STREAM_CREDIT);
    this.#active.set(id, {
      end: (why) => {
        abort.abort(why);
        outgoing.stop();
      },
      addCredit: (chunks) => outgoing.grant(chunks),
    });
    let error: RpcFailure | undefined;
    try {
      const source = await this.#invoke(name, input, { signal: abort.signal });
      const send = (bytes: Uint8Array) => this.#send({ kind: 'chunk', id, bytes });
      await outgoing.send(source as AsyncIterable<Uint8Array>, send);
    } catch (thrown) {
      error = this.#toFailure(thrown, name);
    }
    if (this.#active.delete(id)) this.#send({ kind: 'end', id, ...(error ? { error } : {}) });
  }
}

const cancelled = () => new RpcError('CANCELLED', 'The call was cancelled.');
