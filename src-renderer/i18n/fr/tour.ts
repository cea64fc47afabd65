import type { TranslationOf } from '../texts.ts';

export const tour: TranslationOf<'tour'> = {
  label: 'Visite',
  place: 'Étape {{step}} sur {{count}}',
  next: 'Suivant',
  back: 'Précédent',
  end: 'Terminer',
  leave: 'Quitter la visite',
  offer: 'Vous découvrez SoundDesk ? Voyez en une minute où tout se trouve.',
  start: 'Faire la visite',
  dismiss: 'Pas de visite',
  steps: {
    live: {
      title: 'Nettoyez vos appels ici',
      text: 'Activez la suppression du bruit, puis choisissez SoundDesk comme microphone dans Zoom, Teams ou OBS.',
    },
    sound: {
      title: 'Façonnez votre voix',
      text: 'Noise gate, égaliseur, compresseur et dé-esseur. Enregistrez un essai et comparez brut et nettoyé. Déposez un fichier pour le nettoyer.',
    },
    studio: {
      title: 'Enregistrez chaque voix sur sa piste',
      text: 'Ajoutez un microphone, une caméra ou un écran pour chaque personne, puis lancez l’enregistrement.',
    },
    recordings: {
      title: 'Lisez, nettoyez, exportez',
      text: 'Les enregistrements sont en bas de cet écran. Rien encore ? Ouvrez l’enregistrement de démonstration.',
    },
    help: {
      title: 'Trouvez tout',
      text: 'Cherchez dans l’aide ici. {{keys}} ouvre la palette, qui mène à chaque écran, à chaque action et à cette visite.',
    },
  },
};
