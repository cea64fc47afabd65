import {
  openProgramme,
  probeEncoder,
  type EncodedFrame,
  type EncodingOptions,
  type Programme,
} from '../../../src-renderer/media/programme/index.ts';
import type { MasterQualityId } from '../../../src-shared/domain/broadcast/quality.ts';

/** A source of one color, as even as a timer is. */
export interface DrawnSource {
  track: MediaStreamTrack;
  setColor(color: string): void;
  setStill(isStill: boolean): void;
  /** Another pattern of many colors in every frame from now on. */
  scatter(): void;
  end(): void;
}

/** What was encoded, as text: only that leaves a page. */
export interface Recorded {
  avcConfig: string;
  frames: { atMs: number; isKey: boolean; data: string }[];
  batches: number;
  figures: { framesMade: number; framesDropped: number; framesLate: number };
  startMs: number;
  endMs: number;
}

export interface Recording {
  framesMade(): number;
  requestKey(): void;
  stop(): Promise<Recorded>;
}

type Generator = MediaStreamTrack & { writable: WritableStream<VideoFrame> };

function drawSource(color: string, size = { width: 640, height: 360 }): DrawnSource {
  const { MediaStreamTrackGenerator: GeneratorClass } = globalThis as unknown as {
    MediaStreamTrackGenerator: new (options: { kind: 'video' }) => Generator;
  };
  const track = new GeneratorClass({ kind: 'video' });
  const writer = track.writable.getWriter();
  const canvas = new OffscreenCanvas(size.width, size.height);
  const context = canvas.getContext('2d', { alpha: false });
  let [shown, isStill, number] = [color, false, NaN];
  const timer = setInterval(() => {
    if (!context || isStill) return;
    context.fillStyle = shown;
    context.fillRect(0, 0, size.width, size.height);
    if (number >= 0) drawSpots(context, size, (number += 1));
    const frame = new VideoFrame(canvas, { timestamp: Math.round(performance.now() * 1000) });
    // What was on its way when the track ended is nobody's any more.
    void writer.write(frame).catch(() => {
      clearInterval(timer);
      frame.close();
    });
  }, 33);
  return {
    track,
    setColor: (given) => (shown = given),
    setStill: (given) => (isStill = given),
    scatter: () => (number = 0),
    end: () => {
      clearInterval(timer);
      track.stop();
    },
  };
}

function drawSpots(
  context: OffscreenCanvasRenderingContext2D,
  size: { width: number; height: number },
  number: number,
): void {
  for (let spot = 0; spot < 400; spot += 1) {
    context.fillStyle = `hsl(${(spot * 47) % 360} 80% 50%)`;
    const x = (spot * 7919 + number * (3 + (spot % 7))) % size.width;
    context.fillRect(x, (spot * 104_729) % size.height, 24, 18);
  }
}

function record(
  programme: Programme,
  quality: MasterQualityId,
  more: Partial<EncodingOptions> = {},
): Recording {
  const startMs = performance.now();
  const frames: EncodedFrame[] = [];
  let [avcConfig, batches] = ['', 0];
  const encoder = programme.startEncoding({
    quality,
    onConfig: (config) => (avcConfig = toBase64(config)),
    onFrames: (given) => {
      frames.push(...given);
      batches += 1;
    },
    onError: (error) => {
      throw error;
    },
    ...more,
  });
  return {
    framesMade: () => frames.length,
    requestKey: () => encoder.requestKey(),
    async stop() {
      await encoder.close();
      const figures = encoder.figures();
      const sent = frames.map(({ data, ...frame }) => ({ ...frame, data: toBase64(data) }));
      return { avcConfig, frames: sent, batches, figures, startMs, endMs: performance.now() };
    },
  };
}

/** Not among the DOM's types yet. */
const toBase64 = (bytes: Uint8Array): string => (bytes as Uint8Array & { toBase64: () => string }).toBase64();

/** What a test calls in the page. */
export const inPage = { openProgramme, probeEncoder, drawSource, record };
export type InPage = typeof inPage;

Object.assign(window, inPage);
