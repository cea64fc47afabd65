import { describe, expect, it } from 'vitest';
import { knownSpeakers, layPiece, partOf, pieceSec, toPieces, voicesIn } from './piece.ts';

const span = (startSec: number, endSec: number) => ({ startSec, endSec });

describe('pieces of a track with several people', () => {
  it('hold spans up to their length, gaps counted, and a longer span alone', () => {
    const spans = [span(0, 4), span(5, 9), span(20, 25), span(30, 50)];
    expect(toPieces(spans, 9)).toEqual([[spans[0], spans[1]], [spans[2]], [spans[3]]]);
    expect(pieceSec([span(0, 4), span(5, 9)])).toBeCloseTo(8.3, 9);
    expect(toPieces([], 9)).toEqual([]);
  });

  it('lie one after the other, and a word is in the one that holds its middle', () => {
    const parts = [new Float32Array(100).fill(0.1), new Float32Array(50).fill(0.2)];
    const { samples, laid } = layPiece(
      parts.map((part) => ({ samples: part })),
      100,
    );
    expect(samples.length).toBe(180);
    expect([samples[0], samples[110], samples[140]].map((sample) => sample?.toFixed(1))).toEqual([
      '0.1',
      '0.0',
      '0.2',
    ]);
    const word = (startSec: number, endSec: number) =>
      partOf(laid, { startSec, endSec, text: '', speaker: '' });
    expect([word(0.2, 0.4), word(0.95, 1.1), word(1.1, 1.4), word(1.7, 9)]).toEqual([0, 0, 1, 1]);
  });

  it('have whom was heard before by what the engine calls their bit; a name is one person’s', () => {
    const names = knownSpeakers([
      { speaker: 'B', known: '1', sec: 2 },
      { speaker: 'A', known: '1', sec: 0.4 },
      { speaker: 'A', known: '2', sec: 1 },
      { speaker: 'A', known: '2', sec: 1 },
      // The engine has taken two for one.
      { speaker: 'B', known: '3', sec: 1.5 },
    ]);
    expect([...names]).toEqual([
      ['B', '1'],
      ['A', '2'],
    ]);
  });

  it('take of each person where they speak longest alone, and nobody who says a word', () => {
    const said = (speaker: string, startSec: number, endSec: number) => ({ speaker, startSec, endSec });
    const voices = voicesIn([
      said('a', 0, 1),
      said('b', 1, 2),
      said('a', 3, 5),
      said('a', 5.2, 9),
      said('c', 9, 9.5),
    ]);
    expect([...voices]).toEqual([
      ['a', span(3, 6)],
      ['b', span(1, 2)],
    ]);
  });
});
