import { EFFECT_KEYS, STRIP_EFFECTS, type EffectKey } from '../../../src-shared/domain/stripEffects.ts';
import type { EffectRow } from '../../../src-shared/domain/effectRow.ts';
import { addTexts } from '../../i18n/index.ts';

interface EffectTexts {
  title: string;
  shortTitle: string;
  /** By field. */
  fields: Record<string, string>;
}

function textsOf({ title, shortTitle, fields }: EffectRow): EffectTexts {
  const labels = Object.entries(fields).map(([key, { label }]) => [key, label]);
  return { title, shortTitle, fields: Object.fromEntries(labels) as Record<string, string> };
}

const effects = {
  reduction: { label: 'Gain reduction', whyOff: 'It takes nothing away while it is off.' },
  // `Object.fromEntries` forgets which texts belong to which effect.
  ...(Object.fromEntries(EFFECT_KEYS.map((effect) => [effect, textsOf(STRIP_EFFECTS[effect])])) as Record<
    EffectKey,
    EffectTexts
  >),
};

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    effects: typeof effects;
  }
}

addTexts('effects', effects);
