import type {
  Contract,
  EventName,
  InputOf,
  OutputOf,
  ParsedInputOf,
  PayloadOf,
  ProcedureName,
  StreamName,
} from '../contract/define.ts';
import type { Answer } from '../contract/errors.ts';

export interface CallContext {
  /** Aborted when the caller cancels or the connection closes. */
  signal: AbortSignal;
}

/** What a host implements: one function a procedure, one source of bytes a stream. */
export type Handlers<C extends Contract> = {
  [N in ProcedureName<C>]: (
    input: ParsedInputOf<C[N]>,
    context: CallContext,
  ) => Promise<OutputOf<C[N]>> | OutputOf<C[N]>;
} & {
  [N in StreamName<C>]: (input: ParsedInputOf<C[N]>, context: CallContext) => AsyncIterable<Uint8Array>;
};

export interface OpenStream {
  /** Resolves when the stream ended, rejects with an `RpcError` when it failed. */
  done: Promise<void>;
  close(): void;
}

/** The one typed client that screens use. */
export interface Client<C extends Contract> {
  /** Never rejects: a failure of any kind is an answer. */
  call<N extends ProcedureName<C>>(
    name: N,
    ...args: InputOf<C[N]> extends void | undefined
      ? [input?: undefined, options?: CallOptions]
      : [input: InputOf<C[N]>, options?: CallOptions]
  ): Promise<Answer<OutputOf<C[N]>>>;
  /** Hears an event until the returned function is called; survives a reconnect. */
  subscribe<N extends EventName<C>>(name: N, listener: (payload: PayloadOf<C[N]>) => void): () => void;
  /** Reads a stream; `onChunk` is called in order, and more is asked for when it returns. */
  open<N extends StreamName<C>>(
    name: N,
    input: InputOf<C[N]>,
    onChunk: (bytes: Uint8Array) => void,
  ): OpenStream;
  readonly connection: ConnectionState;
  onConnectionChanged(listener: (state: ConnectionState) => void): () => void;
  /** Ends all calls and subscriptions. */
  close(): void;
}

export interface CallOptions {
  signal?: AbortSignal;
}

export type ConnectionState = 'connecting' | 'open' | 'lost' | 'refused' | 'closed';
