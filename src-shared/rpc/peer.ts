import type {
  Contract,
  Definition,
  EventDefinition,
  Procedure,
  StreamDefinition,
} from '../contract/define.ts';
import { RpcError, type Answer, type RpcFailure } from '../contract/errors.ts';
import type { Channel } from './channel.ts';
import {
  INITIAL_STREAM_CREDIT,
  requestFrameSchema,
  type RequestFrame,
  type ResponseFrame,
} from './frames.ts';
import { failure } from './failure.ts';
import { describeIssues } from './issues.ts';
import type { RouterOptions } from './routerOptions.ts';

/** Calls, subscriptions and streams that one connection may have open together. */
export const MAX_ACTIVE_PER_PEER = 512;
/** Malformed frames after which a connection is closed: a peer that errs so often is not ours. */
export const MAX_BAD_FRAMES = 16;

interface Active {
  end(): void;
  addCredit?(chunks: number): void;
}

/** One connection's calls, subscriptions and streams. Whatever happens, they end with it. */
export class Peer<C extends Contract> {
  readonly #options: RouterOptions<C>;
  readonly #channel: Channel;
  readonly #toFailure: (error: unknown, name: string) => RpcFailure;
  readonly #active = new Map<number, Active>();
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
    for (const entry of active) entry.end();
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
      case 'credit':
        return this.#active.get(frame.id)?.addCredit?.(frame.chunks);
      case 'call':
      case 'subscribe':
      case 'open':
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

  #begin(frame: Extract<RequestFrame, { kind: 'call' | 'subscribe' | 'open' }>): void {
    // An id in use cannot be answered without confusing the one who has it.
    if (this.#active.has(frame.id)) return this.#onBadFrame();
    if (this.#active.size >= MAX_ACTIVE_PER_PEER) {
      return this.#reject(
        frame,
        failure('TOO_MANY_REQUESTS', 'Too many calls are under way. Try again shortly.'),
      );
    }
    // hasOwn: a name such as `constructor` or `__proto__` is not of the contract.
    const definition = Object.hasOwn(this.#options.contract, frame.name)
      ? this.#options.contract[frame.name]
      : undefined;
    const wanted = { call: 'procedure', subscribe: 'event', open: 'stream' } as const;
    if (definition?.kind !== wanted[frame.kind]) {
      return this.#reject(
        frame,
        failure('UNKNOWN_NAME', `There is no ${wanted[frame.kind]} '${frame.name}'.`),
      );
    }
    this.#dispatch(frame, definition);
  }

  #dispatch(
    frame: Extract<RequestFrame, { kind: 'call' | 'subscribe' | 'open' }>,
    definition: Definition,
  ): void {
    if (frame.kind === 'subscribe')
      return this.#subscribe(frame.id, frame.name, definition as EventDefinition);
    const input = (definition as Procedure | StreamDefinition).input.safeParse(frame.input);
    if (!input.success) {
      return this.#reject(
        frame,
        failure('BAD_INPUT', `'${frame.name}' cannot take this input: ${describeIssues(input.error)}`),
      );
    }
    if (frame.kind === 'call') void this.#call(frame.id, frame.name, definition as Procedure, input.data);
    else void this.#pump(frame.id, frame.name, input.data);
  }

  #reject(frame: Extract<RequestFrame, { kind: 'call' | 'subscribe' | 'open' }>, error: RpcFailure): void {
    if (frame.kind === 'call')
      this.#send({ kind: 'answer', id: frame.id, answer: { success: false, error } });
    else this.#send({ kind: 'end', id: frame.id, error });
  }

  #end(id: number): void {
    const entry = this.#active.get(id);
    this.#active.delete(id);
    entry?.end();
  }

  async #call(id: number, name: string, procedure: Procedure, input: unknown): Promise<void> {
    const abort = new AbortController();
    const cancelled = new Promise<never>((_, reject) => {
      abort.signal.addEventListener('abort', () =>
        reject(new RpcError('CANCELLED', 'The call was cancelled.')),
      );
    });
    this.#active.set(id, { end: () => abort.abort() });
    let answer: Answer<unknown>;
    try {
      // A handler that does not heed its signal still cannot keep the caller waiting.
      const output = await Promise.race([this.#invoke(name, input, abort.signal), cancelled]);
      answer = { success: true, data: procedure.output.parse(output) };
    } catch (error) {
      answer = { success: false, error: this.#toFailure(error, name) };
    }
    this.#active.delete(id);
    this.#send({ kind: 'answer', id, answer });
  }

  async #invoke(name: string, input: unknown, signal: AbortSignal): Promise<unknown> {
    const handlers = this.#options.handlers as Record<string, (input: unknown, context: object) => unknown>;
    const handler = handlers[name];
    if (!handler) throw new RpcError('UNSUPPORTED', `This host does not offer '${name}'.`);
    return await handler(input, { signal });
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
    let credit = INITIAL_STREAM_CREDIT;
    let wake: () => void = () => undefined;
    this.#active.set(id, {
      end: () => {
        abort.abort();
        wake();
      },
      addCredit: (chunks) => {
        credit += chunks;
        wake();
      },
    });
    let error: RpcFailure | undefined;
    try {
      const source = (await this.#invoke(name, input, abort.signal)) as AsyncIterable<Uint8Array>;
      for await (const bytes of source) {
        while (credit === 0 && !abort.signal.aborted) await new Promise<void>((resolve) => (wake = resolve));
        if (abort.signal.aborted) break;
        credit -= 1;
        this.#send({ kind: 'chunk', id, bytes });
      }
    } catch (thrown) {
      error = this.#toFailure(thrown, name);
    }
    if (this.#active.delete(id)) this.#send({ kind: 'end', id, ...(error ? { error } : {}) });
  }
}
