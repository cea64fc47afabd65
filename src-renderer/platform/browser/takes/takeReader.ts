import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import type { TakeVideoTrack } from '../../../../src-shared/contract/takeVideoTracks.ts';
import type { TakeDetails, TakeDocument, TakeTrack } from '../../../../src-shared/contract/takes.ts';
import { withCleaned } from './cleanVoices.ts';
import { documentOf, type ScannedFiles } from './oldDocument.ts';
import { readerOf, scanFile, type ScannedFile } from './scanTake.ts';
import type { StoredTake, TakeStore } from './store.ts';
import { summaryOf } from './summary.ts';

/** What the takes of this browser hold. A file is looked through once. */
export class TakeReader {
  readonly #store: TakeStore;
  /** Of files that do not change any more, by take, name and size. */
  readonly #scanned = new Map<string, Promise<ScannedFile | null>>();

  constructor(store: TakeStore) {
    this.#store = store;
  }

  /** What lies in a file of a take; null where it holds nothing that can be read. */
  async scan(id: string, name: string): Promise<ScannedFile | null> {
    const file = await this.#store.open(id, name);
    if (!file) return null;
    const key = `${id}/${name}/${file.size}`;
    const known = this.#scanned.get(key) ?? scanFile(readerOf(file), file.size);
    this.#scanned.set(key, known);
    known.catch(() => this.#scanned.delete(key));
    return await known;
  }

  async scanAll({ id, document: { status, tracks, videoTracks } }: StoredTake): Promise<ScannedFiles> {
    const files = new Map<string, ScannedFile | null>();
    if (status !== 'recording')
      for (const { file } of [...tracks, ...videoTracks]) files.set(file, await this.scan(id, file));
    return files;
  }

  async read(id: string): Promise<{ stored: StoredTake; document: TakeDocument }> {
    const stored = await this.#store.read(id);
    if (stored.notes.deletedAtMs !== null) throw failWith('FILE_NOT_FOUND', 'recordingDeleted');
    const { old, notes } = stored;
    const document = old ? documentOf(old, await this.scanAll(stored)) : stored.document;
    const { name, markers, cleaning } = notes;
    const noted = { ...document, name: name ?? document.name, markers: markers ?? document.markers };
    return { stored, document: withCleaned(noted, cleaning) };
  }

  async detailsOf(id: string): Promise<TakeDetails> {
    const { stored, document } = await this.read(id);
    return { summary: summaryOf(stored), document, certificate: stored.certificate };
  }

  async trackOf(id: string, trackId: string): Promise<TakeTrack | TakeVideoTrack> {
    const { document } = await this.read(id);
    const track = [...document.tracks, ...document.videoTracks].find((known) => known.id === trackId);
    if (!track) throw failWith('FILE_NOT_FOUND', 'noTrackInRecording', { values: { trackId } });
    return track;
  }

  async openTrack(id: string, trackId: string): Promise<{ track: TakeTrack | TakeVideoTrack; file: File }> {
    const track = await this.trackOf(id, trackId);
    const file = await this.#store.open(id, track.file);
    if (!file) throw failWith('FILE_NOT_FOUND', 'trackGone', { values: { name: track.name } });
    return { track, file };
  }
}
