import { describe, expect, it } from 'vitest';
import { isKnownNote, sayInEnglish, sayNote, type Note } from './certificateNotes.ts';

const GAPS: Note = {
  code: 'gaps',
  values: { name: 'Voice', missingSec: 0.5, count: 2 },
  causes: ['device', 'late'],
};

describe('a sentence of a certificate', () => {
  it('is said in English with its figures, its number and its causes', () => {
    expect(sayInEnglish(GAPS)).toBe(
      'Voice has 0.500 s of silence in 2 gaps: its device delivered nothing; nothing arrived.',
    );
    const one = { ...GAPS, values: { ...GAPS.values, count: 1 } };
    expect(sayInEnglish(one)).toContain('in 1 gap:');
    expect(sayInEnglish({ code: 'drift', values: { name: 'Voice', driftPpm: -812.4 } })).toContain(
      '−812 ppm',
    );
  });

  it('is said by anyone who speaks another language', () => {
    const said = sayNote(GAPS, {
      text: (code, values) =>
        `${code}: ${values.name}, ${values.missingSec}, ${values.count}, ${values.causes}`,
      figure: (value, decimals) => value.toFixed(decimals).replace('.', ','),
      cause: (reason) => `Ursache ${reason}`,
      where: (reason) => `wo ${reason}`,
    });
    expect(said).toBe('gaps: Voice, 0,500, 2, Ursache device; Ursache late');
  });

  it('of a later version is known to be none of this one', () => {
    expect(isKnownNote(GAPS)).toBe(true);
    expect(isKnownNote({ code: 'sumComplete', values: {} })).toBe(true);
    expect(isKnownNote({ code: 'ofTomorrow', values: {} })).toBe(false);
  });
});
