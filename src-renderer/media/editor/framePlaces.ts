import { EncodedPacketSink, VideoSample, type EncodedPacket, type InputVideoTrack } from 'mediabunny';

const READ = { verifyKeyPackets: true };
/** What needs no more than its packets in their order; HEVC hides frames, for example. */
const PLAIN_CODECS: readonly (string | null)[] = ['avc', 'vp8', 'vp9', 'av1'];

export interface FramePlaces {
  /** The frame that is shown at a moment; null where it has to be looked for in another way. */
  at: (sec: number) => Promise<VideoSample | null>;
  close: () => void;
}

/**
 * Frames of any places by one decoder that stays open: to open one takes as long as to decode several frames. Null for video
 * that needs more than that.
 */
export async function openPlaces(track: InputVideoTrack): Promise<FramePlaces | null> {
  const config = await track.getDecoderConfig();
  if (!config || !PLAIN_CODECS.includes(await track.getCodec()) || (await track.getRotation()) !== 0)
    return null;
  return new Places(new EncodedPacketSink(track), config);
}

class Places implements FramePlaces {
  readonly #packets: EncodedPacketSink;
  readonly #config: VideoDecoderConfig;
  #decoder: VideoDecoder | null = null;
  #wantedUs = -1;
  #found: VideoFrame | null = null;

  constructor(packets: EncodedPacketSink, config: VideoDecoderConfig) {
    this.#packets = packets;
    this.#config = config;
  }

  async at(sec: number): Promise<VideoSample | null> {
    const wanted = await this.#packets.getPacket(sec, READ);
    const key = wanted && (await this.#packets.getKeyPacket(sec, READ));
    if (!wanted || !key) return null;
    this.#wantedUs = wanted.microsecondTimestamp;
    try {
      await this.#decode(key, wanted);
    } catch {
      // What is wrong with it is said by whoever decodes it next.
      this.close();
    }
    const frame = this.#found;
    this.#found = null;
    return frame && new VideoSample(frame, { timestamp: wanted.timestamp });
  }

  close(): void {
    this.#found?.close();
    this.#found = null;
    if (this.#decoder && this.#decoder.state !== 'closed') this.#decoder.close();
    this.#decoder = null;
  }

  async #decode(key: EncodedPacket, wanted: EncodedPacket): Promise<void> {
    const decoder = this.#open();
    for (
      let packet: EncodedPacket | null = key;
      packet;
      packet = await this.#packets.getNextPacket(packet, READ)
    ) {
      // Alpha is a video of its own.
      if (packet.sideData.alpha) throw new Error('There is alpha in it.');
      decoder.decode(packet.toEncodedVideoChunk());
      if (packet.sequenceNumber >= wanted.sequenceNumber) break;
    }
    await decoder.flush();
  }

  #open(): VideoDecoder {
    if (this.#decoder && this.#decoder.state !== 'closed') return this.#decoder;
    const decoder = new VideoDecoder({ output: (frame) => this.#take(frame), error: () => undefined });
    decoder.configure(this.#config);
    this.#decoder = decoder;
    return decoder;
  }

  #take(frame: VideoFrame): void {
    if (frame.timestamp !== this.#wantedUs || this.#found) frame.close();
    else this.#found = frame;
  }
}
