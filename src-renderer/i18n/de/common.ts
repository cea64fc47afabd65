import type { TranslationOf } from '../texts.ts';

export const common: TranslationOf<'common'> = {
  loading: '{{product}} wird geladen …',
  cancel: 'Abbrechen',
  close: 'Schließen',
  retry: 'Erneut versuchen',
  reload: 'Neu laden',
  unknown: '—',
  crash: {
    title: 'Diese Seite funktioniert nicht mehr',
    message:
      'Was im Hintergrund läuft, läuft weiter. Laden Sie die Seite neu; wenn es wieder geschieht, senden Sie uns die Einzelheiten.',
    copy: 'Einzelheiten kopieren',
    copied: 'Kopiert',
    details: 'Einzelheiten',
  },
  theme: { label: 'Farbschema', system: 'System', dark: 'Dunkel', light: 'Hell' },
};
