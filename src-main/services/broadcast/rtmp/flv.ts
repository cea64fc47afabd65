import { encodeAmf0, EcmaArray } from './amf0.ts';
import type { BroadcastPacket, ProgrammeFormat } from '../programme.ts';

/** Bodies of messages with video and sound (Adobe, "Video File Format Specification", version 10.1, annex E). */
const AVC = 7;
const KEY_FRAME = 1;
const INTER_FRAME = 2;
/** AAC; 44 kHz, 16 bits and stereo are written whatever it is: the configuration says what is so. */
const AAC_TAG = 0xaf;
const SEQUENCE_HEADER = 0;
const CODED = 1;

export function videoHeaderBody(avcConfig: Buffer): Buffer {
  return Buffer.concat([Buffer.of((KEY_FRAME << 4) | AVC, SEQUENCE_HEADER, 0, 0, 0), avcConfig]);
}

export function audioHeaderBody({ audio }: Pick<ProgrammeFormat, 'audio'>): Buffer {
  return Buffer.concat([Buffer.of(AAC_TAG, SEQUENCE_HEADER), audio.aacConfig]);
}

/** Video has no frames out of order: it is shown when it is decoded. */
export function packetBody({ kind, isKey, bytes }: BroadcastPacket): Buffer {
  const head =
    kind === 'audio'
      ? Buffer.of(AAC_TAG, CODED)
      : Buffer.of(((isKey ? KEY_FRAME : INTER_FRAME) << 4) | AVC, CODED, 0, 0, 0);
  return Buffer.concat([head, bytes]);
}

export function metadataBody({ video, audio }: ProgrammeFormat): Buffer {
  const fields = new EcmaArray({
    duration: 0,
    width: video.width,
    height: video.height,
    framerate: video.fps,
    videodatarate: video.bitrateKbps,
    videocodecid: AVC,
    audiodatarate: audio.bitrateKbps,
    audiosamplerate: audio.sampleRateHz,
    audiosamplesize: 16,
    stereo: audio.channels === 2,
    audiocodecid: 10,
    encoder: 'SoundDesk',
  });
  return encodeAmf0(['@setDataFrame', 'onMetaData', fields]);
}
