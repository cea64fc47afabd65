import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import type { TranscriptJob } from '../../../src-shared/contract/transcripts.ts';
import type { Transcript } from '../../../src-shared/domain/transcript/document.ts';
import { createVoiceService, type SpanEngine } from '../../../src-shared/handlers/voice/index.ts';
import { diarize, soundOfForm, wordsOf } from '../../../tests/lib/diarize.ts';
import { FAR_TURNS, writeMeetingTake } from '../../../tests/lib/meetingTake.ts';
import { createRecordingLog } from '../../../tests/lib/recordingLog.ts';
import { SPOKEN_RATE_HZ } from '../../../tests/lib/spokenTake.ts';
import { temporaryDir } from '../../../tests/lib/temporaryDir.ts';
import {
  ELEVENLABS_KEY,
  OPENAI_KEY,
  openAiError,
  startVoiceProviders,
  type VoiceProviders,
} from '../../../tests/lib/voiceProviders.ts';
import { readTakeFolder } from '../takes/index.ts';
import { createFileVoiceStore } from '../voice/index.ts';
import { createTranscriptsService } from './index.ts';

let providers: VoiceProviders;
let folder: string;
let jobs: TranscriptJob[];
const context = { signal: new AbortController().signal };
const takeId = 'take';

beforeEach(async () => {
  providers = await startVoiceProviders();
  folder = temporaryDir();
  writeMeetingTake(folder);
  jobs = [];
});
afterEach(() => providers.close());

function open(openEngine: () => Promise<SpanEngine>) {
  const log = createRecordingLog();
  return createTranscriptsService({
    openTake: () => readTakeFolder(folder),
    openEngine,
    notes: { model: 'none', priceOf: () => Promise.resolve(0), write: () => Promise.reject(new Error()) },
    search: {
      dir: join(folder, 'index'),
      listTakes: () => Promise.resolve([]),
      folderOf: () => folder,
      log,
    },
    clock: { nowMs: () => 7 },
    log,
    onProgressed: (job) => void jobs.push(job),
  }).handlers;
}

/** The real clients of the providers. */
async function openProvider(engine: 'openai' | 'elevenlabs') {
  const log = createRecordingLog();
  const voice = createVoiceService({
    fetch: (input, init) => fetch(input, init),
    readKey: (provider) => Promise.resolve(provider === 'openai' ? OPENAI_KEY : ELEVENLABS_KEY),
    assertAllowed: () => Promise.resolve(),
    store: createFileVoiceStore(join(folder, 'voice.json'), log),
    consents: {
      save: () => Promise.resolve(),
      list: () => Promise.resolve([]),
      remove: () => Promise.resolve(),
    },
    offline: null,
    engine,
    nowMs: () => 7,
    createId: () => 'id',
    log: (message, error) => log.error(message, error),
    onChanged: () => undefined,
  });
  const { openAiUrl, elevenLabsUrl } = providers;
  const baseUrls = { openai: openAiUrl, elevenlabs: elevenLabsUrl };
  await voice.handlers['voice.updateSettings']({ baseUrls }, context);
  return open(voice.openSpans);
}

async function transcribe(handlers: ReturnType<typeof open>): Promise<Transcript | null> {
  await handlers['transcripts.start']({ takeId }, context);
  await expect.poll(() => jobs.at(-1)?.step, { timeout: 100_000 }).toMatch(/^(?:done|failed|cancelled)$/);
  return (await handlers['transcripts.read']({ takeId }, context)).transcript;
}

/** Seconds of each turn that are not its person's, or nobody's, and of all turns. */
function wrongShare({ words, speakers }: Transcript): number {
  const people = [...new Set(FAR_TURNS.map(({ hz }) => hz))];
  let [wrong, all] = [0, 0];
  for (const { startSec, endSec, hz } of FAR_TURNS) {
    // People are numbered in the order in which they are heard first.
    const own = speakers.find(({ name }) => name === `Speaker ${people.indexOf(hz) + 1}`)?.trackId;
    const said = words.filter(({ trackId, startFrame }) => {
      const sec = startFrame / SPOKEN_RATE_HZ;
      return trackId === own && sec > startSec - 0.5 && sec < endSec;
    });
    // A word each 0.4 s.
    wrong += Math.abs(endSec - startSec - 0.4 * said.length);
    all += endSec - startSec;
  }
  return wrong / all;
}

describe('the far side of a meeting', () => {
  it.each(['openai', 'elevenlabs'] as const)(
    'has each of its people, as %s separates them',
    async (engine) => {
      const handlers = await openProvider(engine);
      const { usd } = await handlers['transcripts.estimate']({ takeId }, context);
      const transcript = await transcribe(handlers);
      expect(jobs.at(-1)).toMatchObject({ step: 'done', failure: null });
      expect(transcript?.speakers.map(({ name }) => name)).toEqual([
        'Microphone',
        'Speaker 1',
        'Speaker 2',
        'Speaker 3',
      ]);
      expect(transcript && wrongShare(transcript)).toBeLessThanOrEqual(0.05);
      for (const { trackId } of transcript?.words ?? []) expect(trackId).toMatch(/^system~[123]$/);
      // What was said before is what is paid, and what the provider counts.
      expect(transcript?.usd).toBeCloseTo(usd, 6);
      expect(Math.abs((transcript?.sentSec ?? 0) / providers.billedSec - 1)).toBeLessThan(0.01);
      const [sent, ...more] = providers.asked;
      expect(more).toEqual([]);
      const form = sent?.body.toString('latin1') ?? '';
      if (engine === 'elevenlabs') expect(form).toMatch(/name="num_speakers"\r\n\r\n4\r\n/);
      else expect(form).toMatch(/name="chunking_strategy"\r\n\r\nauto\r\n/);
    },
  );

  it('is "The others" where a server has no model for that', async () => {
    providers.answerOnce('/audio/transcriptions', openAiError(400, 'model_not_found', 'No such model.'));
    const transcript = await transcribe(await openProvider('openai'));
    expect(jobs.at(-1)?.step).toBe('done');
    expect(transcript?.speakers.map(({ name }) => name)).toEqual(['Microphone', 'The others']);
    expect(transcript?.words[0]?.text).toBe('Good');
  });

  it('has the same numbers in each piece, also after an end between two, and no piece is sent twice', async () => {
    const sent: number[] = [];
    let failsAt = 2;
    const engine: SpanEngine = {
      engine: 'openai',
      model: 'test',
      priceOf: (sec) => sec / 100,
      assertReady: () => Promise.resolve(),
      transcribe: () => Promise.reject(new Error('not in one voice')),
      apart: {
        maxSec: 18,
        transcribe(sound, durationSec) {
          if (sent.length + 1 === failsAt)
            return Promise.reject(new RpcError('PROVIDER_UNREACHABLE', 'The cable is out.'));
          sent.push(durationSec);
          const words = diarize(soundOfForm(Buffer.from(sound))).flatMap((turn) =>
            wordsOf(turn).map((text, index) => ({
              startSec: turn.startSec + 0.4 * index,
              endSec: turn.startSec + 0.4 * index + 0.3,
              text,
              // As they are named in this piece alone.
              speaker: `voice ${turn.speaker}`,
            })),
          );
          return Promise.resolve({ words, language: 'english', usd: durationSec / 100 });
        },
      },
    };
    await transcribe(open(() => Promise.resolve(engine)));
    expect(jobs.at(-1)).toMatchObject({ step: 'failed', failure: { code: 'PROVIDER_UNREACHABLE' } });
    expect(readFileSync(join(folder, 'transcript.journal.jsonl'), 'utf8')).toContain('system~1');
    failsAt = -1;
    const transcript = await transcribe(open(() => Promise.resolve(engine)));
    expect(jobs.at(-1)?.step).toBe('done');
    expect(transcript && wrongShare(transcript)).toBeLessThanOrEqual(0.05);
    // Each person keeps one voice.
    const voices = new Set(transcript?.words.map(({ trackId, text }) => `${trackId} ${text}`));
    expect([...voices].sort()).toEqual(['system~1 hz150', 'system~2 hz260', 'system~3 hz420']);
    const again = sent.length;
    rmSync(join(folder, 'transcript.json'));
    // Nothing is left of the journal: it is made again, and as often.
    await transcribe(open(() => Promise.resolve(engine)));
    expect(sent.length - again).toBe(again);
  });
});
