/**
 * Whisper's weights in whisper.cpp's format (https://github.com/ggml-org/whisper.cpp, `convert-pt-to-ggml.py`), made small for this
 * run: half floats become whole numbers of 8 bits, as its `quantize` makes them, and the encoder looks at a shorter window. Engines
 * that are built for every processor multiply half floats one by one, and 30 seconds for each phrase.
 */

/** Bytes of the file, from a place on; fewer where it ends. */
export type ReadPart = (at: number, length: number) => Uint8Array;
export type WritePart = (bytes: Uint8Array<ArrayBuffer>) => void;

/** Ticks of the encoder: of 30 seconds, as the model comes, and of what is said in one breath. */
export const WHOLE_WINDOW = 1500;
export const SHORT_WINDOW = 512;
const TICKS_A_SECOND = 50;
/** A window ends in silence, or last words get lost. */
const SILENCE_SEC = 1.5;

/** The window for so many seconds of sound. */
export const windowFor = (sec: number): number =>
  (sec + SILENCE_SEC) * TICKS_A_SECOND <= SHORT_WINDOW ? SHORT_WINDOW : WHOLE_WINDOW;

const MAGIC = 0x67676d6c;
const HEAD_INTS = 12;
/** Places in the head. */
const [AUDIO_CTX, FILE_TYPE] = [2, 11];
const [F32, F16, Q8] = [0, 1, 8];
/** What `quantize` calls a file of Q8. */
const FILE_OF_Q8 = 7;
const BLOCK = 32;
const BLOCK_BYTES = 2 + BLOCK;
const MOST_DIMENSIONS = 4;
/** Whole blocks. */
const PIECE_BYTES = 1 << 20;
const PLACES = 'encoder.positional_embedding';

/**
 * Gives `write` the small file, piece by piece. False: this is no whole file of half floats, which is to be used as it is, and what was
 * written is of no use.
 */
export function compactWhisper(read: ReadPart, window: number, write: WritePart): boolean {
  const file = openFile(read, write);
  const head = file.ints(HEAD_INTS);
  if (head[0] !== MAGIC || head[FILE_TYPE] !== F16 || (head[AUDIO_CTX] ?? 0) < window) return false;
  head[AUDIO_CTX] = window;
  head[FILE_TYPE] = FILE_OF_Q8;
  writeInts(write, head);
  const from = file.at();
  const to = passWords(file);
  file.move(from);
  file.copy(to - from);
  while (!file.isAtEnd()) {
    const [dimensions = 0, nameBytes = 0, type = -1] = file.ints(3);
    const isKnown = dimensions > 0 && dimensions <= MOST_DIMENSIONS;
    if (!isKnown || (type !== F32 && type !== F16)) return false;
    const sizes = file.ints(dimensions);
    const name = file.bytes(nameBytes);
    const [row = 0] = sizes;
    const bytes = sizes.reduce((product, size) => product * size, 1) * (type === F32 ? 4 : 2);
    const isPlaces = new TextDecoder().decode(name) === PLACES;
    const isPacked = type === F16 && dimensions === 2;
    if (isPacked && row % BLOCK !== 0) return false;
    writeInts(write, Int32Array.of(dimensions, nameBytes, isPacked ? Q8 : type));
    writeInts(write, isPlaces ? Int32Array.of(row, window) : sizes);
    write(name);
    const used = isPlaces ? 4 * row * window : bytes;
    file.copy(used, isPacked ? toQ8 : undefined);
    file.move(file.at() + bytes - used);
  }
  return !file.isShort();
}

/** Where the filters and words end. */
function passWords(file: ReturnType<typeof openFile>): number {
  const [mels = 0, bins = 0] = file.ints(2);
  file.move(file.at() + 4 * mels * bins);
  const [words = 0] = file.ints(1);
  for (let word = 0; word < words && !file.isShort(); word += 1) {
    const [length = 0] = file.ints(1);
    file.move(file.at() + length);
  }
  return file.at();
}

/** Reads on from the beginning. */
function openFile(read: ReadPart, write: WritePart) {
  let at = 0;
  let isShort = false;
  function bytes(length: number): Uint8Array<ArrayBuffer> {
    const found = new Uint8Array(read(at, Math.max(0, length)));
    isShort ||= found.length !== length;
    at += found.length;
    return found;
  }
  return {
    bytes,
    ints(count: number): Int32Array<ArrayBuffer> {
      const whole = new Uint8Array(4 * count);
      whole.set(bytes(4 * count));
      return new Int32Array(whole.buffer);
    },
    /** Little at a time: a model may be larger than the memory. */
    copy(length: number, change = (piece: Uint8Array<ArrayBuffer>) => piece): void {
      for (let left = length; left > 0 && !isShort; left -= PIECE_BYTES)
        write(change(bytes(Math.min(left, PIECE_BYTES))));
    },
    at: () => at,
    move: (to: number) => void (at = to),
    /** Less was there than was asked for. */
    isShort: () => isShort,
    isAtEnd: () => isShort || read(at, 1).length === 0,
  };
}

const writeInts = (write: WritePart, values: Int32Array<ArrayBuffer>): void =>
  write(new Uint8Array(values.buffer));

/** Blocks of 32 half floats as one factor and 32 whole numbers. */
function toQ8(piece: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const halves = new Uint16Array(piece.buffer, 0, piece.length >> 1);
  const blocks = Math.floor(halves.length / BLOCK);
  const packed = new Uint8Array(BLOCK_BYTES * blocks);
  const view = new DataView(packed.buffer);
  for (let block = 0; block < blocks; block += 1) {
    const from = BLOCK * block;
    // Without its sign a half float is the larger, the larger its bits are.
    let largest = 0;
    for (let at = from; at < from + BLOCK; at += 1) largest = Math.max(largest, (halves[at] ?? 0) & 0x7fff);
    const factor = (FLOATS[largest] ?? 0) / 127;
    const to = BLOCK_BYTES * block;
    view.setUint16(to, halfOf(factor), true);
    const scale = factor === 0 ? 0 : 1 / factor;
    for (let at = 0; at < BLOCK; at += 1)
      packed[to + 2 + at] = Math.round((FLOATS[halves[from + at] ?? 0] ?? 0) * scale);
  }
  return packed;
}

/** Each half float's value. */
const FLOATS = Float32Array.from({ length: 0x10000 }, (_, half) => {
  const [exponent, fraction] = [(half >> 10) & 0x1f, half & 0x3ff];
  const size = exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15);
  return half & 0x8000 ? -size : size;
});

/** The nearest half float of what is not negative, and not too large for one. */
function halfOf(value: number): number {
  const [bits = 0] = new Uint32Array(Float32Array.of(value).buffer);
  const exponent = (bits >> 23) - 112;
  return exponent <= 0 ? Math.round(value * 2 ** 24) : (bits - (112 << 23) + 0x1000) >> 13;
}
