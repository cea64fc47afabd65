import { RpcError } from '../../../../src-shared/contract/errors.ts';
import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import type { meetingsContract } from '../../../../src-shared/contract/meetings.ts';
import { KEPT_IN_BIN_MS, type takesContract } from '../../../../src-shared/contract/takes.ts';
import type { TakeCertificate } from '../../../../src-shared/domain/certificateSchema.ts';
import { readDemoFiles } from '../../../../src-shared/handlers/demoFiles.ts';
import { recordedTracks } from '../../../../src-shared/domain/takeVoices.ts';
import { type Handlers, refuseCall } from '../../../../src-shared/rpc/index.ts';
import { cleanVoices, readCleaned, type VoiceCleaner } from './cleanVoices.ts';
import { readStretch } from './decodeSound.ts';
import { addDemo } from './demo.ts';
import { createTakeExports } from './export/index.ts';
import { extractTake } from './extract/extractTake.ts';
import { followTakeChanges } from './takeChanges.ts';
import type { ScannedFile } from './scanTake.ts';
import type { KeptCleaning } from './notes.ts';
import { createTakeStore, writeCertificate, type TakeStore } from './store.ts';
import { summaryOf } from './summary.ts';
import { NO_VOICE_CLEANING, type TakesSupport } from './support.ts';
import { TakeReader } from './takeReader.ts';
import { verifyTake } from './verify.ts';
import { Waveforms } from './waveforms.ts';

type Served = Handlers<typeof takesContract> & Handlers<typeof meetingsContract>;

export interface TakesService {
  handlers: Served;
  /** What takes hold, for the video editor. */
  reader: TakeReader;
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
  createId: () => string;
  onChanged: (id: string) => void;
  onProgressed: (id: string, done: number) => void;
}

const NO_FOLDER = 'A web page keeps recordings in its browser: no folder shows them. Download them instead.';
const NO_VIDEO_EXPORT =
  'A web page hands out its video as it is. MP4 and MOV need the desktop app or the SoundDesk that you start on your own computer.';
const NO_SYNC = 'All tracks of a browser’s recording begin on one clock: there is nothing to line up.';
const PIECE_BYTES = 1 << 18;

interface Context extends TakesServiceOptions {
  store: TakeStore;
  reader: TakeReader;
  waveforms: Waveforms;
}

/** The library of takes in this browser's own storage, behind the calls that every host has. */
export function createTakesService(options: TakesServiceOptions): TakesService {
  const { support, nowMs, createId, onChanged, voiceCleaner } = options;
  const store = createTakeStore({ ...support, nowMs });
  const reader = new TakeReader(store);
  const context = { ...options, store, reader, waveforms: new Waveforms(store, reader) };
  const stopFollowing = followTakeChanges(onChanged);
  return {
    handlers: {
      ...listHandlers(context),
      ...binHandlers(context),
      ...soundHandlers(context),
      ...videoHandlers(context),
      ...meetingHandlers(context),
      ...voiceHandlers(context),
      async 'takes.addDemo'(_, { bytes, signal }) {
        const id = createId();
        await addDemo(id, await readDemoFiles(bytes), context);
        onChanged(id);
        await verify(context, id, signal);
        return { id };
      },
      'takes.sync': refuseCall(NO_SYNC),
      ...createTakeExports({
        store,
        reader,
        createId,
        storage: support.storage,
        client: voiceCleaner?.clients[0] ?? null,
        requireEnded: (id) => requireEnded(store, id),
        onProgressed: options.onProgressed,
      }),
      'takes.exportVideo': refuseCall(NO_VIDEO_EXPORT),
      'takes.readVideoFormats': () => [],
      async 'takes.extract'({ id, range, name }, { signal }) {
        await requireEnded(store, id);
        const newId = createId();
        const onProgress = (done: number) => options.onProgressed(id, Math.min(1, done));
        await extractTake(id, { range, name, newId }, context, { signal, onProgress });
        onChanged(newId);
        await verify(context, newId, signal);
        return { id: newId };
      },
      'takes.locate': refuseCall(NO_FOLDER),
      'takes.showInFolder': refuseCall(NO_FOLDER),
    },
    reader,
    scan: (id, file) => reader.scan(id, file),
    verify: (id, signal) => verify(context, id, signal),
    close() {
      stopFollowing();
      voiceCleaner?.clients.forEach((client) => client.close());
    },
  };
}

async function verify(context: Context, id: string, signal: AbortSignal): Promise<TakeCertificate> {
  const { store, reader, nowMs, onChanged, onProgressed } = context;
  const { stored, document } = await reader.read(id);
  // What was made of it later is no part of what was recorded.
  const recorded = { ...document, tracks: recordedTracks(document.tracks) };
  const certificate = await verifyTake(recorded, {
    files: await reader.scanAll(stored),
    sources: stored.sources,
    signal,
    nowMs: nowMs(),
    open: (name) => store.open(id, name),
    onProgress: (done) => onProgressed(id, Math.min(1, done)),
  });
  await writeCertificate(store, id, certificate);
  onChanged(id);
  return certificate;
}

async function requireEnded(store: TakeStore, id: string): Promise<void> {
  if ((await store.read(id)).document.status === 'recording') throw failWith('BAD_OPTION', 'stillRecorded');
}

function listHandlers(context: Context) {
  const { store, reader, support, onChanged } = context;
  return {
    'takes.list': async () =>
      (await store.list()).filter(({ notes }) => notes.deletedAtMs === null).map(summaryOf),
    'takes.read': ({ id }) => reader.detailsOf(id),
    async 'takes.verify'({ id }, { signal }) {
      await requireEnded(store, id);
      return await verify(context, id, signal);
    },
    async 'takes.repair'({ id }) {
      // What was cut off is given its end when it is listed.
      await store.list();
      return await reader.detailsOf(id);
    },
    async 'takes.listFiles'({ id }) {
      const { document } = await reader.read(id);
      const files = [...document.tracks, ...document.videoTracks];
      return files.map((track) => {
        const same = files.filter(({ name }) => name === track.name);
        const name = same.length === 1 ? track.name : `${track.name} ${same.indexOf(track) + 1}`;
        return { trackId: track.id, name };
      });
    },
    async 'takes.download'({ id, trackId }) {
      // A browser reads no further in a file that is written meanwhile.
      await requireEnded(store, id);
      const { track, file } = await reader.openTrack(id, trackId);
      const { name } = summaryOf(await store.read(id));
      support.save(file, `${name.replaceAll(/[^\p{L}\p{N} ._-]/gu, '-')} ${track.file}`);
    },
    async 'takes.rename'({ id, name }) {
      await requireEnded(store, id);
      await store.note(id, { name });
      onChanged(id);
      return summaryOf(await store.read(id));
    },
    async 'takes.readStorage'() {
      const { usage = 0, quota = 0 } = await support.storage.estimate();
      const [takes, libraryBytes] = [await store.list(), await store.usedBytes()];
      const editorBytes = await store.editorBytes();
      const deleted = takes.filter(({ notes }) => notes.deletedAtMs !== null);
      // The browser may promise more than the disk has.
      const freeBytes = Math.max(0, Math.floor(quota - usage));
      return {
        libraryBytes,
        binBytes: deleted.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
        binUnreadable: 0,
        takeCount: takes.length - deleted.length,
        editorBytes,
        freeBytes,
        totalBytes: libraryBytes + editorBytes + freeBytes,
        folder: '',
        exportsFolder: '',
        isKept: await support.storage.persisted(),
      };
    },
    async 'takes.writeLabels'({ id, labels }) {
      await requireEnded(store, id);
      await store.note(id, { labels });
      onChanged(id);
    },
    async 'takes.writeMarkers'({ id, markers }) {
      await requireEnded(store, id);
      await store.note(id, { markers });
      onChanged(id);
    },
  } satisfies Partial<Served>;
}

function binHandlers({ store, nowMs, onChanged }: Context) {
  return {
    async 'takes.delete'({ id }) {
      await requireEnded(store, id);
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
  } satisfies Partial<Served>;
}

function soundHandlers({ store, reader, waveforms, onProgressed }: Context) {
  return {
    async 'takes.prepareSound'({ id }, { signal }) {
      const { tracks: sounds } = (await store.read(id)).document;
      for (const [index, track] of sounds.entries()) {
        const hear = (done: number) =>
          onProgressed(id, Math.min(1, Math.max(0, (index + done) / sounds.length)));
        await waveforms.draw(id, track, hear, signal);
      }
    },
    'takes.readPeaks': ({ id, trackId, ...span }) => waveforms.read(id, trackId, span),
    async *'takes.readSound'({ id, trackId, fromFrame, frames }, { signal }) {
      const { track, file } = await reader.openTrack(id, trackId);
      if (track.kind === 'cleaned') {
        yield new Uint8Array((await readCleaned(file, track, { fromFrame, frames })).buffer);
        return;
      }
      const sound = await reader.scan(id, track.file);
      if (sound?.kind !== 'sound') throw failWith('FILE_UNREADABLE', 'fileNoSound');
      const { document } = await reader.read(id);
      const length = document.tracks.find((known) => known.id === trackId)?.framesWritten ?? 0;
      const wanted = Math.min(frames, length - fromFrame);
      if (wanted <= 0) return;
      const from = sound.startFrame + fromFrame;
      const samples = await readStretch(file, sound, { fromFrame: from, frames: wanted, signal });
      yield new Uint8Array(samples.buffer);
    },
  } satisfies Partial<Served>;
}

function videoHandlers({ reader }: Context) {
  return {
    async 'takes.readVideoIndex'({ id, trackId }) {
      const video = await reader.scan(id, (await reader.trackOf(id, trackId)).file);
      if (video?.kind !== 'video') throw failWith('FILE_UNREADABLE', 'fileNoVideo');
      const { codecPrivate, clusters } = video;
      return {
        codecPrivate: codecPrivate && btoa(String.fromCharCode(...codecPrivate)),
        track: video.track,
        clusters,
      };
    },
    async *'takes.readVideo'({ id, trackId, fromByte, lengthBytes }) {
      const { file } = await reader.openTrack(id, trackId);
      const end = Math.min(file.size, fromByte + lengthBytes);
      for (let at = fromByte; at < end; at += PIECE_BYTES)
        yield new Uint8Array(await file.slice(at, Math.min(end, at + PIECE_BYTES)).arrayBuffer());
    },
  } satisfies Partial<Served>;
}

function meetingHandlers({ store, onChanged }: Context) {
  const listMeetings = async () =>
    (await store.list()).flatMap(({ id, document, notes: { name, meeting, deletedAtMs } }) =>
      meeting && deletedAtMs === null
        ? [{ takeId: id, title: (name ?? document.name).trim() || id, ...meeting }]
        : [],
    );
  return {
    'meetings.list': listMeetings,
    async 'meetings.describe'({ takeId, title, ...meeting }) {
      await store.note(takeId, { name: title, meeting });
      onChanged(takeId);
      return await listMeetings();
    },
  } satisfies Partial<Served>;
}

/** Voices cleaned later lie beside what was recorded, which stays as it is. */
function voiceHandlers(context: Context) {
  const { store, reader, nowMs, onChanged, onProgressed, voiceCleaner } = context;
  const note = async (id: string, cleaning: KeptCleaning | null) => {
    await store.note(id, { cleaning });
    onChanged(id);
    return await reader.detailsOf(id);
  };
  return {
    async 'takes.cleanVoices'({ id, denoise }, { signal }) {
      if (!voiceCleaner) throw new RpcError('UNSUPPORTED', NO_VOICE_CLEANING);
      await requireEnded(store, id);
      const { document } = await reader.read(id);
      const cleaner = {
        ...voiceCleaner,
        store,
        nowMs,
        scan: (take: string, file: string) => reader.scan(take, file),
      };
      const task = { signal, onProgress: (done: number) => onProgressed(id, Math.min(1, done)) };
      return await note(id, await cleanVoices(id, document, denoise, cleaner, task));
    },
    async 'takes.forgetCleanVoices'({ id }) {
      const { tracks } = (await reader.read(id)).document;
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
