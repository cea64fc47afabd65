import { TAKE_SCHEMA_VERSION, type TakeDocument } from '../../../src-shared/contract/takes.ts';
import { DEFAULT_RECORDING, DEFAULT_SESSION } from '../../../src-shared/domain/captureSetUp.ts';
import type { EndedPause } from '../../../src-shared/recording/index.ts';
import { describeOwnProcess, writeDocument } from '../takes/index.ts';

/** A take without sound counts the frames of the usual rate on the host's own clock. */
export const VIDEO_ONLY_RATE = DEFAULT_SESSION.sampleRate;

/** `take.json` of a take without sound: no native recorder writes it. */
export class VideoOnlyTake {
  readonly #folder: string;
  #document: TakeDocument;

  private constructor(folder: string, document: TakeDocument) {
    this.#folder = folder;
    this.#document = document;
    writeDocument(folder, document);
  }

  static async begin(folder: string, name: string, startedAtMs: number): Promise<VideoOnlyTake> {
    const { mode, tap, container, encoding } = DEFAULT_RECORDING;
    const document: TakeDocument = {
      schemaVersion: TAKE_SCHEMA_VERSION,
      ...{ name, status: 'recording', mode, tap, container, encoding },
      sampleRate: VIDEO_ONLY_RATE,
      ...{ startedAtMs, startFrame: 0, frames: 0 },
      timecode: { source: 'none', timeReference: null, fps: null },
      ...{ markers: [], pauses: [], missedDeadlines: 0, ended: null, tracks: [], videoTracks: [] },
      writer: await describeOwnProcess(),
    };
    return new VideoOnlyTake(folder, document);
  }

  addMarker(label: string, atMs: number): void {
    this.#change({ markers: [...this.#document.markers, { label, atFrame: toFrames(atMs) }] });
  }

  /** A pause has ended. */
  addPause({ takeMs, lengthMs }: EndedPause): void {
    const pause = { atFrame: toFrames(takeMs), frames: toFrames(lengthMs) };
    this.#change({ pauses: [...this.#document.pauses, pause] });
  }

  end(recordedMs: number, ended: TakeDocument['ended']): void {
    this.#change({ status: 'finished', frames: toFrames(recordedMs), ended });
  }

  #change(changes: Partial<TakeDocument>): void {
    this.#document = { ...this.#document, ...changes };
    writeDocument(this.#folder, this.#document);
  }
}

const toFrames = (ms: number) => Math.max(0, Math.round((ms / 1000) * VIDEO_ONLY_RATE));
