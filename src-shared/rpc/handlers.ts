import type {
  Contract,
  EventName,
  InputOf,
  OutputOf,
  ParsedInputOf,
  PayloadOf,
  ProcedureName,
  StreamName,
  UploadName,
} from '../contract/define.ts';
import type { Answer } from '../contract/errors.ts';
import type { ByteSource } from './outgoingBytes.ts';

export interface CallContext {
  /** Aborted when the caller cancels or the connection closes. */
  signal: AbortSignal;
  /** Aborted when the caller's connection closes, also long after the call; absent where none carries the call. */
  connection?: AbortSignal;
}

export interface UploadContext extends CallContext {
  /**
   * What the caller sends, to be read once; where a chunk begins and ends has no meaning. A chunk counts as taken when the
   * next one is asked for. Throws when the caller cancels or is lost.
   */
  bytes: AsyncIterable<Uint8Array>;
}

/** What a host implements: one function a procedure or upload, one source of bytes a stream. */
export type Handlers<C extends Contract> = {
  [N in ProcedureName<C>]: (
    input: ParsedInputOf<C[N]>,
    context: CallContext,
  ) => Promise<OutputOf<C[N]>> | OutputOf<C[N]>;
} & {
  [N in StreamName<C>]: (input: ParsedInputOf<C[N]>, context: CallContext) => AsyncIterable<Uint8Array>;
} & {
  [N in UploadName<C>]: (
    input: ParsedInputOf<C[N]>,
    context: UploadContext,
  ) => Promise<OutputOf<C[N]>> | OutputOf<C[N]>;
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
  /**
   * Sends bytes as the host takes them, with one answer for all. A host that needs no more may answer before the last.
   * Rejects with what `bytes` itself throws, which cancels the upload.
   */
  upload<N extends UploadName<C>>(
    name: N,
    input: InputOf<C[N]>,
    bytes: ByteSource,
    options?: CallOptions,
  ): Promise<Answer<OutputOf<C[N]>>>;
  readonly connection: ConnectionState;
  onConnectionChanged(listener: (state: ConnectionState) => void): () => void;
  /** Ends all calls and subscriptions. */
  close(): void;
}

export interface CallOptions {
  signal?: AbortSignal;
}

export type ConnectionState = 'connecting' | 'open' | 'lost' | 'refused' | 'closed';
