import type { TranslationOf } from '../texts.ts';

export const effects: TranslationOf<'effects'> = {
  reduction: { label: 'Pegelabsenkung', whyOff: 'Ausgeschaltet: keine Absenkung.' },
  gate: { title: 'Noise gate', shortTitle: 'Gate', fields: { threshold: 'Gate-Schwelle' } },
  deEsser: {
    title: 'De-Esser',
    shortTitle: 'De-Esser',
    fields: { frequencyHz: 'Frequenz', thresholdDb: 'De-Esser-Schwelle', rangeDb: 'Bereich' },
  },
  equalizer: { title: 'Equalizer', shortTitle: 'EQ', fields: { gainsDb: 'Verstärkungen' } },
  compressor: {
    title: 'Kompressor',
    shortTitle: 'Kompressor',
    fields: {
      thresholdDb: 'Schwelle',
      ratio: 'Verhältnis',
      attackMs: 'Attack',
      releaseMs: 'Release',
      makeupGainDb: 'Ausgleich',
      kneeDb: 'Knee',
    },
  },
};
