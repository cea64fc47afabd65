import { concat, element, float64, ID, idBytes, sizeBytes, UNKNOWN_SIZE, voidOf } from './elements.ts';

export interface VideoFacts {
  /** As `CodecID` names it. */
  codec: 'avc1' | 'vp9' | 'vp8';
  codecPrivate: Uint8Array | null;
  width: number;
  height: number;
  /** Named in the file. */
  writer: string;
}

/** Opus, at the 48 kHz that it always has. */
export interface SoundFacts {
  /** The head of RFC 7845, section 5.1. */
  codecPrivate: Uint8Array;
  channels: number;
}

export interface MatroskaFrame {
  atMs: number;
  isKey: boolean;
  bytes: Uint8Array;
}

/** A frame, or a piece of sound, of a file that holds both. */
export interface Block extends MatroskaFrame {
  /** The file's first track, or its second; absent: the first. */
  track?: 1 | 2;
  /** It can be begun with anywhere, and begins no cluster. */
  isSound?: boolean;
}

/** Bytes that replace others of the same length. */
export interface Patch {
  at: number;
  bytes: Uint8Array;
}

/** Where a cluster begins in the file, and when. */
export interface ClusterPlace {
  at: number;
  atMs: number;
}

const CODEC_IDS = { avc1: 'V_MPEG4/ISO/AVC', vp9: 'V_VP9', vp8: 'V_VP8' } as const;
/** Holds a list of three places. */
const SEEK_HEAD_BYTES = 80;
/** Id, size and a double. */
const DURATION_BYTES = 11;
/** A block's time is 16 bits beside its cluster's, and a reader should not have to look long for a key frame. */
const MAX_CLUSTER_MS = 5000;
const OPUS_RATE_HZ = 48_000;
/** Decoded before the place that is jumped to (RFC 7845, section 4.6). */
const OPUS_PRE_ROLL_NS = 80_000_000;

/** Places in the file's head that are filled in at its end. They are the same in every file of ours. */
export interface HeadPlaces {
  /** Of the segment's size; its content begins eight bytes behind. */
  segmentSizeAt: number;
  seekHeadAt: number;
  infoAt: number;
  durationAt: number;
  tracksAt: number;
}

/** All that comes before the first frame. H.264 is in Matroska, the others in WebM, which is one kind of it. */
export function makeHead(facts: VideoFacts): Uint8Array {
  return makeFileHead({ video: facts, sound: null, writer: facts.writer });
}

/** The same of a file with video, with sound, or with both: video is its first track then, and sound the second. */
export function makeFileHead(file: {
  video: VideoFacts | null;
  sound: SoundFacts | null;
  writer: string;
}): Uint8Array {
  const { video, sound, writer } = file;
  const docType = video?.codec === 'avc1' ? 'matroska' : 'webm';
  const ebml = element(ID.ebml, [
    element(ID.ebmlVersion, 1),
    element(ID.ebmlReadVersion, 1),
    element(ID.ebmlMaxIdLength, 4),
    element(ID.ebmlMaxSizeLength, 8),
    element(ID.docType, docType),
    element(ID.docTypeVersion, 4),
    element(ID.docTypeReadVersion, 2),
  ]);
  const segment = concat([idBytes(ID.segment), Uint8Array.from(UNKNOWN_SIZE)]);
  const info = element(ID.info, [
    voidOf(DURATION_BYTES),
    element(ID.timestampScale, 1_000_000),
    element(ID.muxingApp, writer),
    element(ID.writingApp, writer),
  ]);
  const entries = [
    ...(video ? [videoEntry(video)] : []),
    ...(sound ? [soundEntry(sound, video ? 2 : 1)] : []),
  ];
  return concat([ebml, segment, voidOf(SEEK_HEAD_BYTES), info, element(ID.tracks, entries)]);
}

function videoEntry(facts: VideoFacts): Uint8Array {
  const video = [element(ID.pixelWidth, facts.width), element(ID.pixelHeight, facts.height)];
  return element(ID.trackEntry, [
    element(ID.trackNumber, 1),
    element(ID.trackUid, 1),
    element(ID.trackType, 1),
    element(ID.flagLacing, 0),
    element(ID.codecId, CODEC_IDS[facts.codec]),
    ...(facts.codecPrivate ? [element(ID.codecPrivate, facts.codecPrivate)] : []),
    element(ID.video, video),
  ]);
}

function soundEntry({ codecPrivate, channels }: SoundFacts, number: number): Uint8Array {
  // Samples that the decoder throws away first: bytes 10 and 11 of the head.
  const skipped = (codecPrivate[10] ?? 0) + 256 * (codecPrivate[11] ?? 0);
  return element(ID.trackEntry, [
    element(ID.trackNumber, number),
    element(ID.trackUid, number),
    element(ID.trackType, 2),
    element(ID.flagLacing, 0),
    element(ID.codecId, 'A_OPUS'),
    element(ID.codecPrivate, codecPrivate),
    element(ID.codecDelay, Math.round((skipped / OPUS_RATE_HZ) * 1e9)),
    element(ID.seekPreRoll, OPUS_PRE_ROLL_NS),
    element(ID.audio, [float64(ID.samplingFrequency, OPUS_RATE_HZ), element(ID.channels, channels)]),
  ]);
}

/**
 * Turns frames into bytes to be appended; every key frame begins a cluster, which ends the one before. Sound lies in
 * whatever cluster is open.
 */
export class ClusterWriter {
  #cluster: ClusterPlace | null = null;
  #position: number;

  /** `position`: the length of what is in the file. */
  constructor(position: number) {
    this.#position = position;
  }

  /** Where the next byte goes. */
  get position(): number {
    return this.#position;
  }

  /** Times of a track never fall. `patch`: the size of the cluster that ended, to be written when `bytes` are. */
  add(frame: Block): { bytes: Uint8Array; patch: Patch | null } {
    const atMs = Math.round(frame.atMs);
    let patch: Patch | null = null;
    const parts: Uint8Array[] = [];
    if (!this.#cluster || (frame.isKey && !frame.isSound) || atMs - this.#cluster.atMs > MAX_CLUSTER_MS) {
      patch = this.endCluster();
      this.#cluster = { at: this.#position, atMs };
      parts.push(idBytes(ID.cluster), Uint8Array.from(UNKNOWN_SIZE), element(ID.timestamp, atMs));
    }
    parts.push(simpleBlock(atMs - this.#cluster.atMs, frame));
    const bytes = concat(parts);
    this.#position += bytes.length;
    return { bytes, patch };
  }

  /** The size of the open cluster, which is known now. */
  endCluster(): Patch | null {
    if (!this.#cluster) return null;
    const at = this.#cluster.at + 4;
    return { at, bytes: sizeBytes(this.#position - at - 8, 8) };
  }
}

function simpleBlock(relativeMs: number, { isKey, bytes, track = 1 }: Block): Uint8Array {
  const head = Uint8Array.of(0x80 | track, (relativeMs >> 8) & 0xff, relativeMs & 0xff, isKey ? 0x80 : 0);
  return element(ID.simpleBlock, [head, bytes]);
}

/** What makes a file that has all its frames whole: an index at its end, and what its head left open. */
export function makeEnding(
  head: HeadPlaces,
  file: { lengthBytes: number; clusters: readonly ClusterPlace[]; durationMs: number },
): { cues: Uint8Array; patches: Patch[] } {
  const contentAt = head.segmentSizeAt + 8;
  const cues = element(
    ID.cues,
    file.clusters.map(({ at, atMs }) =>
      element(ID.cuePoint, [
        element(ID.cueTime, atMs),
        element(ID.cueTrackPositions, [
          element(ID.cueTrack, 1),
          element(ID.cueClusterPosition, at - contentAt),
        ]),
      ]),
    ),
  );
  const seek = (id: number, at: number) =>
    element(ID.seek, [element(ID.seekId, idBytes(id)), element(ID.seekPosition, at - contentAt)]);
  const seekHead = element(ID.seekHead, [
    seek(ID.info, head.infoAt),
    seek(ID.tracks, head.tracksAt),
    seek(ID.cues, file.lengthBytes),
  ]);
  return {
    cues,
    patches: [
      { at: head.durationAt, bytes: float64(ID.duration, file.durationMs) },
      { at: head.seekHeadAt, bytes: concat([seekHead, voidOf(SEEK_HEAD_BYTES - seekHead.length)]) },
      { at: head.segmentSizeAt, bytes: sizeBytes(file.lengthBytes + cues.length - contentAt, 8) },
    ],
  };
}
