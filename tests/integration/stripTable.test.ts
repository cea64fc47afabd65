import { describe, expect, it } from 'vitest';
import type { AddonField } from '../../src-main/services/engine/process/addon.ts';
import { DEFAULT_CHANNEL } from '../../src-shared/domain/captureSetUp.ts';
import type { EffectFields } from '../../src-shared/domain/effectRow.ts';
import { toLiveSettings, toStrip } from '../../src-shared/domain/strip.ts';
import {
  EFFECT_KEYS,
  engineFieldsOf,
  hasMeter,
  toEngineEffects,
  DEFAULT_EFFECTS,
} from '../../src-shared/domain/stripEffects.ts';
import { PAN_LIMITS } from '../../src-shared/domain/pan.ts';
import { STRIP_GAIN_DB, STRIP_VOLUME_DB } from '../../src-shared/domain/stripSchema.ts';
import { DEFAULT_LIVE_CHAIN } from '../../src-shared/domain/liveChain.ts';
import { loadBuiltAddon } from '../lib/addon.ts';

const addon = loadBuiltAddon();
const SWITCH: AddonField = { count: 0, min: 0, max: 1, unit: '' };

/** What the addon has to say of fields of ours. */
function asAddonFields(fields: EffectFields): Record<string, AddonField> {
  const entries = Object.entries(fields).map(([key, { min, max, unit, items }]) => [
    key,
    { count: items?.length ?? 1, min, max, unit },
  ]);
  return { isOn: SWITCH, ...(Object.fromEntries(entries) as Record<string, AddonField>) };
}

describe('the strip, described once in TypeScript and once in C++', () => {
  const { strip, denoise, order, effects } = addon.stripTable;

  it('has the same effects in the same order', () => {
    expect(order).toEqual(EFFECT_KEYS);
  });

  it.each(EFFECT_KEYS)('has the same keys, ranges and units of the %s, and as many values', (effect) => {
    expect(effects[effect]).toEqual({
      hasMeter: hasMeter(effect),
      fields: asAddonFields(engineFieldsOf(effect)),
    });
  });

  it('has the same fields beside the effects', () => {
    expect(strip).toEqual({
      inputGainDb: { count: 1, ...STRIP_GAIN_DB },
      echoCancellation: SWITCH,
      automaticGain: SWITCH,
      volumeDb: { count: 1, ...STRIP_VOLUME_DB },
      pan: { count: 1, unit: '', min: PAN_LIMITS.min, max: PAN_LIMITS.max },
      isMuted: SWITCH,
      isSolo: SWITCH,
    });
    const percent = { count: 1, min: 0, max: 100, unit: '%' };
    expect(denoise).toEqual({ sensitivity: percent, reduction: percent });
  });

  it('takes the defaults of either, and refuses what is out of a range by the field’s name', () => {
    const settings = toLiveSettings(DEFAULT_LIVE_CHAIN, 'clean');
    expect(() => addon.createLiveChain(settings)).not.toThrow();
    expect(() =>
      addon.createLiveChain({ ...settings, strip: toStrip({ ...DEFAULT_CHANNEL }) }),
    ).not.toThrow();
    for (const effect of EFFECT_KEYS) {
      for (const [key, { min, max, items }] of Object.entries(engineFieldsOf(effect))) {
        const create = (value: number) => {
          const changed = {
            ...toEngineEffects(DEFAULT_EFFECTS)[effect],
            [key]: items?.map(() => value) ?? value,
          };
          return () =>
            addon.createLiveChain({ ...settings, strip: { ...settings.strip, [effect]: changed } });
        };
        for (const allowed of [min, max])
          expect(create(allowed), `${effect}.${key} ${allowed}`).not.toThrow();
        for (const wrong of [min - 0.01, max + 0.01, NaN]) {
          expect(create(wrong)).toThrow(
            expect.objectContaining({ code: 'BAD_OPTION', message: expect.stringContaining(key) as string }),
          );
        }
      }
    }
  });
});
