import { RpcError } from '../../../../src-shared/contract/errors.ts';
import type { meetingsContract } from '../../../../src-shared/contract/meetings.ts';
import type { TakeVideoTrack } from '../../../../src-shared/contract/takeVideoTracks.ts';
import {
  KEPT_IN_BIN_MS,
  type TakeCertificate,
  type takesContract,
  type TakeTrack,
} from '../../../../src-shared/contract/takes.ts';
import { recordedTracks } from '../../../../src-shared/domain/takeVoices.ts';
import type { Handlers } from '../../../../src-shared/rpc/index.ts';
import { cleanVoices, readCleaned, withCleaned, type VoiceCleaner } from './cleanVoices.ts';
import { decodeSound, readStretch } from './decodeSound.ts';
import { followTakeChanges } from './takeChanges.ts';
import type { KeptCleaning } from './notes.ts';
import { documentOf, type ScannedFiles } from './oldDocument.ts';
import { PeakCollector, readPeaks } from './peaks.ts';
import { readerOf, scanFile, type ScannedFile } from './scanTake.ts';
import { peaksNameOf } from './soundTrack.ts';
import { createTakeStore, writeCertificate, type StoredTake } from './store.ts';
import { summaryOf } from './summary.ts';
import { NO_VOICE_CLEANING, type TakesSupport } from './support.ts';
import { verifyTake } from './verify.ts';

type Served = Handlers<typeof takesContract> & Handlers<typeof meetingsContract>;

export interface TakesService {
  handlers: Served;
  /** What lies in a file of a take; null where it holds nothing that can be read. */
  scan(id: string, file: string): Promise<ScannedFile | null>;
  /** Of one that has ended: what was found is kept with it. */
  verify(id: string, signal: AbortSignal): Promise<TakeCertificate>;
  close(): void;
}

interface TakesServiceOptions {
  support: Extract<TakesSupport, { supported: true }>;
  /** null: this browser cleans no files. */
  voiceCleaner: VoiceCleaner | null;
  nowMs: () => number;
  onChanged: (id: string) => void;
  onProgressed: (id: string, done: number) => void;
}

const NO_FOLDER = 'A web page keeps recordings in its browser: no folder shows them. Download them instead.';
const NO_EXPORT =
  'A web page hands out its recordings as they are. Mixes, WAV, MP4 and MOV need the desktop app or the SoundDesk that you start on your own computer.';
const NO_SYNC = 'All tracks of a browser’s recording begin on one clock: there is nothing to line up.';
const PIECE_BYTES = 1 << 18;

/** The library of takes in this browser's own storage, behind the calls that every host has. */
export function createTakesService(options: TakesServiceOptions): TakesService {
  const { support, nowMs, onChanged, onProgressed, voiceCleaner } = options;
  const store = createTakeStore({ ...support, nowMs });
  /** Of files that do not change any more, by take, name and size. */
  const scanned = new Map<string, Promise<ScannedFile | null>>();
  /** Where there is no room to keep them. */
  const waveforms = new Map<string, ArrayBuffer>();
  const stopFollowing = followTakeChanges(onChanged);

  async function scan(id: string, name: string): Promise<ScannedFile | null> {
    const file = await store.open(id, name);
    if (!file) return null;
    const key = `${id}/${name}/${file.size}`;
    const known = scanned.get(key) ?? scanFile(readerOf(file), file.size);
    scanned.set(key, known);
    known.catch(() => scanned.delete(key));
    return await known;
  }

  async function scanAll({
    id,
    document: { status, tracks, videoTracks },
  }: StoredTake): Promise<ScannedFiles> {
    const files = new Map<string, ScannedFile | null>();
    if (status !== 'recording')
      for (const { file } of [...tracks, ...videoTracks]) files.set(file, await scan(id, file));
    return files;
  }

  async function read(id: string) {
    const stored = await store.read(id);
    if (stored.notes.deletedAtMs !== null)
      throw new RpcError('FILE_NOT_FOUND', 'This recording was deleted. Restore it from the bin.');
    const { old, notes } = stored;
    const document = old ? documentOf(old, await scanAll(stored)) : stored.document;
    const { name, markers, cleaning } = notes;
    const noted = { ...document, name: name ?? document.name, markers: markers ?? document.markers };
    return { stored, document: withCleaned(noted, cleaning) };
  }

  const detailsOf = async (id: string) => {
    const { stored, document } = await read(id);
    return { summary: summaryOf(stored), document, certificate: stored.certificate };
  };

  async function trackOf(id: string, trackId: string): Promise<TakeTrack | TakeVideoTrack> {
    const { document } = await read(id);
    const track = [...document.tracks, ...document.videoTracks].find((known) => known.id === trackId);
    if (!track) throw new RpcError('FILE_NOT_FOUND', `This recording has no track "${trackId}".`);
    return track;
  }

  async function openTrack(id: string, trackId: string) {
    const track = await trackOf(id, trackId);
    const file = await store.open(id, track.file);
    if (!file) throw new RpcError('FILE_NOT_FOUND', `${track.name} is not there any more.`);
    return { track, file };
  }

  /** The waveform of a track, from beside it, else by decoding it once. */
  async function drawPeaks(
    id: string,
    { file: name, peaks: peaksName }: TakeTrack,
    hear: (done: number) => void,
    signal: AbortSignal,
  ) {
    if (waveforms.has(`${id}/${peaksName}`) || (await store.open(id, peaksName))) return;
    const [file, sound] = [await store.open(id, name), await scan(id, name)];
    if (!file || sound?.kind !== 'sound') return;
    const frames = Math.max(1, sound.endFrame - sound.startFrame);
    const peaks = new PeakCollector(sound.startFrame, frames);
    for await (const piece of decodeSound(file, sound, { signal })) {
      peaks.add(piece);
      hear((piece.atFrame - sound.startFrame) / frames);
    }
    await store
      .write(id, peaksName, peaks.bytes)
      .catch(() => waveforms.set(`${id}/${peaksName}`, peaks.bytes.slice().buffer));
  }

  async function verify(id: string, signal: AbortSignal) {
    const { stored, document } = await read(id);
    // What was made of it later is no part of what was recorded.
    const recorded = { ...document, tracks: recordedTracks(document.tracks) };
    const certificate = await verifyTake(recorded, {
      ...{ files: await scanAll(stored), sources: stored.sources, signal, nowMs: nowMs() },
      open: (name) => store.open(id, name),
      onProgress: (done) => onProgressed(id, Math.min(1, done)),
    });
    await writeCertificate(store, id, certificate);
    onChanged(id);
    return certificate;
  }

  async function requireEnded(id: string): Promise<void> {
    if ((await store.read(id)).document.status === 'recording')
      throw new RpcError('BAD_OPTION', 'This recording is still being recorded. Stop it first.');
  }

  const listMeetings = async () =>
    (await store.list()).flatMap(({ id, document, notes: { name, meeting, deletedAtMs } }) =>
      meeting && deletedAtMs === null
        ? [{ takeId: id, title: (name ?? document.name).trim() || id, ...meeting }]
        : [],
    );

  const refuse = (reason: string) => () => {
    throw new RpcError('UNSUPPORTED', reason);
  };

  function createVoiceHandlers() {
    const note = async (id: string, cleaning: KeptCleaning | null) => {
      await store.note(id, { cleaning });
      onChanged(id);
      return await detailsOf(id);
    };
    return {
      async 'takes.cleanVoices'({ id, denoise }, { signal }) {
        if (!voiceCleaner) throw new RpcError('UNSUPPORTED', NO_VOICE_CLEANING);
        await requireEnded(id);
        const { document } = await read(id);
        const task = { signal, onProgress: (done: number) => onProgressed(id, Math.min(1, done)) };
        return await note(
          id,
          await cleanVoices(id, document, denoise, { ...voiceCleaner, store, scan, nowMs }, task),
        );
      },
      async 'takes.forgetCleanVoices'({ id }) {
        const { tracks } = (await read(id)).document;
        const details = await note(id, null);
        const cleaned = tracks.filter(({ kind }) => kind === 'cleaned');
        await store.drop(
          id,
          cleaned.flatMap(({ file, peaks }) => [file, peaks]),
        );
        return details;
      },
    } satisfies Partial<Served>;
  }

  const handlers: Served = {
    'takes.list': async () =>
      (await store.list()).filter(({ notes }) => notes.deletedAtMs === null).map(summaryOf),
    'takes.read': ({ id }) => detailsOf(id),
    async 'takes.verify'({ id }, { signal }) {
      await requireEnded(id);
      return await verify(id, signal);
    },
    async 'takes.repair'({ id }) {
      // What was cut off is given its end when it is listed.
      await store.list();
      return await detailsOf(id);
    },
    ...createVoiceHandlers(),
    'takes.sync': refuse(NO_SYNC),
    'takes.export': refuse(NO_EXPORT),
    'takes.exportVideo': refuse(NO_EXPORT),
    'takes.readVideoFormats': () => [],
    'takes.extract': refuse(NO_EXPORT),
    'takes.readSoundFormats': () => [],
    'takes.readExport': refuse(NO_EXPORT),
    'takes.writeCover': refuse(NO_EXPORT),
    'takes.readCover': refuse(NO_EXPORT),
    'takes.removeCover': refuse(NO_EXPORT),
    'takes.locate': refuse(NO_FOLDER),
    'takes.showInFolder': refuse(NO_FOLDER),
    async 'takes.listFiles'({ id }) {
      const { document } = await read(id);
      const files = [...document.tracks, ...document.videoTracks];
      return files.map((track) => {
        const same = files.filter(({ name }) => name === track.name);
        const name = same.length === 1 ? track.name : `${track.name} ${same.indexOf(track) + 1}`;
        return { trackId: track.id, name };
      });
    },
    async 'takes.download'({ id, trackId }) {
      const { track, file } = await openTrack(id, trackId);
      const { name } = summaryOf(await store.read(id));
      support.save(file, `${name.replaceAll(/[^\p{L}\p{N} ._-]/gu, '-')} ${track.file}`);
    },
    async 'takes.rename'({ id, name }) {
      await requireEnded(id);
      await store.note(id, { name });
      onChanged(id);
      return summaryOf(await store.read(id));
    },
    async 'takes.writeLabels'({ id, labels }) {
      await requireEnded(id);
      await store.note(id, { labels });
      onChanged(id);
    },
    async 'takes.writeMarkers'({ id, markers }) {
      await requireEnded(id);
      await store.note(id, { markers });
      onChanged(id);
    },
    async 'takes.delete'({ id }) {
      await requireEnded(id);
      await store.note(id, { deletedAtMs: nowMs() });
      onChanged(id);
    },
    async 'takes.restore'({ id }) {
      await store.note(id, { deletedAtMs: null });
      onChanged(id);
      return summaryOf(await store.read(id));
    },
    async 'takes.emptyBin'() {
      for (const { id, notes } of await store.list())
        if (notes.deletedAtMs !== null) {
          await store.remove(id);
          onChanged(id);
        }
    },
    async 'takes.listBin'() {
      const takes = (await store.list()).flatMap((stored) => {
        const { deletedAtMs } = stored.notes;
        if (deletedAtMs === null) return [];
        const keptUntilMs = deletedAtMs + KEPT_IN_BIN_MS;
        return { ...summaryOf(stored), key: stored.id, deletedAtMs, keptUntilMs };
      });
      return { takes: takes.sort((one, other) => other.deletedAtMs - one.deletedAtMs), unreadable: [] };
    },
    async 'takes.readStorage'() {
      const { usage = 0, quota = 0 } = await support.storage.estimate();
      const [takes, libraryBytes] = [await store.list(), await store.usedBytes()];
      const deleted = takes.filter(({ notes }) => notes.deletedAtMs !== null);
      // The browser may promise more than the disk has.
      const freeBytes = Math.max(0, Math.floor(quota - usage));
      return {
        libraryBytes,
        binBytes: deleted.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
        binUnreadable: 0,
        takeCount: takes.length - deleted.length,
        freeBytes,
        totalBytes: libraryBytes + freeBytes,
        ...{ folder: '', exportsFolder: '' },
        isKept: await support.storage.persisted(),
      };
    },
    async 'takes.prepareSound'({ id }, { signal }) {
      const { tracks: sounds } = (await store.read(id)).document;
      for (const [index, track] of sounds.entries()) {
        const hear = (done: number) =>
          onProgressed(id, Math.min(1, Math.max(0, (index + done) / sounds.length)));
        await drawPeaks(id, track, hear, signal);
      }
    },
    async 'takes.readPeaks'({ id, trackId, ...span }) {
      const name = peaksNameOf((await trackOf(id, trackId)).file);
      const kept = waveforms.get(`${id}/${name}`) ?? (await (await store.open(id, name))?.arrayBuffer());
      if (!kept) throw new RpcError('FILE_NOT_FOUND', 'Its waveform is not there.');
      return readPeaks(kept, span);
    },
    async *'takes.readSound'({ id, trackId, fromFrame, frames }, { signal }) {
      const { track, file } = await openTrack(id, trackId);
      if (track.kind === 'cleaned') {
        yield new Uint8Array((await readCleaned(file, track, { fromFrame, frames })).buffer);
        return;
      }
      const sound = await scan(id, track.file);
      if (sound?.kind !== 'sound') throw new RpcError('FILE_UNREADABLE', 'The file holds no sound.');
      const { document } = await read(id);
      const length = document.tracks.find((known) => known.id === trackId)?.framesWritten ?? 0;
      const wanted = Math.min(frames, length - fromFrame);
      if (wanted <= 0) return;
      const from = sound.startFrame + fromFrame;
      const samples = await readStretch(file, sound, { fromFrame: from, frames: wanted, signal });
      yield new Uint8Array(samples.buffer);
    },
    async 'takes.readVideoIndex'({ id, trackId }) {
      const video = await scan(id, (await trackOf(id, trackId)).file);
      if (video?.kind !== 'video') throw new RpcError('FILE_UNREADABLE', 'The file holds no video.');
      const { codecPrivate, clusters } = video;
      return {
        codecPrivate: codecPrivate && btoa(String.fromCharCode(...codecPrivate)),
        track: video.track,
        clusters,
      };
    },
    async *'takes.readVideo'({ id, trackId, fromByte, lengthBytes }) {
      const { file } = await openTrack(id, trackId);
      const end = Math.min(file.size, fromByte + lengthBytes);
      for (let at = fromByte; at < end; at += PIECE_BYTES)
        yield new Uint8Array(await file.slice(at, Math.min(end, at + PIECE_BYTES)).arrayBuffer());
    },
    'meetings.list': listMeetings,
    async 'meetings.describe'({ takeId, title, platform, participants }) {
      await store.note(takeId, { name: title, meeting: { platform, participants } });
      onChanged(takeId);
      return await listMeetings();
    },
  };
  return {
    handlers,
    scan,
    verify,
    close() {
      stopFollowing();
      voiceCleaner?.client.close();
    },
  };
}
