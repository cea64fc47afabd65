import type { TranslationOf } from '../texts.ts';

export const effects: TranslationOf<'effects'> = {
  reduction: { label: 'Reducción de ganancia', whyOff: 'Sin reducción mientras está desactivado.' },
  gate: { title: 'Puerta de ruido', shortTitle: 'Puerta', fields: { threshold: 'Umbral de la puerta' } },
  deEsser: {
    title: 'De-esser',
    shortTitle: 'De-esser',
    fields: { frequencyHz: 'Frecuencia', thresholdDb: 'Umbral del de-esser', rangeDb: 'Rango' },
  },
  equalizer: { title: 'Ecualizador', shortTitle: 'EQ', fields: { gainsDb: 'Ganancias' } },
  compressor: {
    title: 'Compresor',
    shortTitle: 'Compresor',
    fields: {
      thresholdDb: 'Umbral',
      ratio: 'Relación',
      attackMs: 'Ataque',
      releaseMs: 'Liberación',
      makeupGainDb: 'Ganancia de compensación',
      kneeDb: 'Codo',
    },
  },
};
