import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unwrap } from '../../src-shared/contract/errors.ts';
import type { AppContract } from '../../src-shared/contract/index.ts';
import type { Client } from '../../src-shared/rpc/index.ts';
import { findSource, readTake, readTrack } from './captureRig.ts';
import { startLiveHost, waitMs, type LiveHost } from './liveSession.ts';
import {
  folderOfTestPlugins,
  isPlayedIntoAllInputs,
  plainSetUp,
  playIntoAllInputs,
  sandboxesOf,
  scanPlugins,
  zombiesOf,
} from './pluginRig.ts';
import { createRandom, pick } from './random.ts';
import { startJack } from './virtualAudio.ts';

const CHANNEL = 'c1';
const UNTOUCHED = 'c2';
const KINDS = ['SD Test Gain', 'SD Test Delay', 'SD Test Filter'];
const MOST_PLUGINS = 6;
const TONE_HZ = 300;
const TONE_PEAK = 0.25;
const RATE_HZ = 48000;
/** Of a parameter from -60 to 12 dB. */
const GAIN_OF_MINUS_1_DB = 59 / 72;
/** Frames of the track before the first and after the last change that is listened to. */
const MARGIN_FRAMES = 9600;
/** Around a break of the sound itself. */
const BEFORE_FRAMES = 2400;
const DEAF_FRAMES = 9600;

export interface PluginSoakResult {
  calls: number;
  /** By kind of the call. */
  counts: Record<string, number>;
  refused: string[];
  /** Of the recorded channel: left out by the engine, and by the device. */
  gaps: number;
  missingFrames: number;
  missedBlocks: number;
  hasStayedUp: boolean;
  /** Loudest moment above 4 kHz while a 300 Hz tone went through bypasses and new orders, below the tone. */
  clickDb: number;
  changesListenedTo: number;
  /** Of what was listened to. */
  heardSec: number;
  /** Of that, around breaks of the sound itself, and its beginning. */
  leftOutSec: number;
  heardPeak: number;
  /** From the end of the first fifth of the calls to their end. */
  sandboxGrowthMb: number;
  engineGrowthMb: number;
  engineFilesGrowth: number;
  zombies: number;
  sandboxesLeft: number;
}

interface Options {
  dir: string;
  calls: number;
  seed: number;
  say?: (line: string) => void;
}

/**
 * Random loads, unloads, moves, bypasses and parameters of one channel's chain while it records, then bypasses and moves
 * alone, listened to for clicks.
 */
export async function soakPluginChain({
  dir,
  calls,
  seed,
  say = () => undefined,
}: Options): Promise<PluginSoakResult> {
  const server = await startJack({ inputs: 2 });
  const live = await startLiveHost({ ...server.env, VST3_PATH: folderOfTestPlugins(dir, ['SD Test']) });
  let enginePid = 0;
  try {
    const ids = await scanPlugins(live.client);
    const source = await findSource(live.client, 'system');
    unwrap(await live.client.call('capture.start', { setUp: plainSetUp(source, 2) }));
    const tone = Float32Array.from(
      { length: RATE_HZ * 600 },
      (_, at) => TONE_PEAK * Math.sin((2 * Math.PI * TONE_HZ * at) / RATE_HZ),
    );
    const player = await playIntoAllInputs(server, join(dir, 'tone.wav'), tone);
    enginePid = live.enginePid();
    const random = createRandom(seed);
    const chain = new RandomChain(live.client, ids, random);
    const soaked = await shake(live, chain, calls, say);
    // In silence nothing clicks.
    if (!(await isPlayedIntoAllInputs(server, player))) {
      say('the player has lost its connection: another one is started');
      await playIntoAllInputs(server, join(dir, 'again.wav'), tone);
    }
    const heard = await listen(live, chain, random, Math.max(20, Math.round(calls / 5)));
    const zombies = zombiesOf([process.pid, enginePid]).length;
    const state = unwrap(await live.client.call('plugins.readChain', { channelId: CHANNEL }));
    const hasStayedUp = state.mark === null && live.enginePid() === enginePid;
    unwrap(await live.client.call('capture.stop'));
    return {
      calls,
      counts: chain.counts,
      refused: chain.refused,
      zombies,
      hasStayedUp,
      sandboxesLeft: 0,
      missedBlocks: state.missedBlocks,
      ...soaked,
      ...heard,
    };
  } finally {
    await live.close();
    await server.close();
    const left = sandboxesOf(enginePid).length;
    if (left > 0) throw new Error(`${left} sandboxes have outlived their engine`);
  }
}

async function shake(live: LiveHost, chain: RandomChain, calls: number, say: (line: string) => void) {
  const { client } = live;
  unwrap(await client.call('recording.start', { name: 'Shaken', sound: { of: 'channels' } }));
  let before = measure(live);
  for (let call = 0; call < calls; call += 1) {
    await chain.doSomething();
    if (call === Math.floor(calls / 5)) before = measure(live);
    if ((call + 1) % 100 === 0) say(`${call + 1} calls, ${chain.size} plug-ins`);
  }
  const after = measure(live);
  const { lastTake } = unwrap(await client.call('recording.stop'));
  const track = readTake(lastTake?.folder ?? '').tracks.find(({ id }) => id === CHANNEL);
  return {
    gaps: (track?.gaps ?? []).filter(({ reason }) => reason !== 'device').length,
    missingFrames: track?.missingFrames ?? -1,
    sandboxGrowthMb: after.sandboxMb - before.sandboxMb,
    engineGrowthMb: after.engineMb - before.engineMb,
    engineFilesGrowth: after.engineFiles - before.engineFiles,
  };
}

/** One plug-in of each kind, bypassed, brought back and put elsewhere. */
async function listen(live: LiveHost, chain: RandomChain, random: () => number, changes: number) {
  await chain.beginWith(KINDS);
  await chain.setQuietly();
  await waitMs(500);
  unwrap(await live.client.call('recording.start', { name: 'Heard', sound: { of: 'channels' } }));
  await waitMs(500);
  for (let change = 0; change < changes; change += 1) {
    await (random() < 0.5 ? chain.bypass() : chain.move());
    await waitMs(30 + pick(random, 60));
  }
  await waitMs(500);
  const { lastTake } = unwrap(await live.client.call('recording.stop'));
  const sound = readTrack(lastTake?.folder ?? '', CHANNEL)[0] ?? new Float32Array();
  const untouched = readTrack(lastTake?.folder ?? '', UNTOUCHED)[0] ?? new Float32Array();
  const heardPeak = peakOf(sound);
  if (heardPeak < TONE_PEAK / 4) {
    throw new Error(`heard a peak of ${heardPeak} behind the chain, and of ${peakOf(untouched)} without one`);
  }
  // A sine is above half of its peak for two thirds of its time.
  const loudFrames = 1.5 * untouched.filter((sample) => Math.abs(sample) > TONE_PEAK / 2).length;
  if (loudFrames < sound.length / 2) {
    throw new Error(`the tone was there for ${loudFrames} of ${sound.length} frames: its player was cut off`);
  }
  return {
    ...loudestClick(sound, untouched),
    changesListenedTo: changes,
    heardSec: sound.length / RATE_HZ,
    heardPeak,
  };
}

function peakOf(samples: Float32Array): number {
  return samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
}

class RandomChain {
  readonly counts: Record<string, number> = {};
  readonly refused: string[] = [];
  readonly #client: Client<AppContract>;
  readonly #ids: Map<string, string>;
  readonly #random: () => number;
  #loaded: { id: string; name: string; isBypassed: boolean }[] = [];

  constructor(client: Client<AppContract>, ids: Map<string, string>, random: () => number) {
    this.#client = client;
    this.#ids = ids;
    this.#random = random;
  }

  get size(): number {
    return this.#loaded.length;
  }

  async doSomething(): Promise<void> {
    const dice = this.#random();
    if (this.size === 0 || (dice < 0.15 && this.size < MOST_PLUGINS)) return await this.load();
    if (dice < 0.3) return await this.unload();
    if (dice < 0.5) return await this.move();
    if (dice < 0.7) return await this.bypass();
    return await this.turn();
  }

  async beginWith(names: readonly string[]): Promise<void> {
    while (this.size > 0) await this.unload();
    for (const name of names) await this.load(name);
  }

  /** As far from each other as plug-ins of use are: 1 dB, 1000 frames, a filter. */
  async setQuietly(): Promise<void> {
    for (const { id, name } of this.#loaded) {
      if (name !== 'SD Test Gain') continue;
      const wanted = { ...this.#at(id), parameter: 'Gain', value: GAIN_OF_MINUS_1_DB };
      await this.#note('parameter', this.#client.call('plugins.setParameter', wanted));
    }
  }

  async load(name = KINDS[pick(this.#random, KINDS.length)] ?? ''): Promise<void> {
    const position = pick(this.#random, this.size + 1);
    const pluginId = this.#ids.get(name) ?? '';
    const loaded = await this.#note(
      'load',
      this.#client.call('plugins.load', { channelId: CHANNEL, pluginId, position }),
    );
    if (loaded) this.#loaded.splice(position, 0, { id: loaded.id, name, isBypassed: false });
  }

  async unload(): Promise<void> {
    const { id } = this.#any();
    await this.#note('unload', this.#client.call('plugins.unload', this.#at(id)));
    this.#loaded = this.#loaded.filter((other) => other.id !== id);
  }

  async move(): Promise<void> {
    const plugin = this.#any();
    const position = pick(this.#random, this.size);
    await this.#note('move', this.#client.call('plugins.move', { ...this.#at(plugin.id), position }));
    this.#loaded = this.#loaded.filter((other) => other !== plugin).toSpliced(position, 0, plugin);
  }

  async bypass(): Promise<void> {
    const plugin = this.#any();
    plugin.isBypassed = !plugin.isBypassed;
    const { isBypassed } = plugin;
    await this.#note(
      'bypass',
      this.#client.call('plugins.setBypassed', { ...this.#at(plugin.id), isBypassed }),
    );
  }

  async turn(): Promise<void> {
    const { id } = this.#any();
    const wanted = { ...this.#at(id), parameter: 0, value: this.#random() };
    await this.#note('parameter', this.#client.call('plugins.setParameter', wanted));
  }

  #any() {
    const plugin = this.#loaded[pick(this.#random, this.size)];
    if (!plugin) throw new Error('the chain is empty');
    return plugin;
  }

  #at(pluginId: string) {
    return { channelId: CHANNEL, pluginId };
  }

  async #note<T>(
    kind: string,
    answer: Promise<
      { success: true; data: T } | { success: false; error: { code: string; message: string } }
    >,
  ): Promise<T | null> {
    const result = await answer;
    this.counts[kind] = (this.counts[kind] ?? 0) + 1;
    if (result.success) return result.data;
    this.refused.push(`${kind}: ${result.error.code} ${result.error.message}`);
    return null;
  }
}

function measure(live: LiveHost) {
  const engine = live.enginePid();
  const residentMb = (pid: number) => Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) / 256;
  return {
    engineMb: residentMb(engine),
    engineFiles: readdirSync(`/proc/${engine}/fd`).length,
    sandboxMb: sandboxesOf(engine).reduce((sum, pid) => sum + residentMb(pid), 0),
  };
}

/**
 * Peak behind a fourth-order high-pass at 4 kHz: of a tone far below nothing is left but where it breaks. Where it breaks
 * in the channel without plug-ins as well, the player or the server has left something out.
 */
function loudestClick(sound: Float32Array, untouched: Float32Array) {
  const heard = above4kHz(sound);
  const source = above4kHz(untouched);
  let loudest = 0;
  let leftOut = 0;
  let deafUntil = MARGIN_FRAMES;
  for (let at = 0; at < heard.length - MARGIN_FRAMES; at += 1) {
    // Tracks lie in one time; chains smear a break, and may move it where one of them does not report its delay.
    if (Math.abs(source[at + BEFORE_FRAMES] ?? 0) > TONE_PEAK * 1e-4) deafUntil = at + DEAF_FRAMES;
    if (at < deafUntil) leftOut += 1;
    else loudest = Math.max(loudest, Math.abs(heard[at] ?? 0));
  }
  return { clickDb: 20 * Math.log10(loudest / TONE_PEAK), leftOutSec: leftOut / RATE_HZ };
}

function above4kHz(samples: Float32Array): Float64Array {
  return highPass(highPass(Float64Array.from(samples), 4000, 0.541), 4000, 1.307);
}

/** Robert Bristow-Johnson's high-pass. */
function highPass(input: Float64Array, hz: number, q: number): Float64Array<ArrayBuffer> {
  const w = (2 * Math.PI * hz) / RATE_HZ;
  const alpha = Math.sin(w) / (2 * q);
  const [cos, a0] = [Math.cos(w), 1 + alpha];
  const [b0, b1, a1, a2] = [(1 + cos) / 2 / a0, -(1 + cos) / a0, (-2 * cos) / a0, (1 - alpha) / a0];
  const output = new Float64Array(input.length);
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  input.forEach((x, at) => {
    const y = b0 * x + b1 * x1 + b0 * x2 - a1 * y1 - a2 * y2;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    output[at] = y;
  });
  return output;
}
