import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright';
import { DEFAULT_LIVE_CHAIN } from '../../src-shared/domain/liveChain.ts';
import { createRandom } from './random.ts';
import { writeWav } from './recordings.ts';
import { watchStalls, type Stall } from './stallWitness.ts';
import { PULSE_INTO_MICROPHONE, PULSE_WITNESS, startPulse, type SoundServer } from './virtualAudio.ts';
import { startWebStudio, type WebStudio } from './webStudio.ts';

const RATE_HZ = 48_000;
const LEAD_SEC = 4;
const LEAST_STALL_MS = 4;
/**
 * Of the sound server's device. It hands out a period's sound at the period's begin, before its time, to who records it:
 * to the browser, which cannot know, too. A microphone hands it out after its time. So the period is made short.
 */
const RIG_PERIOD_MS = 1;

export interface BrowserSoak {
  seconds: number;
  framesMissed: number;
  /** Milliseconds of sound by where they were lost: at the microphone, in the queue before the chain, at the output. */
  lostMs: { microphone: number; queue: number; output: number };
  /** Times in which the machine itself stood still, as a process saw that is woken before all others. */
  stalls: Stall[];
  /** Milliseconds before its time at which the sound server hands the sound on to who records it, at most. */
  rigAheadMs: number;
  /** Of the chain on the audio thread, 0-1. */
  chainLoad: number;
  /** Medians over the clicks: as the page shows it, as the recording measures it, and how far they were apart. */
  shownMs: number;
  measuredMs: number;
  apartMs: number;
  clicks: number;
}

/**
 * The web build cleans for so long what is said into a virtual microphone: a click every second in faint noise. The
 * witness records microphone and speaker side by side, on one clock.
 */
export async function soakBrowser(options: {
  seconds: number;
  dir: string;
  /** Whether the page's own thread computes half of the time. */
  isBusy: boolean;
  /** Of microphone and speaker, 48 kHz unless said otherwise. */
  deviceRateHz?: number;
}): Promise<BrowserSoak> {
  const server = await startPulse({ rateHz: options.deviceRateHz });
  const studio = await startWebStudio([], server.env);
  try {
    return await soak(options, server, studio);
  } finally {
    await studio.close();
    await server.close();
  }
}

async function soak(
  { seconds, dir, isBusy }: Parameters<typeof soakBrowser>[0],
  server: SoundServer,
  studio: WebStudio,
): Promise<BrowserSoak> {
  const { page } = await studio.open();
  await prepare(page);
  await page.getByRole('button', { name: 'Start noise cancellation' }).click();
  await page.getByText('Noise cancellation is on').waitFor();
  if (isBusy) await keepBusy(page);
  const clicks = path.join(dir, 'clicks.wav');
  writeWav(clicks, { sampleRate: RATE_HZ, channels: [clicksFor(seconds + LEAD_SEC)] });
  const heard = path.join(dir, 'heard.raw');
  const recorder = server.start('parecord', [
    ...['-d', PULSE_WITNESS, '--raw', '--format=float32le', '--rate=48000', '--channels=2'],
    ...[`--latency-msec=${RIG_PERIOD_MS}`, heard],
  ]);
  const player = server.start('paplay', ['-d', PULSE_INTO_MICROPHONE, clicks]);
  const playing = once(player, 'close');
  await page.waitForTimeout(LEAD_SEC * 1000);
  const shown: number[] = [];
  const rigAheadMs = await rigPeriodMs(server);
  const witness = watchStalls(LEAST_STALL_MS);
  const lostBefore = await lossesOf(page);
  const first = await shownBy(page);
  await everySecond(seconds, async () => {
    shown.push((await shownBy(page)).latencyMs);
  });
  const last = await shownBy(page);
  const lostAfter = await lossesOf(page);
  const stalls = await witness.end();
  await playing;
  recorder.kill('SIGINT');
  await page.waitForTimeout(300);
  const measured = delaysMs(readFileSync(heard)).slice(LEAD_SEC);
  const apart = measured.map((ms, index) => Math.abs(ms - (shown[Math.min(index, shown.length - 1)] ?? ms)));
  const framesMissed = last.framesMissed - first.framesMissed;
  const microphone = lostAfter.microphone - lostBefore.microphone;
  const output = lostAfter.output - lostBefore.output;
  return {
    seconds,
    framesMissed,
    lostMs: { microphone, output, queue: Math.max(0, framesMissed * 10 - microphone - output) },
    stalls,
    rigAheadMs,
    chainLoad: last.chainLoad,
    shownMs: median(shown),
    measuredMs: median(measured),
    apartMs: median(apart),
    clicks: measured.length,
  };
}

/** The rig's own period, as the sound server reports it. */
async function rigPeriodMs(server: SoundServer): Promise<number> {
  const sinks = await server.run('pactl', ['list', 'sinks']);
  const configured = /Name: rig\n[^]*?configured (\d+) usec/.exec(sinks)?.[1];
  return Number(configured) / 1000;
}

/** The voice passes as it is, and is heard. */
async function prepare(page: Page): Promise<void> {
  const settings = {
    monitorInHeadphones: true,
    activePresetId: null,
    chain: {
      ...DEFAULT_LIVE_CHAIN,
      inputGain: 100,
      outputVolume: 100,
      denoise: { engine: 'off', sensitivity: 70, reduction: 70 },
    },
  };
  await page.addInitScript(keepMediaAtHand);
  await page.evaluate((text) => localStorage.setItem('sounddesk.settings', text), JSON.stringify(settings));
  await page.reload();
  await page.getByRole('button', { name: 'Start noise cancellation' }).waitFor();
}

interface MediaAtHand {
  tracks: MediaStreamTrack[];
  contexts: AudioContext[];
}

/** In the page: the tracks and contexts that it makes are kept where `lossesOf` finds them. */
function keepMediaAtHand(): void {
  const atHand: MediaAtHand = { tracks: [], contexts: [] };
  Object.assign(window, { mediaAtHand: atHand });
  const devices = navigator.mediaDevices;
  const open = devices.getUserMedia.bind(devices);
  devices.getUserMedia = async (constraints) => {
    const stream = await open(constraints);
    atHand.tracks.push(...stream.getAudioTracks());
    return stream;
  };
  window.AudioContext = class extends AudioContext {
    constructor(options?: AudioContextOptions) {
      super(options);
      atHand.contexts.push(this);
    }
  };
}

/** Milliseconds of sound that the browser says it lost at either end, since the page was opened. */
async function lossesOf(page: Page): Promise<{ microphone: number; output: number }> {
  return page.evaluate(() => {
    const { tracks, contexts } = (window as unknown as { mediaAtHand: MediaAtHand }).mediaAtHand;
    const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);
    const microphone = tracks.map((track) => {
      const { stats } = track as unknown as { stats?: { totalFrames: number; deliveredFrames: number } };
      const rate = track.getSettings().sampleRate ?? 48_000;
      return stats ? ((stats.totalFrames - stats.deliveredFrames) / rate) * 1000 : 0;
    });
    const output = contexts.map((context) => {
      const { playbackStats } = context as unknown as { playbackStats?: { underrunDuration?: number } };
      return (playbackStats?.underrunDuration ?? 0) * 1000;
    });
    return { microphone: sum(microphone), output: sum(output) };
  });
}

interface Shown {
  latencyMs: number;
  framesMissed: number;
  chainLoad: number;
}

/** What the dashboard shows. */
async function shownBy(page: Page): Promise<Shown> {
  const figureIn = async (region: string) => {
    const text = await page.getByRole('region', { name: region }).innerText();
    return Number(/\d[\d,]*(?:\.\d+)?/.exec(text)?.[0].replaceAll(',', ''));
  };
  const status = await page
    .getByText(/[\d.]+ % of a core/)
    .first()
    .innerText();
  return {
    latencyMs: await figureIn('Latency'),
    framesMissed: await figureIn('Missed deadlines'),
    chainLoad: Number(/([\d.]+) % of a core/.exec(status)?.[1]) / 100,
  };
}

async function everySecond(seconds: number, work: () => Promise<void>): Promise<void> {
  const startMs = performance.now();
  for (let second = 1; second <= seconds; second += 1) {
    await sleep(Math.max(0, startMs + second * 1000 - performance.now()));
    await work();
  }
}

/** Half of the page's time is spent computing, in stretches of 50 ms. */
async function keepBusy(page: Page): Promise<void> {
  await page.evaluate(() => {
    const work = () => {
      const untilMs = performance.now() + 50;
      let sum = 0;
      while (performance.now() < untilMs) sum += Math.sqrt(sum + 1);
      setTimeout(work, 50);
    };
    work();
  });
}

function clicksFor(seconds: number): Float32Array {
  const random = createRandom(7);
  return Float32Array.from({ length: seconds * RATE_HZ }, (_, index) => {
    const into = index % RATE_HZ;
    const click = index >= RATE_HZ && into < 48 ? 0.7 * Math.sin((2 * Math.PI * into) / 24) : 0;
    return click + 0.002 * (random() - 0.5);
  });
}

/** Of each click in the microphone, how much later it left the speaker. */
function delaysMs(raw: Buffer): number[] {
  const samples = new Float32Array(raw.buffer, raw.byteOffset, Math.floor(raw.byteLength / 8) * 2);
  const speaker = clicksIn(samples, 0);
  return clicksIn(samples, 1).flatMap((at) => {
    const left = speaker.find((frame) => frame >= at && frame < at + RATE_HZ);
    return left === undefined ? [] : [((left - at) / RATE_HZ) * 1000];
  });
}

function clicksIn(samples: Float32Array, channel: 0 | 1): number[] {
  const found: number[] = [];
  for (let frame = 0; 2 * frame < samples.length; frame += 1) {
    const isLoud = Math.abs(samples[2 * frame + channel] ?? 0) > 0.1;
    if (isLoud && frame - (found.at(-1) ?? -RATE_HZ) > RATE_HZ / 2) found.push(frame);
  }
  return found;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
