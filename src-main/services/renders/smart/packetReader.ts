import {
  ALL_FORMATS,
  EncodedPacketSink,
  FilePathSource,
  Input,
  type EncodedPacket,
  type InputVideoTrack,
} from 'mediabunny';
import { RpcError } from '../../../../src-shared/contract/errors.ts';

/** Packets of a file by their number; quick where numbers rise. */
export class PacketReader {
  readonly #path: string;
  readonly #input: Input;
  readonly #track: InputVideoTrack;
  #run: AsyncGenerator<EncodedPacket, void, unknown> | null = null;
  #next = 0;

  private constructor(path: string, input: Input, track: InputVideoTrack) {
    this.#path = path;
    this.#input = input;
    this.#track = track;
  }

  static async open(path: string): Promise<PacketReader> {
    const input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(path) });
    const track = await input.getPrimaryVideoTrack();
    if (track) return new PacketReader(path, input, track);
    input.dispose();
    throw new RpcError('FILE_UNREADABLE', `${path} has no video.`);
  }

  async read(from: number, count: number): Promise<EncodedPacket[]> {
    if (!this.#run || from < this.#next) {
      await this.#run?.return();
      this.#run = new EncodedPacketSink(this.#track).packets();
      this.#next = 0;
    }
    const packets: EncodedPacket[] = [];
    while (this.#next < from + count) {
      const { value } = await this.#run.next();
      if (!value)
        throw new RpcError('FILE_UNREADABLE', `${this.#path} has ${packets.length} of ${count} frames.`);
      if (this.#next >= from) packets.push(value);
      this.#next += 1;
    }
    return packets;
  }

  async close(): Promise<void> {
    await this.#run?.return();
    this.#input.dispose();
  }
}
