import { audioHeaderBody, packetBody, videoHeaderBody } from './rtmp/index.ts';
import type { BroadcastPacket, ProgrammeFormat } from './programme.ts';

/** A stream of FLV with both (Adobe, "Video File Format Specification", version 10.1, annex E). */
const FILE_HEADER = Buffer.from('FLV\u0001\u0005\0\0\0\u0009\0\0\0\0', 'latin1');
const TAG_HEADER_BYTES = 11;
const VIDEO = 9;
const AUDIO = 8;

/** What stands before the first packet. */
export const flvHead = ({ video, audio }: ProgrammeFormat): Buffer =>
  Buffer.concat([
    FILE_HEADER,
    tag(VIDEO, 0, videoHeaderBody(video.avcConfig)),
    tag(AUDIO, 0, audioHeaderBody({ audio })),
  ]);

/** Another encoder's configuration, from this time on. */
export const flvVideoConfig = (avcConfig: Buffer, atMs: number): Buffer =>
  tag(VIDEO, atMs, videoHeaderBody(avcConfig));

export const flvPacket = (packet: BroadcastPacket): Buffer =>
  tag(packet.kind === 'video' ? VIDEO : AUDIO, packet.atMs, packetBody(packet));

function tag(type: number, atMs: number, body: Buffer): Buffer {
  const header = Buffer.alloc(TAG_HEADER_BYTES);
  const timeMs = Math.max(0, Math.round(atMs));
  header.writeUInt8(type, 0);
  header.writeUIntBE(body.length, 1, 3);
  header.writeUIntBE(timeMs % 0x100_0000, 4, 3);
  header.writeUInt8(Math.floor(timeMs / 0x100_0000) % 0x100, 7);
  const trailer = Buffer.alloc(4);
  trailer.writeUInt32BE(TAG_HEADER_BYTES + body.length);
  return Buffer.concat([header, body, trailer]);
}
