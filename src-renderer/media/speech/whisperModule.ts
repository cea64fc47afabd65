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
 * of a worker, and a call that shall end is ended with it.
 */
export async function openWhisper(
  model: Uint8Array,
  { createModule, scope }: { createModule: CreateShout; scope: Scope },
): Promise<{ transcribe(samples: Float32Array, language: string | null): HeardTokens }> {
  const said: string[] = [];
  const answers: ShoutAnswer[] = [];
  scope.postMessage = (message) => {
    const { handler, args } = message as { handler?: string; args?: unknown[] };
    if (handler === 'onTranscribed') answers.push(args?.[0] as ShoutAnswer);
  };
  const module = await withoutThreads(() =>
    createModule({ print: () => undefined, printErr: (line) => void said.push(line) }),
  );
  module.FS_createDataFile('/', MODEL, model, true, true, true);
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

type Imports = Record<string, Record<string, unknown>>;
type StartThread = (thread: number, attributes: number, start: number, argument: number) => number;

/** Runs `create` with a WebAssembly whose threads are function calls. */
async function withoutThreads<T>(create: () => Promise<T>): Promise<T> {
  const wasm = WebAssembly as unknown as {
    instantiate: (
      bytes: Uint8Array,
      imports: Imports,
    ) => Promise<{ instance: { exports: Record<string, unknown> } }>;
  };
  const { instantiate } = wasm;
  wasm.instantiate = async (bytes, imports) => {
    let table: WebAssembly.Table | undefined;
    const startHere: StartThread = (_thread, _attributes, start, argument) => {
      (table?.get(start) as ((argument: number) => unknown) | null)?.(argument);
      return 0;
    };
    replaceStart(imports, startHere);
    const made = await instantiate.call(WebAssembly, bytes, imports);
    table = Object.values(made.instance.exports).find((each) => each instanceof WebAssembly.Table);
    return made;
  };
  try {
    return await create();
  } finally {
    wasm.instantiate = instantiate;
  }
}

/** Its imports have short names; their functions have those of Emscripten. */
function replaceStart(imports: Imports, start: StartThread): void {
  for (const group of Object.values(imports)) {
    const name = Object.keys(group).find(
      (key) => (group[key] as { name?: string }).name === '___pthread_create_js',
    );
    if (name === undefined) continue;
    group[name] = start;
    return;
  }
  throw new Error('this build of Whisper starts its threads in another way');
}

/** A sign of other scripts may be cut in two tokens, neither of which can be read: then both are one. */
function wholeTokens(text: string, tokens: readonly ShoutToken[]): SpokenToken[] {
  const spoken = tokens.filter((token) => !MARK.test(token.text));
  const whole: SpokenToken[] = [];
  let at = 0;
  for (let index = 0; index < spoken.length; ) {
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
