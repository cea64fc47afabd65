import type { TranslationOf } from '../texts.ts';

export const firstRun: TranslationOf<'firstRun'> = {
  title: 'Écoutez d’abord',
  lead: 'Trois personnes, un ventilateur, un clavier et un câble qui ronfle. Lisez l’épisode, puis passez sur « Nettoyé ».',
  play: 'Lire un épisode bruité',
  voice: 'Essayer votre propre voix',
  voiceAgain: 'Enregistrer à nouveau',
  back: 'Revenir à l’épisode',
  asking: 'Votre navigateur demande l’accès au microphone. Autorisez-le, puis parlez.',
  speak: 'Parlez maintenant',
  seconds: '{{done}} / {{of}} s',
  level: 'Niveau de votre microphone',
  done: 'Terminé',
  waveform: {
    episode: 'L’épisode : brut en haut, nettoyé en bas',
    voice: 'Votre voix : brute en haut, nettoyée en bas',
  },
  reduction: 'Bruit dans les pauses : {{db}} dB',
  noPauses: 'Aucune pause n’a été entendue pour y mesurer le bruit.',
  note: 'Nettoyé sur cet ordinateur. Rien n’est envoyé, et rien n’est conservé.',
  next: 'Faire votre premier enregistrement',
  demo: 'Ouvrir un enregistrement de démonstration',
  failed: {
    episode: 'L’épisode n’a pas pu être nettoyé ({{code}}) : {{reason}} Appuyez sur Lire pour réessayer.',
    voice: '{{reason}} ({{code}})',
    silent: 'Rien n’a été entendu. Vérifiez que le bon microphone est allumé, puis enregistrez à nouveau.',
    noRecorder: 'Ce navigateur ne peut pas enregistrer de son. Mettez-le à jour, ou essayez-en un autre.',
  },
};

export const comparePlayer: TranslationOf<'comparePlayer'> = {
  play: 'Lire',
  pause: 'Pause',
  position: 'Position dans : {{sound}}',
  failed: 'Lecture impossible : {{reason}}',
  heard: 'Ce qui est entendu',
  raw: 'Brut',
  clean: 'Nettoyé',
};
