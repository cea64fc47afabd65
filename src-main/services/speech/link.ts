import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { EngineLauncher, EngineProcess } from '../ports.ts';
import { lowerPriority } from '../processes/index.ts';
import { speechAnswerSchema, type SpeechAnswer, type SpeechRequest } from './process/messages.ts';

/** What is asked for, before it has a number. */
export type Asked<K extends SpeechRequest['kind'] = 'transcribe'> = Omit<
  Extract<SpeechRequest, { kind: K }>,
  'kind' | 'id'
>;
type Answered<K extends SpeechAnswer['kind']> = Extract<SpeechAnswer, { kind: K }>;
type Done = Answered<'done' | 'translated'>;

/** A model takes hundreds of megabytes: without work it is given back. */
const IDLE_MS = 60_000;
/** Who does not stop within this is killed. */
const STOP_WITHIN_MS = 2000;

/** The process that runs models of speech and translation: started when there is work, ended when there is none for a while. */
export function createSpeechLink(launch: EngineLauncher) {
  let running: EngineProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;
  const waiting = new Map<number, PromiseWithResolvers<Done>>();

  const failAll = (reason: string) => {
    for (const { reject } of waiting.values()) {
      reject(failWith('ENGINE_STOPPED', 'speechFailedHere', { values: { reason }, retryable: true }));
    }
    waiting.clear();
  };
  function start(): EngineProcess {
    const child = launch();
    lowerPriority(child.pid);
    child.onMessage((message) => {
      const parsed = speechAnswerSchema.safeParse(message);
      if (!parsed.success) return;
      const { id } = parsed.data;
      const wanted = waiting.get(id);
      waiting.delete(id);
      if (parsed.data.kind !== 'failed') return wanted?.resolve(parsed.data);
      const values = { reason: parsed.data.reason };
      wanted?.reject(failWith('ENGINE_STOPPED', 'speechFailedHere', { values, retryable: true }));
    });
    child.onExit(({ code, signal }) => {
      if (running === child) {
        running = null;
        failAll(`its process ended (${signal ?? code ?? 'unknown'})`);
      }
    });
    return child;
  }
  function end(): void {
    clearTimeout(idle);
    const child = running;
    running = null;
    child?.kill();
    failAll('its process ended');
  }
  async function ask(requestOf: (id: number) => SpeechRequest, signal: AbortSignal): Promise<Done> {
    if (signal.aborted) throw failWith('CANCELLED', 'cancelled');
    clearTimeout(idle);
    running ??= start();
    const child = running;
    const id = (lastId += 1);
    const outcome = Promise.withResolvers<Done>();
    waiting.set(id, outcome);
    let killing: NodeJS.Timeout | undefined;
    const stop = () => {
      child.post({ kind: 'stop', id } satisfies SpeechRequest);
      killing = setTimeout(() => {
        if (running === child) end();
      }, STOP_WITHIN_MS);
      outcome.reject(failWith('CANCELLED', 'cancelled'));
    };
    signal.addEventListener('abort', stop, { once: true });
    child.post(requestOf(id));
    try {
      const done = await outcome.promise;
      clearTimeout(killing);
      return done;
    } finally {
      signal.removeEventListener('abort', stop);
      idle = setTimeout(end, IDLE_MS);
      idle.unref();
    }
  }
  return {
    end,
    transcribe: async (work: Asked<'transcribe'>, signal: AbortSignal) =>
      (await ask((id) => ({ kind: 'transcribe', id, ...work }), signal)) as Answered<'done'>,
    translate: async (work: Asked<'translate'>, signal: AbortSignal) =>
      (await ask((id) => ({ kind: 'translate', id, ...work }), signal)) as Answered<'translated'>,
  };
}
