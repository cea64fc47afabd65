import type { Lut } from '../domain/edit/document.ts';

/** What is wrong with a .cube file; `line` is where, from 1; 0: not of one line. */
export class CubeError extends Error {
  readonly code: 'NOT_CUBE' | 'BAD_SIZE' | 'BAD_DOMAIN' | 'BAD_LINE' | 'TOO_FEW' | 'TOO_MANY' | 'TOO_LARGE';
  readonly line: number;
  constructor(code: CubeError['code'], line: number, message: string) {
    super(line > 0 ? `Line ${line}: ${message}` : message);
    this.code = code;
    this.line = line;
  }
}

type Triple = [red: number, green: number, blue: number];

interface Cube {
  title: string;
  isCurve: boolean;
  size: number;
  low: Triple;
  high: Triple;
  /** Three values a point, red fastest. */
  points: Float64Array;
}

/** Larger ones are resampled; beyond `LARGEST_SIZE` a file is refused. */
const KEPT_SIZE = 65;
/** Of a curve a channel, which is no table. */
const CURVE_SIZE = 33;
const LARGEST_SIZE = 129;
const LARGEST_CURVE = 65_536;
const LARGEST_TEXT = 100_000_000;
const FULL = 65_535;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * Reads a .cube file (Adobe's specification 1.0): a table or a curve a channel, of any domain. The LUT that comes out has
 * the domain 0 to 1; colours beyond black and white are clamped. Throws a `CubeError`.
 */
export function readCube(text: string): Pick<Lut, 'size' | 'values'> & { title: string } {
  if (text.length > LARGEST_TEXT) throw new CubeError('TOO_LARGE', 0, 'This file is too large for a LUT.');
  const cube = parse(text);
  const isUsualDomain = cube.low.every((x) => x === 0) && cube.high.every((x) => x === 1);
  const isKept = !cube.isCurve && isUsualDomain && cube.size <= KEPT_SIZE;
  const size = isKept ? cube.size : cube.isCurve ? CURVE_SIZE : Math.min(cube.size, KEPT_SIZE);
  const points = isKept ? cube.points : resample(cube, size);
  return { title: cube.title, size, values: encode(points) };
}

function parse(text: string): Cube {
  const cube: Cube = {
    title: '',
    isCurve: false,
    size: 0,
    low: [0, 0, 0],
    high: [1, 1, 1],
    points: new Float64Array(),
  };
  let filled = 0;
  let number = 0;
  for (const raw of text.split(/\r\n?|\n/)) {
    number += 1;
    const line = number === 1 ? raw.replace(/^\uFEFF/, '').trim() : raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    if (/^[A-Z]/.test(line)) {
      if (filled > 0) throw new CubeError('BAD_LINE', number, 'A setting stands behind the first color.');
      readSetting(cube, line, number);
      continue;
    }
    if (cube.size === 0) throw new CubeError('NOT_CUBE', number, 'This is not a .cube file: it has no size.');
    if (filled === cube.points.length) {
      throw new CubeError(
        'TOO_MANY',
        number,
        `There are more colors than the ${cube.points.length / 3} of its size.`,
      );
    }
    cube.points.set(readNumbers(line.split(/\s+/), number), filled);
    filled += 3;
  }
  if (cube.size === 0) throw new CubeError('NOT_CUBE', 0, 'This is not a .cube file: it has no size.');
  if (filled < cube.points.length) {
    const wanted = cube.points.length / 3;
    throw new CubeError('TOO_FEW', 0, `The file ends early: ${filled / 3} of ${wanted} colors are there.`);
  }
  return cube;
}

function readSetting(cube: Cube, line: string, number: number): void {
  const [name = '', ...words] = line.split(/\s+/);
  switch (name) {
    case 'TITLE':
      cube.title = line
        .slice(5)
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .slice(0, 200);
      return;
    case 'LUT_3D_SIZE':
    case 'LUT_1D_SIZE':
      return readSize(cube, name === 'LUT_1D_SIZE', words, number);
    case 'DOMAIN_MIN':
    case 'DOMAIN_MAX':
      cube[name === 'DOMAIN_MIN' ? 'low' : 'high'] = readNumbers(words, number);
      return checkDomain(cube, number);
    case 'LUT_3D_INPUT_RANGE':
    case 'LUT_1D_INPUT_RANGE': {
      const [low, high] = readNumbers([...words, '0'], number);
      cube.low = [low, low, low];
      cube.high = [high, high, high];
      return checkDomain(cube, number);
    }
    default:
      throw new CubeError('BAD_LINE', number, `"${name.slice(0, 40)}" is not a setting of a .cube file.`);
  }
}

function readSize(cube: Cube, isCurve: boolean, words: string[], number: number): void {
  const size = Number(words[0]);
  const largest = isCurve ? LARGEST_CURVE : LARGEST_SIZE;
  if (cube.size > 0 || words.length !== 1 || !/^\d{1,9}$/.test(words[0] ?? '') || size < 2) {
    throw new CubeError('BAD_SIZE', number, 'The size is not a whole number from 2 on, given once.');
  }
  if (size > largest)
    throw new CubeError('TOO_LARGE', number, `The size is ${size}; SoundDesk reads up to ${largest}.`);
  cube.isCurve = isCurve;
  cube.size = size;
  cube.points = new Float64Array((isCurve ? size : size ** 3) * 3);
}

function readNumbers(words: readonly string[], line: number): Triple {
  const numbers = words.map((word) => (NUMBER.test(word) ? Number(word) : Number.NaN));
  if (numbers.length !== 3 || !numbers.every(Number.isFinite)) {
    throw new CubeError('BAD_LINE', line, 'Three numbers were expected.');
  }
  return numbers as Triple;
}

function checkDomain({ low, high }: Cube, line: number): void {
  // While only one of both was read, the other is the usual one.
  if (low.some((start, channel) => !((high[channel] as number) > start))) {
    throw new CubeError('BAD_DOMAIN', line, 'The domain ends where it begins, or before.');
  }
}

/** The LUT at even places from 0 to 1, between its points in straight lines. */
function resample(cube: Cube, size: number): Float64Array {
  const points = new Float64Array(size ** 3 * 3);
  let at = 0;
  for (let blue = 0; blue < size; blue += 1) {
    for (let green = 0; green < size; green += 1) {
      for (let red = 0; red < size; red += 1) {
        const places = [red, green, blue].map((step, channel) => placeOf(cube, channel, step / (size - 1)));
        points.set(cube.isCurve ? onCurves(cube, places) : inTable(cube, places), at);
        at += 3;
      }
    }
  }
  return points;
}

interface Place {
  index: number;
  part: number;
}

function placeOf({ low, high, size }: Cube, channel: number, x: number): Place {
  const [start, end] = [low[channel] as number, high[channel] as number];
  const place = Math.min(1, Math.max(0, (x - start) / (end - start))) * (size - 1);
  const index = Math.min(Math.floor(place), size - 2);
  return { index, part: place - index };
}

const onCurves = ({ points }: Cube, places: readonly Place[]): number[] =>
  places.map(({ index, part }, channel) => {
    const from = points[index * 3 + channel] as number;
    return from + ((points[index * 3 + 3 + channel] as number) - from) * part;
  });

function inTable({ points, size }: Cube, places: readonly Place[]): Triple {
  const sums: Triple = [0, 0, 0];
  for (let corner = 0; corner < 8; corner += 1) {
    let weight = 1;
    let index = 0;
    for (let channel = 2; channel >= 0; channel -= 1) {
      const { index: low, part } = places[channel] as Place;
      const up = (corner >> channel) & 1;
      weight *= up === 1 ? part : 1 - part;
      index = index * size + low + up;
    }
    for (let channel = 0; channel < 3; channel += 1) {
      sums[channel] = (sums[channel] as number) + weight * (points[index * 3 + channel] as number);
    }
  }
  return sums;
}

/** base64 of 16 bits a value, little endian. */
function encode(points: Float64Array): string {
  const parts: string[] = [];
  const PART = 6000;
  for (let start = 0; start < points.length; start += PART) {
    const bytes: number[] = [];
    for (const point of points.subarray(start, start + PART)) {
      const word = Math.round(Math.min(1, Math.max(0, point)) * FULL);
      bytes.push(word & 255, word >> 8);
    }
    parts.push(String.fromCharCode(...bytes));
  }
  return btoa(parts.join(''));
}
