import type { TranslationOf } from '../texts.ts';

export const studioVideo: TranslationOf<'studioVideo'> = {
  videos_one: '{{count}} vidéo',
  videos_other: '{{count}} vidéo',
  screens_one: '{{count}} écran',
  screens_other: '{{count}} écran',
  noneDropped: 'Aucune image perdue',
  dropped_one: '{{count}} image perdue',
  dropped_other: '{{count}} images perdues',
  frames_one: '{{count}} image',
  frames_other: '{{count}} images',
  tracks: { video: 'Vidéo', screen: 'Écran' },
  size: '{{width}} × {{height}}',
  count: '{{count}} sur {{max}}',
  title: { video: 'Canaux vidéo', screen: 'Canaux d’écran' },
  add: { video: 'Ajouter une caméra', screen: 'Ajouter un écran' },
  newName: { video: 'Caméra', screen: 'Écran' },
  empty: {
    video: 'Pas encore de caméras. Chaque caméra est enregistrée dans son fichier, synchronisée avec le son.',
    screen:
      'Pas encore d’écrans. Chaque écran ou fenêtre est enregistré dans son fichier, synchronisé avec le son.',
  },
  full: {
    video_one: 'Impossible d’enregistrer plus de {{count}} caméra à la fois.',
    video_other: 'Impossible d’enregistrer plus de {{count}} caméras à la fois.',
    screen_one: 'Impossible d’enregistrer plus de {{count}} écran à la fois.',
    screen_other: 'Impossible d’enregistrer plus de {{count}} écrans à la fois.',
  },
  locked: 'Verrouillé pendant l’enregistrement.',
  unsupported: {
    capture:
      'Ce navigateur ne peut pas capturer de caméras ni d’écrans. Utilisez Chrome, Edge ou un autre navigateur Chromium, ou l’application de bureau.',
    encoder:
      'Ce navigateur ne peut pas encoder de vidéo. Utilisez Chrome, Edge ou un autre navigateur Chromium, ou l’application de bureau.',
  },
  card: { video: 'Caméra {{name}}', screen: 'Écran {{name}}' },
  video: 'Vidéo en direct de {{name}}',
  name: 'Nom du canal',
  actions: 'Actions pour {{name}}',
  rename: 'Renommer',
  left: 'Déplacer à gauche',
  right: 'Déplacer à droite',
  remove: 'Retirer',
  removed: '{{name}} a été retiré',
  undo: 'Annuler',
  enable: 'Enregistrer {{name}}',
  colours: { blue: 'Bleu', green: 'Vert', amber: 'Ambre', red: 'Rouge', violet: 'Violet', teal: 'Turquoise' },
  source: 'Source de {{name}}',
  anyCamera: 'N’importe quelle caméra',
  unnamedCamera: 'Caméra {{number}} de cet ordinateur',
  absentCamera: 'Caméra non connectée',
  notConnected: 'non connecté',
  sound: {
    of: 'Son de {{name}}',
    none: 'Pas de son',
    note: 'son',
    volume: 'Volume du son de {{name}}',
    pan: 'Panoramique du son de {{name}}',
    mute: 'Couper le son de {{name}}',
    solo: 'Écouter le son de {{name}} en solo',
  },
  share: 'Choisir quoi partager',
  shareAgain: 'Partager autre chose',
  tryAgain: 'Réessayer',
  off: 'Non enregistré',
  opening: 'En attente du navigateur…',
  idle: { video: 'Pas de vidéo', screen: 'Rien de partagé' },
  ended: {
    video: 'Pas de vidéo de cette caméra : elle a été débranchée, ou son accès a été bloqué.',
    screen: 'Plus partagé : la fenêtre a été fermée, ou le partage a été arrêté.',
  },
  keptSoFar: 'Tout jusque-là est sauvegardé.',
  still: {
    video: 'La caméra ne donne pas de vidéo depuis une demi-minute : fonctionne-t-elle encore ?',
    screen: 'Rien n’a bougé depuis une demi-minute : ce que vous partagez est-il encore là ?',
  },
  nothingYet: 'En attente de la première image…',
  missing: {
    one: 'Non enregistré',
    names: 'Non enregistré : {{names}}',
    take: 'Tout n’est pas enregistré : {{names}}',
    missed: '{{names}} n’a pas été enregistré pendant {{seconds}} s',
  },
  nothingGiven: 'Pas de vidéo de {{name}}',
  nothingGivenNote: 'Absent de cet enregistrement. Vérifiez son aperçu avant le prochain.',
  settings: {
    quality: 'Qualité vidéo',
    qualities: { high: 'Haute 1080p 320kbps', medium: 'Moyenne 720p 192kbps', low: 'Basse 480p 128kbps' },
    qualityHint: 'Résolution maximale, et débit audio de l’export. Le son est enregistré sans perte.',
    qualityHintAlone: 'Résolution maximale.',
    format: 'Format vidéo',
    formats: { mp4: 'MP4 H.264', webm: 'WebM VP9', mov: 'MOV ProRes' },
    formatHints: {
      mp4: 'Enregistré en H.264, à l’abri d’un plantage.',
      webm: 'Enregistré en VP9 si ce navigateur le peut, à l’abri d’un plantage. Demande plus de calcul que H.264.',
      mov: 'Enregistré en H.264, à l’abri d’un plantage. L’export le convertit en ProRes.',
    },
  },
};

export const recordingWarnings: TranslationOf<'recordingWarnings'> = {
  slept: {
    title: 'L’ordinateur a dormi {{duration}}',
    message:
      'Rien n’a été enregistré de {{place}} jusqu’au réveil. Tout ce qui précède et suit est sauvegardé.',
  },
  stoodStill: {
    title: 'SoundDesk a été suspendu {{duration}}',
    message:
      'À {{place}} de l’enregistrement, l’ordinateur dormait, a arrêté SoundDesk ou était surchargé. Tout ce qui a été enregistré est sauvegardé ; le certificat montre ce qui manque.',
  },
  more_one: 'Et {{count}} fois avant.',
  more_other: 'Et {{count}} fois avant.',
  disk: { DISK_LOW: 'Le disque est presque plein', DISK_SLOW: 'Le disque est trop lent' },
  dismiss: 'OK',
};

export const exports: TranslationOf<'exports'> = {
  rows: '{{rows}} jusqu’ici',
  rowsOf: '{{rows}} sur {{total}}',
  cancelled: 'Export annulé. Aucun fichier n’a été sauvegardé.',
  cancelledLater: 'Export annulé. Les fichiers précédents sont sauvegardés.',
  failed: 'L’export a échoué',
};

export const list: TranslationOf<'list'> = {
  failed: 'La liste n’a pas pu être chargée',
  failedAction: 'Cela n’a pas fonctionné',
  offline: 'Le serveur de comptes ne répond pas',
  offlineMessage: 'Vérifiez la connexion, puis réessayez. Rien n’a été modifié.',
  previous: 'Précédent',
  next: 'Suivant',
  page: 'Page {{page}}',
  all: 'Tout',
  refresh: 'Actualiser',
};
