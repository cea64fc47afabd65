import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import type { TakePeaks, TakeTrack } from '../../../../src-shared/contract/takes.ts';
import { decodeSound } from './decodeSound.ts';
import { PeakCollector, readPeaks } from './peaks.ts';
import { peaksNameOf } from './soundTrack.ts';
import type { TakeStore } from './store.ts';
import type { TakeReader } from './takeReader.ts';

/** Waveforms of tracks: beside the take, or in memory where there is no room to keep them. */
export class Waveforms {
  readonly #store: TakeStore;
  readonly #reader: TakeReader;
  readonly #unkept = new Map<string, ArrayBuffer>();

  constructor(store: TakeStore, reader: TakeReader) {
    this.#store = store;
    this.#reader = reader;
  }

  /** Decodes the track, where its waveform is not there. */
  async draw(
    id: string,
    { file: name, peaks: peaksName }: TakeTrack,
    hear: (done: number) => void,
    signal: AbortSignal,
  ): Promise<void> {
    if (this.#unkept.has(`${id}/${peaksName}`) || (await this.#store.open(id, peaksName))) return;
    const [file, sound] = [await this.#store.open(id, name), await this.#reader.scan(id, name)];
    if (!file || sound?.kind !== 'sound') return;
    const frames = Math.max(1, sound.endFrame - sound.startFrame);
    const peaks = new PeakCollector(sound.startFrame, frames);
    for await (const piece of decodeSound(file, sound, { signal })) {
      peaks.add(piece);
      hear((piece.atFrame - sound.startFrame) / frames);
    }
    await this.#store
      .write(id, peaksName, peaks.bytes)
      .catch(() => this.#unkept.set(`${id}/${peaksName}`, peaks.bytes.slice().buffer));
  }

  async read(id: string, trackId: string, span: Parameters<typeof readPeaks>[1]): Promise<TakePeaks> {
    const name = peaksNameOf((await this.#reader.trackOf(id, trackId)).file);
    const kept =
      this.#unkept.get(`${id}/${name}`) ?? (await (await this.#store.open(id, name))?.arrayBuffer());
    if (!kept) throw failWith('FILE_NOT_FOUND', 'waveformGone');
    return readPeaks(kept, span);
  }
}
