import { expect, it } from 'vitest';
import { hear, NO_REPORT, verdictOf, type PixelReport } from './pixelTest.ts';

const reportOf = (...said: unknown[]) => said.reduce<PixelReport>(hear, NO_REPORT);
const say = (what: string, text = '') => ({ what, text });
const SCRIPT = 'https://provider.example/tag.js?id=G-1#x';

it('a request is reported once, by host and path, with what is known of it last', () => {
  const report = reportOf(
    say('started'),
    say('asked', SCRIPT),
    say('answered', SCRIPT),
    say('asked', SCRIPT),
  );
  expect(report.requests).toEqual([{ address: 'provider.example/tag.js', state: 'answered' }]);
  const blocked = reportOf(say('blocked', SCRIPT), say('failed', SCRIPT));
  expect(blocked.requests).toEqual([{ address: 'provider.example/tag.js', state: 'blocked' }]);
});

it.each([
  [[], 'notStarted'],
  [[say('started')], 'nothing'],
  [[say('started'), say('asked', SCRIPT)], 'worked'],
  [[say('started'), say('failed', SCRIPT)], 'failed'],
  [[say('started'), say('answered', SCRIPT), say('blocked', 'https://other.example/')], 'partly'],
  [[say('started'), say('error', 'x is not defined')], 'failed'],
  [[say('started'), say('answered', SCRIPT), say('error', 'late')], 'partly'],
])('%j comes to %s', (said, verdict) => {
  expect(verdictOf(reportOf(...said))).toBe(verdict);
});

it.each([null, 'asked', { what: 'asked' }, { what: 'other', text: '' }, say('asked', 'x'.repeat(3000))])(
  'what else a script says is nothing: %#',
  (said) => {
    expect(hear(NO_REPORT, said)).toBe(NO_REPORT);
  },
);

it('a script that does not stop fills no screen', () => {
  const words = Array.from({ length: 200 }, (_, index) => say('asked', `https://a.example/${index}`));
  const errors = Array.from({ length: 200 }, (_, index) => say('error', String(index)));
  const report = reportOf(...words, ...errors);
  expect([report.requests.length, report.errors.length]).toEqual([50, 50]);
});
