import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngineLauncher } from '../../src-main/node/launchEngine.ts';
import { createEngineService, type EngineService } from '../../src-main/services/engine/index.ts';
import { createTakesService } from '../../src-main/services/takes/index.ts';
import type { TakeCleaning } from '../../src-shared/contract/takes.ts';
import { createCommandLine } from '../lib/commandLine.ts';
import { decode, levelDb, makeNoise, rms, scaled, writeWav } from '../lib/recordings.ts';
import { createRecordingLog } from '../lib/recordingLog.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';
import { makeVideoTake } from '../lib/videoTakes.ts';

const RATE = 48_000;
const NAMES = ['Host', 'Guest'] as const;
/** The second microphone was started later, and is turned down. */
const OFFSETS = [0, RATE / 2];
const GAINS = [1, 0.4];
/** Of a voice in the other microphone, as far away as the other end of a table. */
const BLEED = 0.12;
const BLEED_FRAMES = 130;
/** Who speaks, of both at once too; each turn begins a second after the last one's end. */
const TURNS: readonly { who: readonly (0 | 1)[]; text: readonly string[] }[] = [
  { who: [0], text: ['Welcome to the show. Today we speak about old bridges, and why they last so long.'] },
  { who: [1], text: ['Thank you. I have built bridges for twenty years, most of them over small rivers.'] },
  {
    who: [0],
    text: ['So what keeps a bridge alive? Is it the stone, or is it the people who look after it?'],
  },
  {
    who: [0, 1],
    text: [
      'I would guess that both of them matter a lot here.',
      'Both of them, and the water below it as well.',
    ],
  },
  { who: [1], text: ['Look at the arch. It stands because every stone leans on the next one.'] },
  { who: [0], text: ['Yes.'] },
  { who: [1], text: ['And when one of them goes, you have to be quick.'] },
];

interface Turn {
  who: readonly (0 | 1)[];
  from: number;
  to: number;
}

const log = createRecordingLog();
let engine: EngineService;
let microphones: Float32Array[];
let turns: Turn[];

function speak(dir: string, who: number, text: string): Float32Array {
  const path = join(dir, 'turn.wav');
  execFileSync('espeak-ng', ['-v', who === 0 ? 'en-us+f3' : 'en+m1', '-s', '150', '-w', path, text]);
  const samples = decode(path, { sampleRate: RATE, channels: 1 }).channels[0] ?? new Float32Array();
  const isAudible = (sample: number) => Math.abs(sample) > 0.01;
  const words = samples.slice(samples.findIndex(isAudible), samples.findLastIndex(isAudible) + 1);
  return scaled(words, 0.08 / rms(words));
}

function converse(dir: string): void {
  let at = 2 * RATE;
  const said = TURNS.flatMap(({ who, text }) => {
    const voices = who.map((one, index) => ({ who: one, at, sound: speak(dir, one, text[index] ?? '') }));
    const length = Math.max(...voices.map(({ sound }) => sound.length));
    const turn = { who, from: at, to: at + length, voices };
    at += length + RATE;
    return turn;
  });
  turns = said;
  const frames = at + RATE;
  microphones = NAMES.map((_, microphone) => {
    const sound = scaled(makeNoise(frames, 3 + microphone), 0.004);
    for (const { who, at: from, sound: voice } of said.flatMap(({ voices }) => voices)) {
      const isOwn = who === microphone;
      const start = from + (isOwn ? 0 : BLEED_FRAMES);
      voice.forEach((sample, index) => (sound[start + index]! += sample * (isOwn ? 1 : BLEED)));
    }
    return scaled(sound, GAINS[microphone] ?? 1);
  });
}

function createRig() {
  const dataDir = temporaryDir();
  const folder = join(dataDir, 'takes', 'take');
  const document = makeVideoTake(folder, { seconds: 1, flashesSec: [], videoTracks: [] });
  const [voice] = document.tracks;
  const tracks = microphones.map((sound, index) => {
    const recorded = sound.slice(OFFSETS[index]);
    const file = `0${index + 1}-${NAMES[index]}.wav`;
    writeWav(join(folder, file), { sampleRate: RATE, channels: [recorded] });
    return {
      ...voice,
      id: `voice${index}`,
      name: NAMES[index],
      file,
      offsetFrames: OFFSETS[index],
      framesExpected: recorded.length,
      framesWritten: recorded.length,
    };
  });
  const frames = microphones[0]?.length ?? 0;
  const written = { ...document, frames, tracks, videoTracks: undefined };
  writeFileSync(join(folder, 'take.json'), JSON.stringify(written));
  const { handlers } = createTakesService({
    libraryPath: join(dataDir, 'takes'),
    exportsPath: join(dataDir, 'exports'),
    soundPath: join(dataDir, 'heard'),
    engine,
    createId: randomUUID,
    clock: { nowMs: Date.now },
    log,
    onChanged: () => undefined,
    onProgressed: () => undefined,
  });
  const signal = new AbortController().signal;
  return {
    dataDir,
    folder,
    /** The voices of an export, on the clock of the take. */
    async exported(denoise: Omit<TakeCleaning, 'cleanedAtMs'>): Promise<Float32Array[]> {
      const { summary } = await handlers['takes.cleanVoices']({ id: 'take', denoise }, { signal });
      expect(summary.cleaning).toMatchObject(denoise);
      const { files } = await handlers['takes.export'](
        {
          ...{ id: 'take', what: 'stems', container: 'wav', encoding: 'float32', kbps: 192 },
          ...{ targetLufs: null, voices: 'clean', tags: null, hasCover: false, hasChapters: false },
          ...{ range: null, trackIds: null },
        },
        { signal },
      );
      return files.map(({ path }) => decode(path).channels[0] ?? new Float32Array());
    },
  };
}

const DENOISE = { engine: 'rnnoise', sensitivity: 90, reduction: 95 } as const;
const isOf = (turn: Turn, voice: number) => turn.who.some((who) => who === voice);
const levelIn = (sound: Float32Array, from: number, to: number) => levelDb(sound.subarray(from, to));

describe('crosstalk in the clean voices of a take', () => {
  beforeAll(() => {
    engine = createEngineService({
      launch: createEngineLauncher({ log }),
      clock: { nowMs: Date.now },
      log,
      onStateChanged: () => undefined,
      onLevelsMeasured: () => undefined,
    });
    const dir = mkdtempSync(join(tmpdir(), 'sounddesk-crosstalk-'));
    converse(dir);
    rmSync(dir, { recursive: true });
  });
  afterAll(() => engine.close());

  it('is muted in exports where only another speaks, and no word of its own is touched', async () => {
    const rig = createRig();
    const before = await rig.exported(DENOISE);
    const after = await rig.exported({ ...DENOISE, muteCrosstalk: true });
    for (const voice of [0, 1]) {
      const [was, is] = [before[voice]!, after[voice]!];
      expect(is).toHaveLength(was.length);
      for (const turn of turns) {
        const [from, to] = [turn.from, turn.to];
        const what = `turn at ${(from / RATE).toFixed(1)} s in ${NAMES[voice]}`;
        if (isOf(turn, voice)) {
          expect(is.slice(from - 0.03 * RATE, to + 0.03 * RATE), what).toEqual(
            was.slice(from - 0.03 * RATE, to + 0.03 * RATE),
          );
        } else if (to - from > RATE) {
          expect(levelIn(was, from, to), what).toBeGreaterThan(-60);
          expect(levelIn(is, from + 0.25 * RATE, to - 0.25 * RATE), what).toBeLessThan(-100);
          expect(levelIn(is, from, to), what).toBeLessThan(levelIn(was, from, to) - 10);
        }
      }
    }
  });

  it('does not make a voice louder that is brought to a loudness', async () => {
    const rig = createRig();
    const before = await rig.exported({ ...DENOISE, levelLufs: -16 });
    const after = await rig.exported({ ...DENOISE, levelLufs: -16, muteCrosstalk: true });
    const [last] = turns.slice(-1);
    const [was, is] = [before[0]!, after[0]!];
    expect(levelIn(was, last!.from, last!.to)).toBeGreaterThan(-50);
    expect(levelIn(is, last!.from + 0.25 * RATE, last!.to - 0.25 * RATE)).toBeLessThan(-100);
    const [own] = turns;
    expect(levelIn(is, own!.from, own!.to)).toBeGreaterThan(-22);
  });

  it('is muted by the command line as by the app, and cleaned once', async () => {
    const { dataDir, folder } = createRig();
    const sounddesk = createCommandLine(dataDir);
    const run = (out: string) =>
      sounddesk([
        ...['takes', 'export', folder, '-o', join(dataDir, out), '--stems', '--encoding', 'float32'],
        ...['--clean-voices', '--mute-crosstalk', '--engine', 'rnnoise', '--json'],
      ]);
    const soundsOf = ({ stdout }: { stdout: string }) =>
      (JSON.parse(stdout) as { files: { path: string }[] }).files.map(
        ({ path }) => decode(path).channels[0] ?? new Float32Array(),
      );
    const first = await run('first');
    expect(first).toMatchObject({ code: 0 });
    const app = await createRig().exported({ ...DENOISE, muteCrosstalk: true });
    expect(soundsOf(first)).toEqual(app);
    const cleanedAt = () =>
      (JSON.parse(readFileSync(join(folder, 'take.json'), 'utf8')) as { cleaning: TakeCleaning }).cleaning;
    const before = cleanedAt();
    expect(before).toMatchObject({ ...DENOISE, muteCrosstalk: true });
    expect(await run('second')).toMatchObject({ code: 0 });
    expect(cleanedAt()).toEqual(before);
  });

  it('is refused on the command line where it makes no sense', async () => {
    const { dataDir, folder } = createRig();
    const sounddesk = createCommandLine(dataDir);
    const document = JSON.parse(readFileSync(join(folder, 'take.json'), 'utf8')) as { tracks: unknown[] };
    const alone = join(dataDir, 'alone');
    cpSync(folder, alone, { recursive: true });
    writeFileSync(
      join(alone, 'take.json'),
      JSON.stringify({ ...document, tracks: document.tracks.slice(0, 1) }),
    );
    const out = ['-o', join(dataDir, 'never')];
    for (const [args, code, reason] of [
      [['export', folder, ...out, '--mute-crosstalk'], 2, 'add --clean-voices'],
      [['export', folder, ...out, '--level-lufs', '-16'], 2, 'add --clean-voices'],
      [['export', folder, ...out, '--clean-voices', '--engine', 'off'], 2, '--engine is one of'],
      [['verify', folder, '--clean-voices'], 2, 'is an option of export, not of verify'],
      [['export', alone, ...out, '--clean-voices', '--mute-crosstalk'], 1, 'has one voice'],
      [['export', folder, ...out, '--clean-voices', '--engine', 'strong'], 1, 'basic noise cancellation'],
    ] as const) {
      const run = await sounddesk(['takes', ...args]);
      expect(run.code, args.join(' ')).toBe(code);
      expect(run.stderr).toContain(reason);
    }
    expect(existsSync(join(dataDir, 'never'))).toBe(false);
    expect(JSON.parse(readFileSync(join(folder, 'take.json'), 'utf8'))).toEqual(document);
  });
});
