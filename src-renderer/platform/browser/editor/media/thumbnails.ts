import { ALL_FORMATS, BlobSource, EncodedPacketSink, Input, VideoSampleSink } from 'mediabunny';

const QUALITY = 0.8;

/** Small images of a file at its key frames, upright, as JPEG. */
export class Thumbnails {
  readonly #file: Blob;
  readonly #isImage: boolean;
  readonly #input: Input;

  constructor(file: Blob, isImage: boolean) {
    this.#file = file;
    this.#isImage = isImage;
    this.#input = new Input({ formats: ALL_FORMATS, source: new BlobSource(file) });
  }

  /** Of the key frame before a moment; empty where none can be decoded there. */
  async read(timeUs: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
    try {
      return this.#isImage ? await this.#ofImage(height) : await this.#ofVideo(timeUs / 1e6, height);
    } catch {
      return new Uint8Array();
    }
  }

  dispose(): void {
    this.#input.dispose();
  }

  async #ofImage(height: number): Promise<Uint8Array<ArrayBuffer>> {
    const image = await createImageBitmap(this.#file);
    const made = await drawn(image.width / image.height, height, (context, size) =>
      context.drawImage(image, 0, 0, size.width, size.height),
    );
    image.close();
    return made;
  }

  async #ofVideo(sec: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
    const track = await this.#input.getPrimaryVideoTrack();
    if (!track) return new Uint8Array();
    const packets = new EncodedPacketSink(track);
    const packet = (await packets.getKeyPacket(sec)) ?? (await packets.getFirstKeyPacket());
    const sample = packet && (await new VideoSampleSink(track).getSample(packet.timestamp));
    if (!sample) return new Uint8Array();
    try {
      return await drawn(sample.displayWidth / sample.displayHeight, height, (context, size) =>
        sample.draw(context, 0, 0, size.width, size.height),
      );
    } finally {
      sample.close();
    }
  }
}

async function drawn(
  shape: number,
  height: number,
  draw: (context: OffscreenCanvasRenderingContext2D, size: { width: number; height: number }) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = new OffscreenCanvas(Math.max(2, Math.round(height * shape)), height);
  const context = canvas.getContext('2d');
  if (!context) return new Uint8Array();
  draw(context, canvas);
  const image = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
  return new Uint8Array(await image.arrayBuffer());
}
