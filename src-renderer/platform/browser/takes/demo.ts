import { VIDEO_SCHEMA_VERSION } from '../../../../src-shared/contract/takeVideoTracks.ts';
import type { TakeDocument, TakeTrack } from '../../../../src-shared/contract/takes.ts';
import { TAKE_SCHEMA_VERSION } from '../../../../src-shared/domain/certificateSchema.ts';
import { DEMO_TAKE } from '../../../../src-shared/domain/demoTake.ts';
import { DEMO_SOURCES, DEMO_VIDEO_TRACKS } from '../../../../src-shared/domain/demoVideo.ts';
import { readOggPackets } from '../../../../src-shared/domain/ogg.ts';
import { OPUS_RATE_HZ, opusFrames } from '../../../../src-shared/domain/opus.ts';
import { toStored } from '../../../../src-shared/domain/storedNames.ts';
import { DOCUMENT_NAME, VIDEO_DOCUMENT_NAME } from '../../../../src-shared/domain/takeFiles.ts';
import { NO_PROCESS } from './names.ts';
import { soundTrackOf } from './soundTrack.ts';
import type { TakeStore } from './store.ts';
import type { TakeReader } from './takeReader.ts';
import type { TakeWriter } from './writer/index.ts';
import type { FileBlock } from './writer/messages.ts';

/** Head and comments come before the sound (RFC 7845, section 3). */
const HEAD_PACKETS = 2;

/** A file of the demo recording by its name. */
type DemoFile = (name: string) => Uint8Array<ArrayBuffer>;

/** The demo recording as a take of this browser, written by its own writer. What fails leaves nothing. */
export async function addDemo(
  id: string,
  fileOf: DemoFile,
  { store, reader }: { store: TakeStore; reader: TakeReader },
): Promise<void> {
  await store.make(id, async (writer) => {
    for (const { file } of DEMO_TAKE.voices) await writeVoice(writer, voiceFileOf(file), fileOf(file));
    for (const { file } of DEMO_TAKE.cameras) await store.write(id, file, fileOf(file));
    const tracks: TakeTrack[] = [];
    for (const voice of DEMO_TAKE.voices) tracks.push(await trackOf(id, voice, reader));
    const video = {
      schemaVersion: VIDEO_SCHEMA_VERSION,
      status: 'finished',
      writer: NO_PROCESS,
      videoTracks: DEMO_VIDEO_TRACKS,
      sources: DEMO_SOURCES,
    };
    await save(writer, VIDEO_DOCUMENT_NAME, toStored(video));
    // Last: with it the take is there.
    await save(writer, DOCUMENT_NAME, documentOf(tracks));
  });
}

const save = (writer: TakeWriter, name: string, document: object) =>
  writer.ask({ kind: 'save', name, text: JSON.stringify(document) });

const voiceFileOf = (file: string) => file.replace(/\.ogg$/, '.webm');

/** Opus as it is, out of Ogg into the kind of file that a browser records. */
async function writeVoice(writer: TakeWriter, file: string, ogg: Uint8Array): Promise<void> {
  const [head, , ...packets] = readOggPackets(ogg);
  if (!head || packets.length === 0) throw new Error(`${file} holds fewer than ${HEAD_PACKETS} packets`);
  let frames = 0;
  const blocks = packets.map((packet): FileBlock => {
    const atMs = (frames / OPUS_RATE_HZ) * 1000;
    frames += opusFrames(packet);
    return { file, track: 1, atMs, isKey: true, isSound: true, bytes: packet };
  });
  await writer.ask({ kind: 'open', file, video: null, sound: { codecPrivate: head, channels: 1 } });
  await writer.ask({ kind: 'append', blocks });
  await writer.ask({ kind: 'end', file });
}

async function trackOf(
  takeId: string,
  { id, name, file }: (typeof DEMO_TAKE.voices)[number],
  reader: TakeReader,
): Promise<TakeTrack> {
  const voiceFile = voiceFileOf(file);
  return soundTrackOf({
    id,
    name,
    file: voiceFile,
    source: name,
    startMs: 0,
    ended: null,
    scanned: await reader.scan(takeId, voiceFile),
    takeFrames: DEMO_TAKE.frames,
    isReplaced: false,
  });
}

function documentOf(tracks: TakeTrack[]): Omit<TakeDocument, 'videoTracks'> {
  return {
    schemaVersion: TAKE_SCHEMA_VERSION,
    name: DEMO_TAKE.name,
    status: 'finished',
    isDemo: true,
    mode: 'multitrack',
    tap: 'raw',
    container: 'webm',
    encoding: 'opus',
    sampleRate: OPUS_RATE_HZ,
    // Nobody recorded it: it has no time of its own.
    startedAtMs: null,
    startFrame: 0,
    frames: DEMO_TAKE.frames,
    timecode: { source: 'none', timeReference: null, fps: null },
    markers: DEMO_TAKE.markers.map((marker) => ({ ...marker })),
    pauses: [],
    missedDeadlines: 0,
    ended: null,
    writer: NO_PROCESS,
    tracks,
  };
}
