import type { Page } from 'playwright';

export interface FlashingSources {
  cameras: number;
  width: number;
  height: number;
  fps: number;
  /** They flash whenever the wall clock is a multiple of this, for `flashMs`. */
  everyMs: number;
  flashMs: number;
}

/** The first white frame of a flash. */
export interface ShownFlash {
  /** `camera-1`, `camera-2` …, or `screen`. */
  source: string;
  number: number;
  /** The moment of the flash, in milliseconds since 1970. */
  flashAtMs: number;
  /** How long after that it was taken. */
  lateMs: number;
}

/** Bits of a frame's number, drawn along its lower edge; above them the whole frame flashes. */
export const NUMBER_BITS = 20;

/**
 * Gives a page cameras and a screen that flash at known moments, and whose frames carry numbers: from before its
 * scripts run. What they have shown is in `window.shownFlashes`. Its context must bypass the page's policy of content.
 */
export async function addFlashingSources(page: Page, sources: FlashingSources): Promise<void> {
  await page.addInitScript(installSources, { ...sources, bits: NUMBER_BITS, draw: drawSource.toString() });
}

export function readShownFlashes(page: Page): Promise<ShownFlash[]> {
  return page.evaluate(() => (window as unknown as { shownFlashes: ShownFlash[] }).shownFlashes);
}

/** Runs in the page. */
function installSources({ draw, ...sources }: FlashingSources & { bits: number; draw: string }): void {
  type Generator = MediaStreamTrack & { writable: WritableStream<VideoFrame> };
  const { MediaStreamTrackGenerator: GeneratorClass } = globalThis as unknown as {
    MediaStreamTrackGenerator: new (options: { kind: 'video' }) => Generator;
  };
  const shown: ShownFlash[] = [];
  Object.assign(window, { shownFlashes: shown });
  const cameras = Array.from({ length: sources.cameras }, (_, index) => `camera-${index + 1}`);
  const open = (source: string): MediaStream => {
    const generator = new GeneratorClass({ kind: 'video' });
    const worker = new Worker(URL.createObjectURL(new Blob([`(${draw})()`])));
    worker.onmessage = ({ data }: MessageEvent<Omit<ShownFlash, 'source'>>) =>
      shown.push({ source, ...data });
    worker.postMessage({ ...sources, writable: generator.writable }, [generator.writable]);
    const { width, height, fps: frameRate } = sources;
    generator.getSettings = () => ({ deviceId: source, width, height, frameRate });
    Object.defineProperty(generator, 'label', { value: source });
    return new MediaStream([generator]);
  };
  const { mediaDevices } = navigator;
  mediaDevices.enumerateDevices = () =>
    Promise.resolve(
      cameras.map((id) => ({ deviceId: id, label: id, kind: 'videoinput', groupId: '' }) as MediaDeviceInfo),
    );
  mediaDevices.getUserMedia = ({ video } = {}) => {
    const wanted = typeof video === 'object' ? (video.deviceId as { exact?: string } | undefined) : undefined;
    return Promise.resolve(open(wanted?.exact ?? 'camera-1'));
  };
  mediaDevices.getDisplayMedia = () => Promise.resolve(open('screen'));
}

/** Runs in a worker of the page: a frame at every even moment, and no more than that where it is late. */
function drawSource(): void {
  interface Drawn extends FlashingSources {
    bits: number;
    writable: WritableStream<VideoFrame>;
  }
  const nowMs = () => performance.timeOrigin + performance.now();
  onmessage = async ({ data }: MessageEvent<Drawn>) => {
    const { writable, width, height, fps, everyMs, flashMs, bits } = data;
    const writer = writable.getWriter();
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true })!;
    const periodMs = 1000 / fps;
    let wasFlash = true;
    let nextMs = Math.ceil(nowMs() / periodMs) * periodMs;
    for (let number = 0; ; number += 1) {
      const waitMs = nextMs - nowMs();
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      const atMs = nowMs();
      const lateMs = atMs % everyMs;
      const isFlash = lateMs < flashMs;
      context.fillStyle = isFlash ? '#fff' : '#000';
      context.fillRect(0, 0, width, height);
      for (let bit = 0; bit < bits; bit += 1) {
        context.fillStyle = (number >> bit) & 1 ? '#fff' : '#000';
        context.fillRect((bit * width) / bits, (height * 3) / 4, width / bits, height / 4);
      }
      const timestamp = Math.round((atMs - performance.timeOrigin) * 1000);
      try {
        await writer.write(new VideoFrame(canvas, { timestamp }));
      } catch {
        // Nobody looks at it any more.
        return;
      }
      if (isFlash && !wasFlash) postMessage({ number, flashAtMs: Math.round(atMs - lateMs), lateMs });
      wasFlash = isFlash;
      // Two that lie close together would be one too many for the recorder.
      nextMs = Math.max(nextMs + periodMs, Math.ceil(atMs / periodMs + 0.5) * periodMs);
    }
  };
}
