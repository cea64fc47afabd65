import { expect, it } from 'vitest';
import { createClip } from '../../../src-shared/domain/edit/create.ts';
import { lengthAt, percentOf, readSpeed } from './speed.ts';

it.each([
  ['50', { num: 1, den: 2 }],
  ['100 %', { num: 1, den: 1 }],
  ['33,3', { num: 333, den: 1000 }],
  ['12.5%', { num: 1, den: 8 }],
  ['2/3', { num: 2, den: 3 }],
  [' 4 / 2 ', { num: 2, den: 1 }],
  ['10000', { num: 100, den: 1 }],
  ['0', null],
  ['1/0', null],
  ['0.5', null],
  ['20000', null],
  ['-50', null],
  ['1e3', null],
  ['fast', null],
  ['', null],
])('reads %j as %j', (text, speed) => {
  expect(readSpeed(text)).toEqual(speed);
});

it.each([
  [{ num: 1, den: 2 }, '50'],
  [{ num: 2, den: 3 }, '2/3'],
  [{ num: 333, den: 1000 }, '33.3'],
])('writes %j as %s, which reads as the same', (speed, text) => {
  expect(percentOf(speed)).toBe(text);
  expect(readSpeed(text)).toEqual(speed);
});

it('says how long a clip will be', () => {
  const clip = createClip({ id: 'a', name: 'a', startFrame: 0, lengthFrames: 90, speed: { num: 2, den: 1 } });
  expect(lengthAt(clip, { num: 1, den: 1 })).toBe(180);
  expect(lengthAt({ ...clip, lengthFrames: 1 }, { num: 100, den: 1 })).toBe(1);
});
