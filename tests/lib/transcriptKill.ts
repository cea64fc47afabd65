import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openSpokenTake } from '../../src-main/services/transcripts/index.ts';
import { readTakeFolder } from '../../src-main/services/takes/index.ts';
import {
  listenToTake,
  openJournal,
  readTranscript,
  transcribeTake,
  writeTranscript,
} from '../../src-shared/handlers/transcripts/index.ts';
import type { SpanEngine } from '../../src-shared/handlers/voice/index.ts';

const WRITER = join(import.meta.dirname, 'transcriptKillWriter.ts');
/** Of a spoken take (`writeSpokenTake`), and the words of each answer. */
const SPANS = 4;
const WORDS_A_SPAN = 2;
/** After an answer a kill comes within so long: before, while and after it is written down. */
const MOST_DELAY_MS = 8;

type FromChild = { ask: number } | { kept: number };

interface Run {
  /** Spans that the provider was asked for: each is paid. */
  asked: number;
  /** Of those that were finished, as the program said it. */
  kept: number;
}

/**
 * Makes a transcript in a program of its own, which is killed at a random moment, and then another time to its end. Gives what is
 * wrong: a finished span that is lost or paid twice; null where nothing is.
 */
export async function killTranscript(
  take: string,
  dir: string,
  random: () => number,
): Promise<string | null> {
  const folder = join(dir, randomUUID());
  cpSync(take, folder, { recursive: true });
  const killAt = 1 + Math.floor(random() * SPANS);
  const isAnswered = random() < 0.75;
  const delayMs = random() * MOST_DELAY_MS;
  const first = await runWriter(folder, async (asked, answer, kill) => {
    if (asked < killAt || isAnswered) answer();
    if (asked < killAt) return;
    if (isAnswered) await wait(delayMs);
    kill();
  });
  const killed = await openTake(folder);
  const finished = (await openJournal(killed.files)).finished.size;
  const isWhole = (await readTranscript(killed)) !== null;
  if (!isWhole && finished < first.kept)
    return `${first.kept - finished} of ${first.kept} finished spans are lost`;
  const second = await runWriter(folder, (_, answer) => answer());
  const left = isWhole ? 0 : SPANS - finished;
  if (second.asked !== left) return `${second.asked} spans were paid for again, and ${left} were left`;
  const words = (await readTranscript(killed))?.words.length;
  return words === SPANS * WORDS_A_SPAN ? null : `the transcript has ${words} words`;
}

const openTake = async (folder: string) => openSpokenTake(folder, await readTakeFolder(folder));

/** Each question of the program comes to `onAsk`. */
async function runWriter(
  folder: string,
  onAsk: (asked: number, answer: () => void, kill: () => void) => Promise<void> | void,
): Promise<Run> {
  const child = fork(WRITER, [folder], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const run: Run = { asked: 0, kept: 0 };
  child.on('message', (message: FromChild) => {
    if ('kept' in message) run.kept = message.kept;
    else {
      run.asked += 1;
      void onAsk(
        run.asked,
        () => void child.send('answer', () => undefined),
        () => child.kill('SIGKILL'),
      );
    }
  });
  await once(child, 'exit');
  return run;
}

/** For the program that is killed. */
export async function transcribeByParent(folder: string): Promise<void> {
  const take = await openTake(folder);
  if (await readTranscript(take)) return;
  const engine: SpanEngine = {
    engine: 'openai',
    model: 'parent',
    priceOf: (sec) => sec,
    assertReady: () => Promise.resolve(),
    async transcribe(_sound, durationSec) {
      process.send?.({ ask: durationSec } satisfies FromChild);
      await once(process, 'message');
      const words = [
        { startSec: 0, endSec: 0.5, text: 'first' },
        { startSec: durationSec - 0.5, endSec: durationSec, text: 'last' },
      ];
      return { words, language: null, usd: durationSec };
    },
  };
  const { signal } = new AbortController();
  let kept = 0;
  const { files } = take;
  const counted: typeof files = {
    ...files,
    async append(name, lines) {
      await files.append(name, lines);
      if (lines.includes('"type":"done"')) process.send?.({ kept: (kept += 1) } satisfies FromChild);
    },
  };
  const listened = await listenToTake({ ...take, files: counted }, signal);
  const transcript = await transcribeTake(listened, engine, {
    nowMs: Date.now,
    signal,
    onProgress: () => undefined,
  });
  await writeTranscript(files, transcript);
}
