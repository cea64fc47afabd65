import { describe, expect, it } from 'vitest';
import { controlOf, pluginLoadFailed, tidyDisplay } from './plugins.ts';

const kind = { stepCount: 0, isList: false, isBypass: false };

describe('the control of a parameter', () => {
  it('is a knob, a switch or a list, as the parameter is', () => {
    expect(controlOf(kind)).toBe('knob');
    expect(controlOf({ ...kind, stepCount: 1 })).toBe('switch');
    expect(controlOf({ ...kind, isBypass: true })).toBe('switch');
    expect(controlOf({ ...kind, stepCount: 1, choices: ['Off', 'On'] })).toBe('switch');
    expect(controlOf({ ...kind, stepCount: 1, choices: ['Normal', 'Inverted'] })).toBe('list');
    expect(controlOf({ ...kind, stepCount: 7 })).toBe('knob');
  });
});

describe('a value', () => {
  it('is shown without decimals that say nothing, and left alone where it is no number', () => {
    const shown = ['10.000000', '-16.250000', '1.005000', '-0.000000', '-6 dB', '1.2 k', 'Off', '12'].map(
      tidyDisplay,
    );
    expect(shown).toEqual(['10', '−16.3', '1', '0', '−6 dB', '1.2 k', 'Off', '12']);
  });
});

it('says the document’s words where a plug-in cannot be loaded', () => {
  expect(pluginLoadFailed('It crashed.')).toBe('Failed to load VST plugin: It crashed.');
});
