import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CaptionLine } from '../../src-shared/contract/captions.ts';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { modelFileName, type Model } from '../../src-shared/domain/models/index.ts';
import { captureSetUpSchema } from '../../src-shared/domain/captureSetUp.ts';
import { KNOWN_AFTER_SEC } from '../../src-shared/domain/transcript/liveSpeech.ts';
import { addMicrophones, findSource } from './captureRig.ts';
import { startLiveHost, type LiveHost } from './liveSession.ts';
import { createRandom } from './random.ts';
import { writeWav } from './recordings.ts';
import { startPulse, type SoundServer } from './virtualAudio.ts';
import { OPENAI_KEY, startVoiceProviders } from './voiceProviders.ts';

const RATE_HZ = 48_000;
const INTO = 'into_caption_delays';
const SEED = 31;
const LEAD_SEC = 2;
const PAUSE_SEC = 2;
/** Behind the last phrase nothing is written any more. */
const SETTLED_SEC = 10;

/**
 * How long each caption of a real microphone takes beside its engine, in milliseconds: from when its phrase is known to have ended
 * (`KNOWN_AFTER_SEC` behind it, by the session's clock) to when a client has its line, with an engine that answers at once.
 */
export async function measureCaptions(phrases: number): Promise<number[]> {
  const [server, providers] = await Promise.all([startPulse(), startVoiceProviders()]);
  const live = await startLiveHost(server.env);
  try {
    const { client } = live;
    const delaysMs: number[] = [];
    client.subscribe('captions.onSpoken', ({ endMs }: CaptionLine) =>
      delaysMs.push(Date.now() - endMs - 1000 * KNOWN_AFTER_SEC),
    );
    unwrap(await client.call('voice.updateSettings', { baseUrls: { openai: providers.openAiUrl } }));
    unwrap(await client.call('keys.save', { provider: 'openai', key: OPENAI_KEY }));
    await openMicrophone(server, live);
    unwrap(await client.call('captions.start', { channelIds: null }));
    const path = join(live.dir, 'phrases.wav');
    const endMs = Date.now() + 1000 * (writePhrases(path, phrases) + SETTLED_SEC);
    server.start('paplay', ['-d', INTO, path]);
    while (delaysMs.length < phrases && Date.now() < endMs)
      await new Promise((resolve) => setTimeout(resolve, 100));
    unwrap(await client.call('captions.stop'));
    return delaysMs;
  } finally {
    await live.close();
    await providers.close();
    await server.close();
  }
}

export interface SpokenCaption {
  text: string;
  /** From the end of its phrase to when a client has it. */
  lateMs: number;
}

/**
 * The captions of real speech at a real microphone by a model of this computer, whose files are given. `parts`: one channel of
 * 48 kHz each, with a pause behind it.
 */
export async function captionSpeech(
  model: Model,
  files: readonly string[],
  parts: readonly Float32Array[],
): Promise<{ lines: SpokenCaption[]; leftOutSec: number }> {
  const server = await startPulse();
  const live = await startLiveHost(server.env, undefined, {
    prepare(dataDir) {
      const dir = join(dataDir, 'models', model.id);
      mkdirSync(dir, { recursive: true });
      for (const [index, file] of model.files.entries())
        copyFileSync(files[index] ?? '', join(dir, modelFileName(file)));
    },
  });
  try {
    const { client } = live;
    const lines: SpokenCaption[] = [];
    client.subscribe('captions.onSpoken', ({ text, endMs }: CaptionLine) =>
      lines.push({ text, lateMs: Date.now() - endMs }),
    );
    unwrap(await client.call('voice.updateSettings', { engine: model.id }));
    await openMicrophone(server, live);
    unwrap(await client.call('captions.start', { channelIds: null }));
    const path = join(live.dir, 'speech.wav');
    const pause = new Float32Array(PAUSE_SEC * RATE_HZ);
    const whole = joined([pause, ...parts.flatMap((part) => [part, pause])]);
    writeWav(path, { sampleRate: RATE_HZ, channels: [whole] });
    server.start('paplay', ['-d', INTO, path]);
    const sec = whole.length / RATE_HZ + SETTLED_SEC;
    await new Promise((resolve) => setTimeout(resolve, 1000 * sec));
    const { leftOutSec } = unwrap(await client.call('captions.stop'));
    return { lines, leftOutSec };
  } finally {
    await live.close();
    await server.close();
  }
}

async function openMicrophone(server: SoundServer, { client }: LiveHost): Promise<void> {
  await addMicrophones(server, INTO, ['caption_delays']);
  const channel = {
    id: 'reader',
    name: 'Reader',
    source: await findSource(client, 'caption_delays'),
    // Noise in syllables stands for a voice here, and is what noise cancellation takes out.
    denoise: { engine: 'off', sensitivity: 0, reduction: 0 },
  };
  unwrap(
    await client.call('capture.applySetUp', captureSetUpSchema.parse({ version: 1, channels: [channel] })),
  );
}

/** Four a second, louder and quieter by 15 dB. */
const syllables = (sec: number) => 0.3 * 10 ** ((7.5 / 20) * (Math.cos(2 * Math.PI * 4 * sec) - 1));

/** Of 0.8 to 1.6 s, with pauses of 1 to 1.5 s, wherever that falls in the pieces in which sound is heard; answers the seconds. */
function writePhrases(path: string, phrases: number): number {
  const random = createRandom(SEED);
  const parts = [new Float32Array(LEAD_SEC * RATE_HZ)];
  for (let phrase = 0; phrase < phrases; phrase += 1) {
    const spoken = new Float32Array(Math.round((0.8 + 0.8 * random()) * RATE_HZ));
    parts.push(spoken.map((_, at) => syllables(at / RATE_HZ) * (2 * random() - 1)));
    parts.push(new Float32Array(Math.round((1 + 0.5 * random()) * RATE_HZ)));
  }
  const whole = joined(parts);
  writeWav(path, { sampleRate: RATE_HZ, channels: [whole] });
  return whole.length / RATE_HZ;
}

function joined(parts: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  const whole = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
