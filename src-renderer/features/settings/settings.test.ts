import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../src-shared/contract/settings.ts';
import { conflictsOf, formOf, patchOf, type Draft } from './form.ts';
import { differencesOf, readSettingsFile, settingsDocument } from './settingsFile.ts';

const settings = DEFAULT_SETTINGS;

describe('a draft of settings', () => {
  it('asks for nothing else than what was changed', () => {
    const draft: Draft = { theme: { base: 'dark', value: 'light' } };
    expect(patchOf(draft, settings)).toEqual({ theme: 'light' });
  });

  it('changes its part of the sound, over what the sound is by then', () => {
    const draft: Draft = {
      inputGain: { base: 75, value: 120 },
      noiseSuppression: { base: true, value: false },
    };
    const changed = { ...settings, chain: { ...settings.chain, outputVolume: 33 } };
    expect(patchOf(draft, changed)).toEqual({
      chain: {
        ...changed.chain,
        inputGain: 120,
        outputVolume: 33,
        denoise: { ...changed.chain.denoise, engine: 'off' },
      },
    });
  });

  it('conflicts where another window changed the same setting to something else', () => {
    const draft: Draft = {
      sampleRate: { base: 48000, value: 96000 },
      bufferFrames: { base: 512, value: 128 },
      theme: { base: 'dark', value: 'light' },
    };
    const changed = { ...settings, sampleRate: 44100 as const, theme: 'light' as const };
    expect(conflictsOf(draft, changed)).toEqual(['sampleRate']);
  });

  it('shows what is kept', () => {
    expect(formOf(settings)).toMatchObject({ noiseGateThreshold: 15, noiseSuppression: true, theme: 'dark' });
  });
});

describe('a file of settings', () => {
  it('brings back what was exported, without other persons’ choices, and lists each difference', () => {
    const { byPerson: _others, ...own } = settings;
    const other = { ...own, bufferFrames: 128 as const };
    const byPerson = { maria: { theme: 'light' as const, language: 'de' as const } };
    const read = readSettingsFile(settingsDocument({ ...other, byPerson }));
    expect(read).toEqual({ isGood: true, patch: other });
    expect(
      differencesOf(settings, { bufferFrames: 128, chain: { ...settings.chain, inputGain: 1 } }),
    ).toEqual([
      { key: 'bufferFrames', place: [], from: 512, to: 128 },
      { key: 'chain', place: ['inputGain'], from: 60, to: 1 },
    ]);
  });

  it('may hold a part of the settings alone', () => {
    const text = JSON.stringify({ format: 'sounddesk-settings', version: 1, settings: { theme: 'light' } });
    expect(readSettingsFile(text)).toEqual({ isGood: true, patch: { theme: 'light' } });
  });

  it.each([
    ['', 'notJson'],
    ['[]', 'notSettings'],
    ['{"format":"sounddesk-presets"}', 'notSettings'],
    [JSON.stringify({ format: 'sounddesk-settings', version: 2, settings: {} }), 'bad'],
    [JSON.stringify({ format: 'sounddesk-settings', version: 1, settings: { theme: 'pink' } }), 'bad'],
  ])('that is wrong is reported: %j', (text, kind) => {
    expect(readSettingsFile(text)).toMatchObject({ isGood: false, problem: { kind } });
  });
});
