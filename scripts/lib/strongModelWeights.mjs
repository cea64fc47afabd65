// Reads GTCRN (ICASSP 2024, doi 10.1109/ICASSP48485.2024.10448310) out of its WebAssembly module, as one C++ object for our
// own kernel (native/denoise/gtcrn_weights.hpp). Nothing of it is kept in the repository: it is written at build time.
//
// The module has the network's arrays at fixed addresses, those of one version, and its shortest arrays as constants in
// its code, in the order in which they are used. Normalisations are made a part of what they follow, and transposed
// convolutions are turned round, so that a sum reads its weights in the order in which they lie.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './steps.mjs';

const MODULE = path.join(ROOT, 'node_modules/@sapphi-red/web-noise-suppressor/dist/gtcrn.wasm');
/** SHA-256 of the module of version 0.4.1, to which the addresses belong. */
const EXPECTED_HASH = '01a5286ddaa1ce6d0dd5510bd9241f3bf0cc727a05d5767ae6881d85d9983719';
const WAT_BYTES = 16 * 1024 * 1024;

/** Of the network: channels, and half of them; the bins of its grid; what one of its sums of a grid is divided by. */
const CHANNELS = 16;
const HALF = 8;
const GRID = 33;
const GATES = 3;
/** Bins of a spectrum above the 65 that stay as they are, and the bands that they become. */
const HIGH_BINS = 192;
const HIGH_BANDS = 64;
const FFT = 512;
const FILTER_TAPS = 63;

/** Where the parts of a block lie; of the decoder's first one the recurrent part of its gate is elsewhere. */
const DECODER_BLOCKS = [116_736, 122_528, 131_584];
const FIRST_DECODER_GATE = { state: 37_088, stateBias: 40_160 };
const DUAL_PATHS = [
  { within: 193_360, rest: 89_504, state: 35_360 },
  { within: 196_048, rest: 103_584, state: 101_856 },
];

/** The text of `gtcrn_weights.inc`, in the order of `Weights`. Throws an `Error` when the module is another one. */
export async function readStrongModelWeights() {
  const bytes = await readFile(MODULE);
  if (createHash('sha256').update(bytes).digest('hex') !== EXPECTED_HASH)
    throw new Error('The module of GTCRN is another one than expected. Run: npm ci');
  const model = new Model(await readMemory(bytes), await readConstants());
  const bands = [
    bandsOf(model.at(40_352, HIGH_BINS * HIGH_BANDS), HIGH_BANDS, 1),
    bandsOf(model.at(144_208, HIGH_BINS * HIGH_BANDS), 1, HIGH_BINS),
  ];
  const values = [
    transforms(),
    encoderStart(model),
    [10_496, 18_784, 27_072].map((address) => encoderBlock(model, address)),
    DUAL_PATHS.map((addresses) => dualPath(model, addresses)),
    DECODER_BLOCKS.map((address, index) => decoderBlock(model, address, index === 0)),
    decoderEnd(model),
    bands,
  ].flat(Infinity);
  model.finish();
  return `${values.map(floatText).join(',\n')}\n`;
}

/** The arrays of the module, and the constants of its code one after the other. */
class Model {
  #memory;
  #constants;

  constructor(memory, constants) {
    this.#memory = memory;
    this.#constants = constants;
  }

  at(address, count) {
    return [...new Float32Array(this.#memory, address, count)];
  }

  next(count = 1) {
    const taken = this.#constants.splice(0, count);
    if (taken.length < count) throw new Error('GTCRN has fewer constants in its code than expected.');
    return taken;
  }

  /** Eight constants: the upper half comes first. */
  nextEight() {
    const upper = this.next(4);
    return [...this.next(4), ...upper];
  }

  finish() {
    if (this.#constants.length > 0) throw new Error('GTCRN has more constants in its code than expected.');
  }
}

async function readMemory(bytes) {
  const { instance } = await WebAssembly.instantiate(bytes, { a: { a() {}, b: () => 0 } });
  return instance.exports.c.buffer;
}

/** All numbers in the code of the network but those that are none of its weights. */
async function readConstants() {
  const wasm2wat = path.join(ROOT, 'node_modules/wabt/bin/wasm2wat');
  const options = { maxBuffer: WAT_BYTES };
  const { stdout } = await promisify(execFile)(process.execPath, [wasm2wat, MODULE], options);
  const [, network] = /\(func \(;26;\)([^]*?)\(func \(;27;\)/.exec(stdout) ?? [];
  if (!network) throw new Error('GTCRN has no network where it is expected.');
  const usual = new Set([0, 1, GRID, GRID * CHANNELS, 1e-12, 1e-8].map(Math.fround));
  const found = network.matchAll(/f32\.const (\S+)|v128\.const i32x4((?: 0x[0-9a-f]{8}){4})/g);
  return [...found]
    .flatMap(([, number, vector]) => (vector ? floatsOf(vector) : hexadecimal(number)))
    .filter((value) => !usual.has(value));
}

function floatsOf(vector) {
  return [...new Float32Array(Uint32Array.from(vector.trim().split(' '), Number).buffer)];
}

/** As C writes a number exactly: -0x1.8p-3. */
function hexadecimal(text) {
  const [, sign, whole, fraction = '', exponent] =
    /^(-?)0x([0-9a-f]+)\.?([0-9a-f]*)p([+-]\d+)$/.exec(text) ?? [];
  if (exponent === undefined) throw new Error(`GTCRN has a constant of another form: ${text}`);
  const size = Number.parseInt(whole + fraction, 16) * 2 ** (Number(exponent) - 4 * fraction.length);
  return sign ? -size : size;
}

function floatText(value) {
  if (!Number.isFinite(value)) throw new Error('A weight of GTCRN is no number.');
  const text = String(Math.fround(value));
  return `${/[.e]/.test(text) ? text : `${text}.0`}F`;
}

const range = (count, value) => Array.from({ length: count }, (_, index) => value(index));

/** Window, turns of the transform (exp(-2πik / 512): real parts, imaginary parts), and the filters to 16 kHz and back. */
function transforms() {
  const hann = (size) => (index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / size);
  const rounded = hann(FILTER_TAPS - 1);
  const sinc = (x) => (Math.abs(x) < 1e-6 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));
  const filter = (offset, step) => {
    const taps = range(FILTER_TAPS, (tap) => sinc(offset + step * tap) * rounded(tap));
    const sum = taps.reduce((all, tap) => all + tap, 0);
    return [...taps.map((tap) => tap / sum), 0];
  };
  const middle = (FILTER_TAPS - 1) / 2;
  const angle = (index) => (2 * Math.PI * index) / FFT;
  return [
    range(FFT, (index) => Math.sqrt(hann(FFT)(index))),
    range(FFT, (index) => Math.cos(angle(index))),
    range(FFT, (index) => -Math.sin(angle(index))),
    filter(-middle / 3, 1 / 3),
    range(3, (phase) => filter(phase / 3 - middle, 1)),
  ];
}

/** The bands of each bin above the 65th, of which there are two that follow each other: their shares, and the first of them. */
function bandsOf(matrix, binStep, bandStep) {
  const shares = [];
  const first = [];
  for (let bin = 0; bin < HIGH_BINS; bin += 1) {
    const row = range(HIGH_BANDS, (band) => matrix[bin * binStep + band * bandStep]);
    const from = Math.min(
      row.findIndex((value) => value !== 0),
      HIGH_BANDS - 2,
    );
    if (from < 0 || row.some((value, band) => value !== 0 && band !== from && band !== from + 1))
      throw new Error('A bin of GTCRN belongs to other bands than expected.');
    shares.push(row[from], row[from + 1]);
    first.push(from);
  }
  return [shares, first];
}

/**
 * Two convolutions over five bins each, to every second one. The first hears three neighbours of each bin, so that seven
 * bins of each of its three inputs count; at the edges some of its own five are missing.
 */
function encoderStart(model) {
  const first = model.at(4128, 720);
  const weight = (out, input, neighbour, tap) => first[out * 45 + (3 * input + neighbour) * 5 + tap];
  const merged = (hasTap) =>
    range(7, (offset) =>
      range(3, (input) =>
        range(CHANNELS, (out) =>
          range(3, (neighbour) => [neighbour, offset - neighbour])
            .filter(([, tap]) => tap >= 0 && tap < 5 && hasTap(tap))
            .reduce((sum, [neighbour, tap]) => sum + weight(out, input, neighbour, tap), 0),
        ),
      ),
    );
  const second = model.at(7072, 640);
  return [
    [merged((tap) => tap >= 2), merged(() => true), merged((tap) => tap <= 2)],
    model.at(7008, CHANNELS),
    model.next(),
    range(2, (group) =>
      range(5, (tap) =>
        range(HALF, (input) => range(HALF, (out) => second[(group * HALF + out) * 40 + input * 5 + tap])),
      ),
    ),
    model.at(9632, CHANNELS),
    model.next(),
  ];
}

function encoderBlock(model, address) {
  const into = model.at(address, 384);
  const depth = model.at(address + 1600, 144);
  const out = model.at(address + 2240, 128);
  return [
    byNeighbour((output, input) => into[output * 24 + input]),
    model.at(address + 1536, CHANNELS),
    model.next(),
    range(9, (place) => range(CHANNELS, (channel) => depth[channel * 9 + place])),
    model.at(address + 2176, CHANNELS),
    model.next(),
    range(CHANNELS, (input) => range(HALF, (output) => out[output * CHANNELS + input])),
    model.at(address + 2752, HALF),
    gate(model, address + 2784, {}),
  ];
}

/** What was transposed, with its normalisation made a part of it. */
function decoderBlock(model, address, isFirst) {
  const slopeInto = model.next();
  const depthBias = model.next(CHANNELS);
  const slopeDepth = model.next();
  const into = normalised(model, address + 1600, CHANNELS);
  const intoWeights = model.at(address, 384);
  const depth = normalised(model, address + 2624, CHANNELS);
  const out = normalised(model, address + 3424, HALF);
  const outWeights = model.at(address + 2880, 128);
  const tap = (channel, place) => model.at(address + 1856 + 48 * channel, 9)[8 - place];
  return [
    byNeighbour((output, input) => into.scale[output] * intoWeights[input * CHANNELS + output]),
    into.shift(model.at(address + 1536, CHANNELS)),
    slopeInto,
    range(9, (place) => range(CHANNELS, (channel) => depth.scale[channel] * tap(channel, place))),
    depth.shift(depthBias),
    slopeDepth,
    range(CHANNELS, (input) =>
      range(HALF, (output) => out.scale[output] * outWeights[input * HALF + output]),
    ),
    out.shift(model.at(address + 3392, HALF)),
    gate(model, address + 3552, isFirst ? FIRST_DECODER_GATE : {}),
  ];
}

/** `[neighbour][input][output]` of a convolution of one bin whose inputs are three neighbours of each of eight channels. */
function byNeighbour(weight) {
  return range(3, (neighbour) =>
    range(HALF, (input) => range(CHANNELS, (output) => weight(output, 3 * input + neighbour))),
  );
}

/** A normalisation by what was measured in training: (x - mean) / deviation × gain + offset. */
function normalised(model, address, count) {
  const [gain, offset, mean, deviation] = range(4, (part) => model.at(address + 4 * count * part, count));
  const scale = gain.map((value, index) => value / deviation[index]);
  return {
    scale,
    shift: (bias) => bias.map((value, index) => (value - mean[index]) * scale[index] + offset[index]),
  };
}

/** How much of each channel stays: a recurrent layer over its powers, and a dense one. */
function gate(model, address, { state, stateBias }) {
  const isApart = state !== undefined;
  return [
    model.at(address, HALF * GATES * CHANNELS),
    model.at(address + 1536, GATES * CHANNELS),
    model.at(state ?? address + 1728, CHANNELS * GATES * CHANNELS),
    model.at(stateBias ?? address + 4800, GATES * CHANNELS),
    model.at(address + (isApart ? 1728 : 4992), CHANNELS * HALF),
    model.nextEight(),
  ];
}

/** Over the bins in both directions, and then over time. */
function dualPath(model, { within, rest, state }) {
  const sequence = (index) => within + 672 * index;
  const inputs = range(4, (index) => model.at(sequence(index), 96));
  const states = range(4, (index) => model.at(sequence(index) + 384, 48));
  const biases = range(4, (index) => model.at(sequence(index) + 576, 24));
  const lanes = (value) =>
    range(GATES, (kind) => range(CHANNELS, (lane) => value(lane >> 2, 4 * kind + (lane & 3))));
  const pair = (first) => [model.at(first, 192), model.at(first + 864, 192)];
  const pairOfBiases = (first) => [model.at(first + 768, 24), model.at(first + 1632, 24)];
  const dense = (address) => [
    model.at(address, 256),
    model.at(address + 1024, CHANNELS),
    model.at(address + 1088, 528),
    model.at(address + 3200, 528),
  ];
  return [
    // `[group][input][direction × gate × output]`: the sequences are group 0 forwards and backwards, then group 1.
    range(2, (group) =>
      range(HALF, (input) =>
        range(2, (direction) => range(12, (output) => inputs[2 * group + direction][output * HALF + input])),
      ),
    ),
    range(2, (group) => range(2, (direction) => biases[2 * group + direction].slice(0, 12))),
    range(4, (input) => lanes((index, output) => states[index][output * 4 + input])),
    lanes((index, output) => biases[index][12 + output]),
    dense(rest),
    pair(rest + 5312),
    pairOfBiases(rest + 5312),
    pair(state),
    pairOfBiases(state),
    dense(rest + 7040),
  ];
}

/** Those that bins of even numbers hear, and those of odd ones, from the lowest neighbour on. */
const UP_TAPS = [4, 2, 0, 3, 1];

/** Two transposed convolutions, each to twice as many bins, with their normalisations made a part of them. */
function decoderEnd(model) {
  const first = normalised(model, 143_264, CHANNELS);
  const groups = [model.at(140_640, 320), model.at(141_952, 320)];
  const second = normalised(model, 144_168, 2);
  const last = model.at(143_520, 160);
  return [
    range(2, (group) =>
      UP_TAPS.map((tap) =>
        range(HALF, (input) =>
          range(HALF, (out) => first.scale[group * HALF + out] * groups[group][input * 40 + out * 5 + tap]),
        ),
      ),
    ),
    first.shift([...model.at(141_920, HALF), ...model.at(143_232, HALF)]),
    model.next(),
    range(2, (out) =>
      UP_TAPS.map((tap) => range(CHANNELS, (input) => second.scale[out] * last[input * 10 + out * 5 + tap])),
    ),
    second.shift(model.at(144_160, 2)),
  ];
}
