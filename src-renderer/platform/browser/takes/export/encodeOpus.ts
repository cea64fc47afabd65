import { failWith } from '../../../../../src-shared/contract/errorTexts.ts';
import { OPUS_RATE_HZ, opusPreSkip } from '../../../../../src-shared/domain/opus.ts';
import { copyOfBytes, opusHead } from '../../../../media/sound/opusHead.ts';

const OPUS_MOST_KBPS_A_CHANNEL = 256;
const MOST_IN_ENCODER = 64;
/** As far as any encoder looks ahead, in whole packets. */
const TAIL_FRAMES = 3 * 960;

interface OpusOptions {
  channels: 1 | 2;
  kbps: number;
}

const configOf = ({ channels, kbps }: OpusOptions): AudioEncoderConfig => ({
  codec: 'opus',
  sampleRate: OPUS_RATE_HZ,
  numberOfChannels: channels,
  bitrate: 1000 * Math.min(kbps, OPUS_MOST_KBPS_A_CHANNEL * channels),
});

/** Whether this browser encodes Opus. */
export async function canEncodeOpus(): Promise<boolean> {
  if (!('AudioEncoder' in globalThis) || !('AudioDecoder' in globalThis)) return false;
  const { supported } = await AudioEncoder.isConfigSupported(configOf({ channels: 2, kbps: 64 }));
  return supported === true;
}

/** Encodes interleaved sound by the browser's own encoder. */
export async function encodeOpus(
  blocks: AsyncIterable<Float32Array>,
  options: OpusOptions,
): Promise<{ head: Uint8Array; packets: Uint8Array[] }> {
  const packets: Uint8Array[] = [];
  let head = opusHead(options.channels, OPUS_RATE_HZ);
  let failure: Error | null = null;
  let wake: (() => void) | null = null;
  const encoder = new AudioEncoder({
    output(chunk, metadata) {
      const given = metadata?.decoderConfig?.description;
      if (given) head = copyOfBytes(given);
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      packets.push(bytes);
    },
    error(error) {
      failure = error;
      wake?.();
    },
  });
  encoder.addEventListener('dequeue', () => wake?.());
  const check = () => {
    if (failure)
      throw failWith('FILE_UNWRITABLE', 'soundNotEncoded', { values: { reason: failure.message } });
  };
  let fed = 0;
  const feed = async (data: Float32Array<ArrayBuffer>) => {
    while (!failure && encoder.encodeQueueSize > MOST_IN_ENCODER) {
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      await promise;
    }
    check();
    const numberOfFrames = data.length / options.channels;
    const timestamp = Math.round((fed / OPUS_RATE_HZ) * 1e6);
    const shape = { sampleRate: OPUS_RATE_HZ, numberOfChannels: options.channels, numberOfFrames };
    const piece = new AudioData({ ...shape, format: 'f32', timestamp, data });
    encoder.encode(piece);
    piece.close();
    fed += numberOfFrames;
  };
  try {
    encoder.configure(configOf(options));
    for await (const block of blocks) await feed(new Float32Array(block));
    // What the encoder has held back comes out before this.
    await feed(new Float32Array(TAIL_FRAMES * options.channels));
    await encoder.flush().catch(() => undefined);
    check();
  } finally {
    if (encoder.state !== 'closed') encoder.close();
  }
  if (opusPreSkip(head) > TAIL_FRAMES) throw new Error('an encoder that looks ahead too far');
  return { head, packets };
}
