import { expect, it } from 'vitest';
import {
  CLIP_EFFECT_KINDS,
  COLOUR_KEYS,
  COLOUR_FIELDS,
  DEFAULT_COLOUR,
  DEFAULT_GREEN_SCREEN,
  defaultEffectValues,
  effectSchema,
  GREEN_SCREEN_FIELDS,
} from './effects.ts';

it('begins effects with the parameters of the document', () => {
  expect(Object.fromEntries(CLIP_EFFECT_KINDS.map((kind) => [kind, defaultEffectValues(kind)]))).toEqual({
    blur: { amount: 5 },
    sharpen: { amount: 50, radius: 1 },
    glow: { intensity: 30, radius: 10 },
    vignette: { amount: 50, size: 80 },
    filmGrain: { amount: 25, size: 1 },
    chromaticAberration: { amount: 2 },
  });
});

it('begins green screen and colours as the document has them', () => {
  expect(DEFAULT_GREEN_SCREEN).toEqual({
    isOn: false,
    keyColour: '#00ff00',
    tolerance: 20,
    softness: 10,
    spillSuppression: 50,
    edgeFeather: 5,
  });
  for (const { min, max } of Object.values(GREEN_SCREEN_FIELDS)) expect([min, max]).toEqual([0, 100]);
  expect(COLOUR_KEYS).toEqual([
    ...['exposure', 'contrast', 'highlights', 'shadows', 'whites'],
    ...['blacks', 'saturation', 'vibrance', 'temperature', 'tint'],
  ]);
  for (const { min, max } of Object.values(COLOUR_FIELDS)) expect([min, max]).toEqual([-100, 100]);
  expect(Object.values(DEFAULT_COLOUR).every((value) => value === 0)).toBe(true);
});

it.each([
  ['a value too many', { amount: 5, more: 1 }],
  ['one too few', {}],
  ['one out of range', { amount: 101 }],
  ['one of the prototype', { toString: 1 }],
])('takes no effect with %s', (_, values) => {
  expect(effectSchema.safeParse({ id: 'a', kind: 'blur', isOn: true, values }).success).toBe(false);
});
