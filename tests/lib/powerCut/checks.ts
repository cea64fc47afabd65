import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openWav } from '../../../src-main/services/clean/index.ts';
import type { EngineService } from '../../../src-main/services/engine/index.ts';
import { openJournalStore } from '../../../src-main/services/journal/store.ts';
import { createFileSecretStore } from '../../../src-main/services/licence/fileSecretStore.ts';
import { createFileSettingsStore } from '../../../src-main/services/settings/fileStore.ts';
import { listTakes, readTakeFolder, repairTake, verifyTake } from '../../../src-main/services/takes/index.ts';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { scanMatroska } from '../../../src-shared/domain/matroska/scan.ts';
import { createRecordingLog } from '../recordingLog.ts';
import type { DiskEvent } from './diskLog.ts';
import type { Tree } from './diskModel.ts';
import type { RecordedWork } from './recording.ts';

type Engine = Pick<EngineService, 'runTakeJob'>;

/** Seconds of each take that were delivered before the cut and are not in it after its repair. */
export interface CutReport {
  lostSec: Record<string, number>;
  /** What is not as it must be. */
  problems: string[];
}

const RATE = 48_000;
/** The driver's ramp starts again here: `native/test/take_driver_test.cpp`. */
const RAMP_FRAMES = 8_000_000;
const FULL_SCALE = 8_388_608;
const NAMES = { sound: ['rf64', 'flac'], video: 'video' } as const;

/** What the programs had said by then. */
interface Said {
  /** Of each take of sound: behind the newest frame that was delivered, and whether it had ended. */
  sound: Map<string, { frames: number; isEnded: boolean }>;
  video: { atMs: number; count: number }[];
  /** The newest number of each that was reported safe. */
  numbers: Map<string, number>;
  journal: number[];
}

/** Starts on a disk as the product does: repairs, verifies, decodes, reads; and says what is not there as it must be. */
export async function checkDisk(options: {
  dir: string;
  work: RecordedWork;
  cutAt: number;
  engine: Engine;
  /** What a machine that stood still may lose beyond a second. */
  graceSec: number;
}): Promise<CutReport> {
  const { dir, work, cutAt, graceSec } = options;
  const engine = withSecondTries(options.engine);
  const said = readSaid(work.events.slice(0, cutAt));
  const cutMs = work.events[Math.min(cutAt, work.events.length - 1)]?.timeMs ?? 0;
  const problems: string[] = [];
  const lostSec: CutReport['lostSec'] = {};
  const guarded = async (what: string, check: () => Promise<number | void> | number | void) => {
    try {
      const lost = await check();
      if (typeof lost !== 'number') return;
      lostSec[what] = lost;
      if (lost > 1 + graceSec) problems.push(`${what}: ${lost.toFixed(2)} s are lost`);
    } catch (error) {
      problems.push(`${what}: ${(error as Error).message}`);
    }
  };
  const takesDir = join(dir, 'Documents', 'takes');
  for (const name of NAMES.sound) {
    await guarded(name, () => checkSound(takesDir, name, said.sound.get(name) ?? null, engine));
  }
  await guarded(NAMES.video, () => checkFrames(takesDir, work.whole, said.video, cutMs));
  await guarded('books', () => checkBooks(join(dir, 'share', 'data'), said));
  return { lostSec, problems };
}

const ENGINE_TRIES = 3;

/**
 * An engine whose process was starved by a busy machine, which says nothing about the disk, is asked again as a user would
 * ask. One that a file brings down comes down again.
 */
function withSecondTries(engine: Engine): Engine {
  const run: Engine['runTakeJob'] = async (...job) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await engine.runTakeJob(...job);
      } catch (error) {
        if (!(error instanceof RpcError) || error.code !== 'ENGINE_STOPPED' || tries === ENGINE_TRIES)
          throw error;
      }
    }
  };
  return { runTakeJob: run };
}

function readSaid(events: readonly DiskEvent[]): Said {
  const said: Said = { sound: new Map(), video: [], numbers: new Map(), journal: [] };
  const names = new Map<number, string>();
  // A driver may speak before its number is said.
  const early = new Map<number, { frames: number; isEnded: boolean }>();
  for (const event of events) {
    if (event.kind !== 'said') continue;
    for (const line of event.text.split('\n').filter(Boolean)) {
      const [word = '', rest = ''] = [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)];
      if (word === 'sound') {
        const { pid, name } = JSON.parse(rest) as { pid: number; name: string };
        names.set(pid, name);
      } else if (word === 'frames') said.video.push({ atMs: event.timeMs, count: Number(rest) });
      else if (word === 'journal') said.journal.push(Number(rest));
      else if (word === 'settings' || word === 'licence') said.numbers.set(word, Number(rest));
      else if (word === 'frame' || word === 'ended') {
        const known = early.get(event.pid) ?? { frames: 0, isEnded: false };
        early.set(
          event.pid,
          word === 'frame' ? { ...known, frames: Number(rest) } : { ...known, isEnded: true },
        );
      }
    }
  }
  for (const [pid, name] of names) said.sound.set(name, early.get(pid) ?? { frames: 0, isEnded: false });
  return said;
}

async function recover(folder: string, engine: Engine) {
  const before = await readTakeFolder(folder);
  const { problems } = await repairTake(before, engine);
  if (problems[0]) throw new Error(`its repair failed: ${problems[0].message}`);
  const after = await readTakeFolder(folder);
  const certificate = await verifyTake(after, engine, { nowMs: Date.now() });
  if (certificate.grade === 'red') throw new Error(`it is red: ${certificate.reasons.join(' ')}`);
  return { before, certificate, document: after.document };
}

/** The folder of a take; null where there is none that could be understood, or none that needs to be. */
async function findTake(takesDir: string, name: string): Promise<string | null> {
  if (!existsSync(takesDir)) return null;
  const damaged = (await listTakes(takesDir)).find(({ status }) => status === 'damaged');
  if (damaged) throw new Error(`the library has a damaged take: ${damaged.problem}`);
  const folder = readdirSync(takesDir).find((entry) => entry.endsWith(` ${name}`));
  return folder && existsSync(join(takesDir, folder, 'take.json')) ? join(takesDir, folder) : null;
}

/** Every sample that is kept is the one that was delivered, or silence that the take reports. */
async function checkSound(
  takesDir: string,
  name: string,
  said: { frames: number; isEnded: boolean } | null,
  engine: Engine,
): Promise<number> {
  const folder = await findTake(takesDir, name);
  if (!folder) return (said?.frames ?? 0) / RATE;
  const { before, certificate, document } = await recover(folder, engine);
  const startFrame = document.startFrame ?? 0;
  let keptFrames = document.frames;
  // Every track holds the same: files that are byte for byte another one need no second look.
  const seen = new Set<string>();
  for (const [index, track] of document.tracks.entries()) {
    if (certificate.tracks[index]?.framesDecoded !== document.frames)
      throw new Error(
        `${track.file} has ${certificate.tracks[index]?.framesDecoded} of ${document.frames} frames`,
      );
    const lost = track.gaps.reduce((sum, gap) => sum + (gap.reason === 'lost' ? gap.missingFrames : 0), 0);
    keptFrames = Math.min(keptFrames, document.frames - lost);
    const content = `${certificate.tracks[index]?.sha256} ${JSON.stringify(track.gaps)}`;
    if (document.frames === 0 || seen.has(content)) continue;
    seen.add(content);
    const isGap = new Uint8Array(document.frames);
    for (const gap of track.gaps) isGap.fill(1, gap.atFrame, gap.atFrame + gap.spanFrames);
    const samples = await decodeMono(join(folder, track.file), document.frames, engine);
    if (samples.length !== document.frames) throw new Error(`${track.file} has ${samples.length} frames`);
    const wrong = samples.findIndex(
      (sample, frame) => sample !== (isGap[frame] ? 0 : ((startFrame + frame) % RAMP_FRAMES) / FULL_SCALE),
    );
    if (wrong >= 0)
      throw new Error(
        `frame ${wrong} of ${document.frames} in ${track.file} is not what was delivered, and not reported`,
      );
  }
  const missing = Math.max(0, (said?.frames ?? 0) - startFrame - keptFrames) / RATE;
  if (before.document.status === 'finished' && missing > 0)
    throw new Error(`it looks whole and lacks ${missing} s`);
  if (said?.isEnded && before.state !== 'finished') throw new Error('its end was reported and is not there');
  return missing;
}

/** By the engine that runs already: a decoder of its own for each file would take most of the time. */
async function decodeMono(path: string, frames: number, engine: Engine): Promise<Float32Array> {
  const isPlain = path.endsWith('.wav');
  const outputPath = isPlain ? path : `${path}.decoded`;
  if (!isPlain) {
    await engine.runTakeJob({
      kind: 'export',
      inputs: [{ path, offsetFrames: 0, gainDb: 0 }],
      outputPath,
      container: 'wav',
      encoding: 'pcm24',
      frames,
      channels: 1,
      sampleRate: RATE,
      targetLufs: null,
    });
  }
  const wav = await openWav(outputPath);
  try {
    return await wav.read(0, wav.frames);
  } finally {
    await wav.close();
  }
}

/** The frames that are kept are those that were sent, in their order, byte for byte. */
async function checkFrames(
  takesDir: string,
  whole: Tree,
  said: readonly { atMs: number; count: number }[],
  cutMs: number,
): Promise<number> {
  const lostSince = (count: number) => {
    const first = said.find((one) => one.count > count);
    return first ? (cutMs - first.atMs) / 1000 : 0;
  };
  const folder = await findTake(takesDir, NAMES.video);
  if (!folder) return lostSince(0);
  const noEngine: Engine = { runTakeJob: () => Promise.reject(new Error('no sound is here')) };
  const recovered = await recover(folder, noEngine).catch((error: unknown) => {
    // A take of frames that had none yet has nothing in it.
    if (said.length === 0 && /no tracks/.test((error as Error).message)) return null;
    throw error;
  });
  const track = recovered?.document.videoTracks[0];
  if (!recovered || !track) return lostSince(0);
  const kept = recovered.certificate.videoTracks[0]?.framesDecoded ?? 0;
  if (kept !== track.framesWritten) throw new Error(`${kept} of ${track.framesWritten} frames decode`);
  const [there, sent] = await Promise.all([
    maskedClusters(readFileSync(join(folder, track.file))),
    maskedClusters(findFile(whole, track.file)),
  ]);
  if (!sent.subarray(0, there.length).equals(there)) throw new Error('its video is not what was sent');
  const lost = lostSince(kept);
  if (recovered.before.document.status === 'finished' && lost > 0)
    throw new Error(`it looks whole and lacks ${lost} s of video`);
  return lost;
}

/** All clusters, without their sizes, which are filled in later. */
async function maskedClusters(file: Buffer): Promise<Buffer> {
  const scanned = await scanMatroska(
    (at, length) => Promise.resolve(file.subarray(at, at + length)),
    file.length,
  );
  const masked = Buffer.from(file.subarray(0, scanned.wholeBytes));
  for (const { at } of scanned.clusters) masked.fill(0, at + 4, at + 12);
  return masked.subarray(scanned.clusters[0]?.at ?? masked.length);
}

function findFile(tree: Tree, name: string): Buffer {
  for (const [entry, content] of tree) {
    if (!(content instanceof Map)) {
      if (entry === name) return content;
      continue;
    }
    const found = findFile(content, name);
    if (found.length > 0) return found;
  }
  return Buffer.alloc(0);
}

/** Settings, licence and journal hold what was reported safe, or something newer. */
async function checkBooks(dataDir: string, said: Said): Promise<void> {
  const log = createRecordingLog();
  const settings = createFileSettingsStore(join(dataDir, 'settings.json'), log);
  const read = settings.read() as { activePresetId: string } | undefined;
  const saidSettings = said.numbers.get('settings') ?? 0;
  if (settings.wasDamaged?.()) throw new Error('the settings are damaged');
  if (Number(read?.activePresetId.split(' ')[0] ?? 0) < saidSettings)
    throw new Error(`the settings are older than ${saidSettings}`);
  const licence = existsSync(dataDir) ? await createFileSecretStore(dataDir).read('licence') : null;
  const saidLicence = said.numbers.get('licence');
  const number = licence === null ? 0 : (JSON.parse(licence) as { number: number }).number;
  if (saidLicence === 0 && licence !== null) throw new Error('a licence that was removed has come back');
  if (number < (saidLicence ?? 0)) throw new Error(`the licence is older than ${saidLicence}`);
  if (!existsSync(dataDir)) {
    if (said.journal.length > 0) throw new Error('the journal is gone');
    return;
  }
  const { segments } = openJournalStore(dataDir, log).read(0);
  for (const fromMs of said.journal) {
    const count = segments.filter((segment) => segment.fromMs === fromMs).length;
    if (count !== 1) throw new Error(`the journal has the session ${fromMs} ${count} times`);
  }
}
