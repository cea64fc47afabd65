import type { TranslationOf } from '../texts.ts';

export const effects: TranslationOf<'effects'> = {
  reduction: { label: 'Réduction de gain', whyOff: 'Pas de réduction tant qu’il est désactivé.' },
  gate: { title: 'Porte de bruit', shortTitle: 'Porte', fields: { threshold: 'Seuil de la porte' } },
  deEsser: {
    title: 'Dé-esseur',
    shortTitle: 'Dé-esseur',
    fields: { frequencyHz: 'Fréquence', thresholdDb: 'Seuil du dé-esseur', rangeDb: 'Étendue' },
  },
  equalizer: { title: 'Égaliseur', shortTitle: 'EQ', fields: { gainsDb: 'Gains' } },
  compressor: {
    title: 'Compresseur',
    shortTitle: 'Compresseur',
    fields: {
      thresholdDb: 'Seuil',
      ratio: 'Ratio',
      attackMs: 'Attaque',
      releaseMs: 'Relâchement',
      makeupGainDb: 'Gain de compensation',
      kneeDb: 'Coude',
    },
  },
};
