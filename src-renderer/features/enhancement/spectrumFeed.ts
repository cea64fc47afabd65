import { Listeners, type OpenStream } from '../../../src-shared/rpc/index.ts';
import { SPECTRUM_BANDS } from '../../../src-shared/domain/spectrum.ts';
import type { PlatformClient, ThunkExtra } from '../../platform/index.ts';

/** Decibels a second by which the drawn spectrum falls where the sound has: slowly enough to be read. */
const FALL_DB_PER_SEC = 60;
const FLOOR_DB = -120;
const FRAME_BYTES = 2 * SPECTRUM_BANDS * 4;

export type SpectrumSide = 'raw' | 'clean';

/** What is heard now by frequency, raw and clean, outside the store. */
export interface SpectrumFeed {
  subscribe: (listener: () => void) => () => void;
  /** Brings the drawn levels to this moment; whether they still move. */
  advance(nowMs: number): boolean;
  /** dBFS by band, as it is drawn. */
  read(side: SpectrumSide): Float32Array;
  /** Only a running session is watched; without one the graph falls to silence. */
  setLive(isLive: boolean): void;
}

/** Watches the host's stream while somebody looks and a session runs. */
export function createSpectrumFeed(
  client: Pick<PlatformClient, 'open' | 'connection' | 'onConnectionChanged'>,
): SpectrumFeed {
  const listeners = new Listeners<void>();
  const heard = { raw: silence(), clean: silence() };
  const drawn = { raw: silence(), clean: silence() };
  let stream: OpenStream | null = null;
  let isLive = false;
  let drawnAtMs = 0;

  function update(): void {
    const isWanted = listeners.size > 0 && isLive && client.connection === 'open';
    if (isWanted && !stream) open();
    if (!isWanted && stream) close();
  }
  function open(): void {
    const opened = client.open('engine.watchSpectrum', undefined, (bytes) => {
      if (bytes.byteLength !== FRAME_BYTES) return;
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      for (let band = 0; band < SPECTRUM_BANDS; band += 1) {
        heard.raw[band] = view.getFloat32(band * 4, true);
        heard.clean[band] = view.getFloat32((SPECTRUM_BANDS + band) * 4, true);
      }
      listeners.notify();
    });
    stream = opened;
    const forget = () => {
      if (stream !== opened) return;
      stream = null;
      fallSilent();
    };
    // A stream that fails is opened again by the next change of connection or of who looks.
    opened.done.then(forget, forget);
  }
  function close(): void {
    stream?.close();
    stream = null;
    fallSilent();
  }
  function fallSilent(): void {
    heard.raw.fill(FLOOR_DB);
    heard.clean.fill(FLOOR_DB);
    listeners.notify();
  }

  let stopWatching: (() => void) | null = null;
  return {
    subscribe(listener) {
      const remove = listeners.add(listener);
      stopWatching ??= client.onConnectionChanged(update);
      update();
      return () => {
        remove();
        if (listeners.size === 0) {
          stopWatching?.();
          stopWatching = null;
        }
        update();
      };
    },
    advance(nowMs) {
      const fallDb = (Math.min(100, Math.max(0, nowMs - drawnAtMs)) / 1000) * FALL_DB_PER_SEC;
      drawnAtMs = nowMs;
      const isRawMoving = fall(drawn.raw, heard.raw, fallDb);
      const isCleanMoving = fall(drawn.clean, heard.clean, fallDb);
      return isRawMoving || isCleanMoving;
    },
    read: (side) => drawn[side],
    setLive(next) {
      isLive = next;
      update();
    },
  };
}

/** For a screen: made with the client that thunks have. */
export function spectrumFeedOfHost() {
  return (_dispatch: unknown, _getState: unknown, { client }: ThunkExtra): SpectrumFeed =>
    createSpectrumFeed(client);
}

function silence(): Float32Array {
  return new Float32Array(SPECTRUM_BANDS).fill(FLOOR_DB);
}

/** Up at once, down with time; whether anything is still on its way. */
function fall(drawn: Float32Array, heard: Float32Array, fallDb: number): boolean {
  let isMoving = false;
  for (let band = 0; band < drawn.length; band += 1) {
    const target = heard[band] ?? FLOOR_DB;
    const level = Math.max(target, (drawn[band] ?? FLOOR_DB) - fallDb);
    drawn[band] = level;
    isMoving ||= level > target;
  }
  return isMoving;
}
