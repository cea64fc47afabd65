import { useTranslation } from '../../lib/useTranslation.ts';
import type { EffectRow } from '../../../src-shared/domain/effectRow.ts';
import { mapEffects, STRIP_EFFECTS, type EffectKey } from '../../../src-shared/domain/stripEffects.ts';
import { addTexts } from '../../i18n/index.ts';

const general = {
  reduction: { label: 'Gain reduction', whyOff: 'No reduction while it is off.' },
  unmeasured: {
    off: 'Measured while noise cancellation is on.',
    restarting: 'The audio engine is restarting.',
    notConnected: 'Not connected to SoundDesk.',
  },
};

function textsOf({ title, shortTitle, fields }: EffectRow) {
  const labels = Object.entries(fields).map(([key, { label }]) => [key, label]);
  return { title, shortTitle, fields: Object.fromEntries(labels) as Record<string, string> };
}

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    effects: typeof general & Record<EffectKey, ReturnType<typeof textsOf>>;
  }
}

addTexts('effects', {
  ...general,
  ...mapEffects<Record<EffectKey, ReturnType<typeof textsOf>>>((effect) => textsOf(STRIP_EFFECTS[effect])),
});

/** What the effects and their fields are called, in the language that is spoken. */
export function useEffectTexts() {
  const { t } = useTranslation('effects');
  // The keys are those of the rows: the types know keys that are written down.
  const read = t as unknown as (key: string) => string;
  return {
    titleOf: (effect: EffectKey) => read(`${effect}.title`),
    shortTitleOf: (effect: EffectKey) => read(`${effect}.shortTitle`),
    labelOf: (effect: EffectKey, field: string) => read(`${effect}.fields.${field}`),
  };
}
