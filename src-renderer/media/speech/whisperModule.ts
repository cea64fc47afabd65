import { compactWhisper } from '../../../src-shared/domain/models/index.ts';
import type { SpokenToken } from '../../../src-shared/handlers/voice/index.ts';

/** The part of `@transcribe/shout` that is used here: whisper.cpp as WebAssembly, https://github.com/transcribejs/transcribe.js. */
interface ShoutModule {
  init(modelPath: string, alignmentHeads: string): void;
  transcribe(
    samples: Float32Array,
    language: string,
    threads: number,
    translate: boolean,
    maxLength: number,
    splitOnWord: boolean,
    suppressNonSpeech: boolean,
    tokenTimestamps: boolean,
  ): void;
  FS_createDataFile(
    folder: string,
    name: string,
    bytes: Uint8Array,
    canRead: boolean,
    canWrite: boolean,
    canOwn: boolean,
  ): void;
  FS_unlink(path: string): void;
}
export type CreateShout = (options: {
  print: (line: string) => void;
  printErr: (line: string) => void;
}) => Promise<ShoutModule>;

/** `offsets` in milliseconds. */
interface ShoutAnswer {
  result: { language: string };
  transcription: { text: string; tokens: ShoutToken[] }[];
}
interface ShoutToken {
  text: string;
  offsets: { from: number; to: number };
  /** Its probability. */
  p: number;
}

export interface HeardTokens {
  tokens: SpokenToken[];
  language: string | null;
}

/** What the module asks of the thread that it runs on. */
interface Scope {
  postMessage: (message: unknown) => void;
}

const MODEL = 'model.bin';
const ONE_THREAD = 1;
const NO_LIMIT = 0;
/** Of the model itself: where it begins, times, the end. */
const MARK = /^\[_.*\]$/;

/**
 * Whisper on one thread. The module is built for threads that share memory, which a browser gives to cross-origin isolated pages alone;
 * but it needs no second one: it starts a thread to leave its caller free, and that work is done at once instead. So `scope` is that
 * of a worker, whose own workers are replaced, and a call that shall end is ended with it. `window`: what `windowFor` says of the
 * longest sound.
 */
export async function openWhisper(
  model: Uint8Array,
  { window, createModule, scope }: { window: number; createModule: CreateShout; scope: Scope },
): Promise<{ transcribe(samples: Float32Array, language: string | null): HeardTokens }> {
  const said: string[] = [];
  const answers: ShoutAnswer[] = [];
  scope.postMessage = (message) => {
    const { handler, args } = message as { handler?: string; args?: unknown[] };
    if (handler === 'onTranscribed') answers.push(args?.[0] as ShoutAnswer);
  };
  const module = await withThreadsHere(() =>
    createModule({ print: () => undefined, printErr: (line) => void said.push(line) }),
  );
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const isCompact = compactWhisper(
    (at, length) => model.subarray(at, at + length),
    window,
    (part) => void parts.push(part),
  );
  const file = isCompact ? new Uint8Array(await new Blob(parts).arrayBuffer()) : model;
  module.FS_createDataFile('/', MODEL, file, true, true, true);
  module.init(MODEL, '');
  // It is in the module's memory now.
  module.FS_unlink(`/${MODEL}`);
  const refusal = said.find((line) => /failed to (?:load|init)|invalid model|not enough/.test(line));
  if (refusal !== undefined) throw new Error(refusal.replace(/^\w+: /, ''));
  return {
    transcribe(samples, language) {
      answers.length = 0;
      module.transcribe(samples, language ?? 'auto', ONE_THREAD, false, NO_LIMIT, false, false, true);
      const answer = answers.at(-1);
      if (!answer) throw new Error(said.at(-1) ?? 'Whisper gave no answer');
      const tokens = answer.transcription.flatMap(({ text, tokens: pieces }) => wholeTokens(text, pieces));
      return { tokens, language: answer.result.language || null };
    },
  };
}

/** Runs `create` with a WebAssembly that keeps its table of functions where the threads below find it. */
async function withThreadsHere<T>(create: () => Promise<T>): Promise<T> {
  let table: WebAssembly.Table | undefined;
  const wasm = WebAssembly as unknown as {
    instantiate: (bytes: Uint8Array, imports: object) => Promise<{ instance: { exports: object } }>;
  };
  const { instantiate } = wasm;
  wasm.instantiate = async (bytes, imports) => {
    const made = await instantiate.call(WebAssembly, bytes, imports);
    table = Object.values(made.instance.exports).find((each) => each instanceof WebAssembly.Table);
    return made;
  };
  const memory = new WebAssembly.Memory({ initial: 0, maximum: 0, shared: true });
  // It exists in every page; only its name does not.
  Object.assign(globalThis, {
    SharedArrayBuffer: memory.buffer.constructor,
    Worker: threadHere((start, argument) => {
      (table?.get(start) as ((argument: number) => unknown) | null)?.(argument);
    }),
  });
  try {
    return await create();
  } finally {
    wasm.instantiate = instantiate;
  }
}

/** Messages of Emscripten to a worker of its own. */
type ToThread =
  | { cmd: 'load'; wasmMemory: WebAssembly.Memory }
  | { cmd: 'run'; pthread_ptr: number; start_routine: number; arg: number };

/** In musl's `struct pthread`: a thread that somebody waits for, and one that has ended. */
const [JOINABLE, ENDED] = [2, 0];
const WORDS_LOOKED_THROUGH = 13;

/** A worker that runs a thread's function at once, and has ended when its caller continues. */
function threadHere(run: (start: number, argument: number) => void) {
  return class {
    onmessage: ((event: { data: { cmd: 'loaded' } }) => void) | null = null;
    #memory: WebAssembly.Memory | null = null;
    postMessage(message: ToThread): void {
      if (message.cmd === 'load') {
        this.#memory = message.wasmMemory;
        this.onmessage?.({ data: { cmd: 'loaded' } });
      } else if (this.#memory) {
        const words = new Int32Array(this.#memory.buffer, message.pthread_ptr, WORDS_LOOKED_THROUGH);
        const state = words.indexOf(JOINABLE);
        if (state < 0) throw new Error('this build of Whisper ends its threads in another way');
        run(message.start_routine, message.arg);
        new Int32Array(this.#memory.buffer, message.pthread_ptr, WORDS_LOOKED_THROUGH)[state] = ENDED;
      }
    }
    terminate(): void {
      // It has ended.
    }
  };
}

/** A sign of other scripts may be cut in two tokens, neither of which can be read: then both are one. */
function wholeTokens(text: string, tokens: readonly ShoutToken[]): SpokenToken[] {
  const spoken = tokens.filter((token) => !MARK.test(token.text));
  const whole: SpokenToken[] = [];
  let at = 0;
  for (let index = 0; index < spoken.length;) {
    let next = index + 1;
    while (isBroken(spoken[next - 1]) && isBroken(spoken[next])) next += 1;
    const group = spoken.slice(index, next);
    const piece = isBroken(group[0]) ? text.slice(at, endOf(text, at, spoken[next])) : (group[0]?.text ?? '');
    at += piece.length;
    whole.push({
      text: piece,
      startMs: group[0]?.offsets.from ?? 0,
      endMs: group.at(-1)?.offsets.to ?? 0,
      probability: Math.min(...group.map(({ p }) => p)),
    });
    index = next;
  }
  return whole;
}

const isBroken = (token: ShoutToken | undefined): boolean => token?.text.includes('\uFFFD') ?? false;

/** Where what cannot be read ends: at the next token. */
function endOf(text: string, at: number, next: ShoutToken | undefined): number {
  const found = next ? text.indexOf(next.text, at + 1) : -1;
  return found < 0 ? text.length : found;
}
