import type { TranslationOf } from '../texts.ts';

export const common: TranslationOf<'common'> = {
  loading: 'Chargement de {{product}}…',
  cancel: 'Annuler',
  close: 'Fermer',
  retry: 'Réessayer',
  reload: 'Recharger',
  unknown: '—',
  crash: {
    title: 'Cette page a cessé de fonctionner',
    message:
      'Ce qui tourne en arrière-plan continue. Rechargez la page ; si cela se reproduit, envoyez-nous les détails.',
    copy: 'Copier les détails',
    copied: 'Copié',
    details: 'Détails',
  },
  theme: { label: 'Thème', system: 'Système', dark: 'Sombre', light: 'Clair' },
};
