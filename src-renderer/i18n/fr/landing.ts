import type { TranslationOf } from '../texts.ts';

export const site: TranslationOf<'site'> = {
  meta: {
    title: 'SoundDesk : la réduction de bruit sur votre propre ordinateur',
    description:
      'SoundDesk retire ventilateurs, ronflements et souffles d’une voix, en direct et dans des enregistrements de toute durée. Il tourne sur votre propre ordinateur, n’envoie rien et affiche des valeurs mesurées.',
  },
  lead: {
    label: 'Votre adresse e-mail',
    action: 'Continuer vers l’inscription',
    wrong: 'Saisissez une adresse e-mail, par exemple nom@example.com.',
    note: 'Préremplit le formulaire d’inscription. D’ici là, elle reste dans ce navigateur.',
  },
  unknownPath: {
    message: 'Il n’y a pas de page à l’adresse {{path}}. Voici la page d’accueil.',
    close: 'Fermer ce message',
  },
  skip: 'Aller au contenu',
  nav: {
    label: 'Principal',
    home: 'SoundDesk, haut de la page',
    features: 'Fonctions',
    pricing: 'Tarifs',
    reviews: 'Avis',
    download: 'Téléchargement',
    open: 'Ouvrir SoundDesk',
    licenceKeys: 'Clés de licence',
    signIn: 'Se connecter',
    getStarted: 'Commencer',
    documentation: 'Documentation',
    helpCenter: 'Centre d’aide',
    api: 'Référence de l’API',
    status: 'État des services',
    contact: 'Contact',
    privacy: 'Politique de confidentialité',
    terms: 'Conditions d’utilisation',
    cookies: 'Politique relative aux cookies',
    gdpr: 'Droits sur vos données (RGPD)',
    toLight: 'Passer au thème clair',
    toDark: 'Passer au thème sombre',
  },
  language: { label: 'Langue', loading: 'Chargement de la langue…', other: 'Une autre langue…' },
  hero: {
    titleNoise: 'Le bruit s’en va.',
    titleVoice: 'Votre voix reste.',
    lead: 'SoundDesk retire ventilateurs, ronflements et souffles de votre micro pendant que vous parlez, et des enregistrements que vous avez déjà.',
    open: 'Ouvrir SoundDesk',
    try: 'Essai gratuit de 14 jours',
    note: 'Tourne sur votre propre ordinateur : rien n’est envoyé.',
  },
  wave: {
    label: 'Un enregistrement bruité, avant et après',
    raw: 'Brut',
    clean: 'Nettoyé',
    hint: 'Glissez la ligne',
    slider: 'Là où le brut finit et où le nettoyé commence',
    sliderValue: 'Brut jusqu’à {{seconds}} secondes, puis nettoyé',
    listen: 'Écouter',
    listenLabel: 'Écouter : brut jusqu’à la ligne, nettoyé ensuite',
    loading: 'Chargement',
    stop: 'Arrêter',
    failed:
      'L’enregistrement n’a pas pu être lu ({{reason}}). Vérifiez la connexion, puis appuyez de nouveau sur Écouter.',
    pauses: 'Bruit dans les pauses',
    distortion: 'Voix par rapport au bruit',
    level: 'Niveau de la voix',
    caption:
      'Une voix enregistrée avec un bruit de ventilateur et un ronflement secteur générés, {{ratio}} dB sous la voix ; nettoyée avec <code>sounddesk clean</code>, réglages d’origine. La forme, le son et les valeurs viennent de ces fichiers (voix par rapport au bruit : SI-SDR). Voix : Allison Smith, CC BY-SA 3.0.',
  },
  demo: {
    title: 'Essayez avec votre propre voix',
    lead: 'Le moteur de l’application, dans cette page. Parlez, allumez un ventilateur, et passez d’avant à après.',
    label: 'Démonstration en direct',
    idle: 'Appuyez sur un bouton pour commencer. Le moteur est alors chargé, et votre navigateur demande avant de laisser cette page vous entendre.',
    microphone: {
      start: 'Utiliser mon micro',
      stop: 'Arrêter le micro',
      starting:
        'Votre navigateur demande si cette page peut entendre votre micro. Autorisez-la pour continuer.',
      running: 'Votre micro est ouvert. Mettez un casque, puis choisissez ce que vous entendez.',
    },
    recording: {
      start: 'Lire un enregistrement bruité',
      stop: 'Arrêter l’enregistrement',
      starting: 'Chargement du moteur et de l’enregistrement…',
      running: 'L’enregistrement passe en boucle dans le moteur. Passez d’avant à après.',
    },
    hear: { label: 'Ce que vous entendez', raw: 'Avant', clean: 'Après', off: 'Rien' },
    meter: {
      before: 'Niveau avant',
      after: 'Niveau après',
      none: 'Rien n’est mesuré',
      reduction: 'Bruit dans les pauses',
    },
    failed: {
      denied:
        'Votre navigateur ne laisse pas cette page entendre le micro. Autorisez-la par l’icône de la barre d’adresse et appuyez de nouveau, ou lisez l’enregistrement.',
      noMicrophone:
        'Aucun micro n’a été trouvé. Branchez-en un et appuyez de nouveau, ou lisez l’enregistrement.',
      microphoneEnded: 'Le micro s’est arrêté. Branchez-le et appuyez de nouveau.',
      otherTab:
        'SoundDesk utilise le micro dans un autre onglet. Arrêtez-le là-bas, puis appuyez de nouveau.',
      unsupported:
        'Ce navigateur ne peut pas nettoyer le son en direct. Mettez-le à jour, ou essayez-en un autre.',
      notSecure:
        'Cette page n’a pas été ouverte en https : le navigateur ne lui laisse donc utiliser aucun micro.',
      notLoaded: 'Le moteur n’a pas pu être chargé. Vérifiez la connexion, puis appuyez de nouveau.',
      failed: 'Cela n’a pas marché ({{code}}) : {{reason}}',
    },
    note: 'Rien n’est enregistré, rien n’est envoyé. Niveaux sur 400 ms, bruit sur les trois dernières secondes de pauses, tous deux mesurés par le moteur. Réglages : le préréglage « Cafe - Noisy ». Enregistrement : Allison Smith, CC BY-SA 3.0, avec du bruit généré.',
  },
  studio: {
    title: 'Un studio qui prouve que rien ne manque',
    lead: 'Micros, caméras et écrans dans un seul enregistrement, chacun dans son fichier et tous synchronisés. Cette image montre l’application.',
    screenshot:
      'Le studio pendant un enregistrement : trois micros avec niveaux et curseurs, une caméra, des repères et la vérification de chaque échantillon.',
    plans: 'Ce qu’enregistre chaque formule',
    points: {
      microphones: {
        title: 'Jusqu’à {{audio}} micros',
        text: 'Chacun avec sa réduction de bruit, son égaliseur, son compresseur et ses plug-ins. Le mixage est enregistré à côté.',
      },
      cameras: {
        title: '{{video}} caméras et {{screen}} écrans',
        text: 'Enregistrés sur votre ordinateur, jusqu’en 1080p. Une caméra débranchée rejoint le même enregistrement à son retour.',
      },
      clean: {
        title: 'Nettoyé, avant et après',
        text: 'Nettoyez les voix en direct ou après l’enregistrement. Le son brut est conservé : comparez et annulez à tout moment.',
      },
      certificate: {
        title: 'Un certificat par enregistrement',
        text: 'Chaque échantillon et chaque image sont comptés. Un trou est indiqué avec sa place et sa durée, jamais caché.',
      },
    },
  },
  features: {
    title: 'Fait pour la voix devant le micro',
    lead: 'Six choses qui marchent aujourd’hui.',
    items: {
      live: {
        title: 'Propre pendant que vous parlez',
        text: 'RNNoise se place entre votre entrée et votre sortie. La latence affichée est mesurée dans la chaîne en marche, en p50 et p99.',
        proof: '20 ms dans le modèle + tampons du périphérique',
      },
      files: {
        title: 'Enregistrements de toute durée',
        text: 'Une commande nettoie ce que lisent libsndfile ou FFmpeg, du mémo vocal à des heures d’entretien, à mémoire constante. Le résultat s’aligne sur l’original à l’échantillon près.',
        proof: 'npx sounddesk clean talk.mp4 -o talk.flac',
      },
      measured: {
        title: 'Mesuré, jamais inventé',
        text: 'Niveaux, bruit et réduction viennent du moteur audio 30 fois par seconde. Ce qui ne peut être connu s’affiche comme un tiret, avec la raison.',
        proof: 'Blocs nettoyés et blocs manqués, comptés',
      },
      local: {
        title: 'Reste sur votre ordinateur',
        text: 'Votre son est traité là où il a été enregistré. Rien n’est envoyé, et cela marche sans internet.',
        proof: 'Sert ses écrans sur 127.0.0.1 seulement',
      },
      crash: {
        title: 'Se relève',
        text: 'Le moteur audio est un processus à part. S’il s’arrête, SoundDesk le dit, le relance et continue avec les mêmes périphériques et réglages.',
        proof: 'De nouveau en marche en 2 s',
      },
      open: {
        title: 'Logiciel libre',
        text: 'Lisez-le, modifiez-le, compilez-le, partagez-le. Une commande lance toutes les vérifications sur votre propre machine, avec des périphériques audio virtuels et un vrai navigateur.',
        proof: 'GPL-3.0-or-later',
      },
    },
  },
  testimonials: { title: 'Ce que disent les gens', source: 'Où cela a été dit' },
  compare: {
    title: 'À côté des autres',
    lead: 'D’autres façons de nettoyer un micro pendant que vous parlez. Uniquement ce que disent les pages de leurs auteurs, en {{month}}.',
    rows: {
      licence: {
        name: 'Licence',
        soundDesk: 'Logiciel libre, GPL-3.0-or-later',
        krisp: 'Commerciale',
        noiseTorch: 'Logiciel libre, GPL-3.0',
      },
      systems: {
        name: 'Fonctionne sous',
        soundDesk: 'Linux ; navigateurs Chromium ; macOS et Windows à partir des sources, non testé',
        krisp: 'Windows, macOS',
        noiseTorch: 'Linux avec PulseAudio ou PipeWire',
      },
      where: {
        name: 'Nettoie',
        soundDesk: 'Sur votre ordinateur',
        krisp: 'Sur votre ordinateur',
        noiseTorch: 'Sur votre ordinateur',
      },
      model: {
        name: 'Modèle',
        soundDesk: 'RNNoise',
        krisp: 'Son propre réseau de neurones',
        noiseTorch: 'RNNoise',
      },
    },
    price: {
      name: 'Prix',
      soundDesk:
        '{{minutes}} minutes gratuites par jour ; à partir de {{usd}} $ par utilisateur et par mois.',
      own: 'Tous les tarifs',
      other: 'Tarifs de {{name}}',
      free: 'Gratuit',
    },
    source: { name: 'Source', soundDesk: 'Cette page et la liste des tarifs' },
  },
  download: {
    title: 'À partir des sources',
    lead: 'Il n’y a pas encore d’installateur. Sous Debian ou Ubuntu avec Node 20 ou plus récent, tapez ceci dans le dossier des sources : la commande installe ce qui manque, compile le moteur et ouvre SoundDesk ou affiche son adresse.',
    requestLead:
      'Vous préférez un installateur ? Demandez-le, ainsi qu’une clé de licence d’essai : nous répondons par e-mail sous 24 heures.',
    request: 'Demander le téléchargement pour {{system}}',
    keyLead:
      'Vous avez déjà une clé de licence : demandez-nous l’installateur qui va avec. Vous n’en avez pas : un compte donne droit à un essai de 14 jours, sans carte bancaire.',
    withKey: 'Télécharger avec une clé de licence',
    requestWithLicence: 'Demander le téléchargement et la licence',
    installer: 'Télécharger {{file}} ({{size}})',
    systems: { windows: 'Windows', mac: 'Mac', linux: 'Linux' },
    start: 'Démarrer SoundDesk',
    clean: 'Nettoyer un enregistrement',
    test: 'Lancer toutes les vérifications',
    copy: 'Copier',
    copyLabel: 'Copier la commande {{command}}',
    copied: 'Copié',
    copyFailed: 'La copie n’est pas permise ici : sélectionnez la commande et copiez-la.',
    tableTitle: 'Ce qui marche, et où',
    where: 'Où',
    files: 'Enregistrements',
    live: 'En direct',
    rows: {
      linux: {
        where: 'Linux',
        files: 'Marche, testé',
        live: 'Marche, testé sur des périphériques virtuels',
      },
      macos: {
        where: 'macOS',
        files: 'Depuis les sources, non testé',
        live: 'Depuis les sources, non testé',
      },
      windows: {
        where: 'Windows',
        files: 'Depuis les sources, non testé',
        live: 'Depuis les sources, non testé',
      },
      browser: {
        where: 'Navigateur seul',
        files: 'À l’écran, testé dans Chromium',
        live: 'Marche, testé dans Chromium',
      },
    },
  },
  chat: {
    open: 'Discuter avec l’assistant',
    loading: 'Ouverture de l’assistant',
    loadFailed: 'L’assistant n’a pas pu être chargé. Vérifiez la connexion, puis réessayez.',
  },
  footer: {
    label: 'Pied de page',
    groups: { product: 'Produit', help: 'Aide', legal: 'Mentions légales' },
    licence: 'Logiciel libre sous GPL, version 3 ou ultérieure.',
    version: 'Version {{version}}',
  },
};

export const consent: TranslationOf<'consent'> = {
  banner: {
    label: 'Cookies',
    text: 'SoundDesk peut-il garder dans ce navigateur plus que le nécessaire ? Rien de facultatif n’est gardé avant votre accord.',
    policy: 'Politique relative aux cookies',
    accept: 'Tout accepter',
    refuse: 'Tout refuser',
    choose: 'Choisir…',
  },
  title: 'Votre choix',
  manage: 'Gérer les préférences de cookies',
  footer: 'Paramètres des cookies',
  none: 'Rien n’a encore été choisi dans ce navigateur : les groupes facultatifs sont désactivés.',
  chosen: 'Choisi dans ce navigateur le {{day}}.',
  groups: {
    necessary: {
      name: 'Nécessaires',
      text: 'La session et les réglages. Sans eux, personne ne reste connecté.',
    },
    preferences: {
      name: 'Préférences',
      text: 'Ce qu’une page publique doit retenir de vous, comme la langue.',
    },
    analytics: {
      name: 'Statistiques',
      text: 'Le comptage des visites par un service d’analyse d’audience.',
    },
  },
  always: 'Toujours actifs',
  save: 'Enregistrer mon choix',
  onlyNecessary: 'Le nécessaire seulement',
  failed: 'Ce navigateur ne permet pas de garder le choix ; les groupes facultatifs restent donc désactivés.',
};

export const simple: TranslationOf<'simple'> = {
  meta: {
    title: 'SoundDesk en bref : écoutez le bruit s’en aller',
    description:
      'Nettoyez votre propre micro ou un enregistrement bruité dans cette page, voyez comment cela marche en trois étapes, et ce que cela coûte.',
  },
  title: 'Écoutez le bruit s’en aller.',
  lead: 'Appuyez sur un bouton : votre micro ou un enregistrement bruité passe par le moteur de SoundDesk, dans cette page. Jugez de vos propres oreilles.',
  try: 'Essai gratuit de 14 jours',
  how: {
    title: 'Comment cela marche',
    steps: {
      open: {
        title: 'Choisissez un micro',
        text: 'Ouvrez SoundDesk dans ce navigateur ou sur votre ordinateur, et choisissez ce dans quoi vous parlez.',
      },
      start: {
        title: 'Appuyez sur le grand bouton',
        text: 'Le bruit entre vos mots et sous vos mots disparaît. Les indicateurs montrent ce qui est mesuré, pas ce qui est espéré.',
      },
      use: {
        title: 'Parlez, ou enregistrez',
        text: 'Les réunions entendent la voix nettoyée par un micro virtuel ; les enregistrements gardent chaque piste sur une même horloge.',
      },
    },
  },
  price: {
    title: 'Ce que cela coûte',
    free: 'Gratuit : {{minutes}} minutes de réduction de bruit par jour.',
    plan: '{{plan}} : {{monthly}} $ par utilisateur et par mois, ou {{yearly}} $ par an.',
    names: {
      free: 'Gratuit',
      essential: 'Essential',
      professional: 'Professional',
      enterprise: 'Enterprise',
    },
    all: 'Tous les tarifs',
    open: 'Afficher les prix',
    close: 'Fermer',
    freeNote: 'par mois. {{minutes}} minutes de réduction de bruit par jour',
    planNote: 'par utilisateur et par mois, ou {{yearly}} $ par an',
  },
};

export const pricing: TranslationOf<'pricing'> = {
  meta: {
    title: 'Tarifs : SoundDesk',
    description:
      'Trois formules par utilisateur, au mois ou à l’année, et 30 minutes gratuites de réduction de bruit par jour.',
  },
  title: 'Des tarifs simples, par utilisateur',
  lead: 'Essai gratuit de 14 jours sur toutes les formules, sans carte bancaire. Satisfait ou remboursé pendant 30 jours, résiliable à tout moment.',
  cycle: {
    label: 'Période de facturation',
    monthly: 'Mensuel',
    yearly: 'Annuel',
    save: 'Économisez {{percent}} %',
  },
  plan: {
    popular: 'La plus choisie',
    perMonth: 'par utilisateur et par mois',
    perYear: 'par utilisateur et par an',
    saving: '{{saved}} $ économisés par an par rapport au mensuel',
    subscribe: 'S’abonner maintenant',
    subscribeTo: 'S’abonner maintenant à {{plan}}',
    everythingIn: 'Tout ce que contient {{plan}}, et',
    making: 'En préparation',
  },
  names: { essential: 'Essential', professional: 'Professional', enterprise: 'Enterprise' },
  descriptions: {
    essential: 'Pour une voix qui doit sonner propre partout.',
    professional: 'Pour les podcasteurs et les créateurs avec des invités, des caméras et un public.',
    enterprise: 'Pour les équipes qui enregistrent beaucoup et veulent le relier à leurs propres outils.',
  },
  features: {
    noise: 'Réduction de bruit de base',
    singleTrack: 'Enregistrement sur une piste',
    screenCapture: 'Capture d’écran vidéo',
    dashboard: 'Tableau de bord web',
    emailSupport: 'Assistance par e-mail',
    strongNoise: 'Réduction de bruit avancée',
    multiTrack: 'Enregistrement multipiste (4 audio + 2 vidéo)',
    broadcasting: 'Diffusion en direct',
    voiceAi: 'IA vocale et clonage de voix, avec vos propres clés',
    transcription: 'Transcription de réunions',
    prioritySupport: 'Assistance prioritaire',
    unlimited: 'Pistes et plateformes illimitées',
    apiAccess: 'Accès à l’API',
    analytics: 'Analyses',
    integrations: 'Intégrations sur mesure',
    dedicatedSupport: 'Assistance dédiée',
  },
  makingNote:
    'Ce qui porte la mention « En préparation » n’existe pas encore. Là où les paiements ne sont pas configurés, il y a l’essai et la formule gratuite de {{minutes}} minutes de réduction de bruit par jour.',
  compare: {
    title: 'Comparer les formules',
    feature: 'Fonction',
    rows: {
      audioTracks: 'Pistes audio',
      videoSources: 'Sources vidéo',
      broadcasting: 'Diffusion en direct',
      voiceAi: 'IA vocale',
      apiAccess: 'Accès à l’API',
      apiCallsPerMonth: 'Appels de l’API par mois',
      teams: 'Gestion d’équipe',
      support: 'Assistance',
    },
    unlimited: 'Illimité',
    yes: 'Oui',
    no: 'Non',
    teams: { none: 'Aucune', basic: 'De base', advanced: 'Avancée' },
    support: { email: 'E-mail', priority: 'Prioritaire', dedicated: 'Dédiée' },
  },
  faq: {
    title: 'Questions fréquentes',
    items: {
      trial: {
        question: 'Que se passe-t-il pendant l’essai ?',
        answer:
          'Il commence à votre inscription et dure {{trialDays}} jours, avec tout et sans carte. À la fin, rien n’est facturé : vous continuez avec la formule gratuite, {{minutes}} minutes de réduction de bruit par jour.',
      },
      cancel: {
        question: 'Puis-je résilier à tout moment ?',
        answer: 'Oui. L’abonnement court alors jusqu’à la fin de la période payée et n’est pas renouvelé.',
      },
      refund: {
        question: 'Suis-je remboursé ?',
        answer: 'Dans les {{refundDays}} jours qui suivent un paiement, oui, sans motif.',
      },
      recordings: {
        question: 'Que deviennent mes enregistrements si je cesse de payer ?',
        answer:
          'Ce sont des fichiers dans un dossier de votre propre ordinateur. Personne ne les bloque ni ne les supprime, et ils s’ouvrent sans SoundDesk : WAV (RF64) et FLAC.',
      },
      volume: {
        question: 'Y a-t-il une remise pour de nombreuses personnes ?',
        answer: 'À partir de {{seats}} postes, il y a une remise de volume.',
      },
      keys: {
        question: 'L’IA vocale est-elle comprise dans le prix ?',
        answer:
          'Le studio, oui ; son usage, non : l’IA vocale fonctionne avec vos propres clés chez les fournisseurs de votre choix, qui vous facturent eux-mêmes. Les clés restent sur votre ordinateur.',
      },
    },
  },
  dialog: {
    title: 'S’abonner à {{plan}}',
    next: 'PayPal prélève ce que vous y acceptez. Ce qui est dû aujourd’hui s’affiche avant.',
    continue: 'Continuer',
    close: 'Fermer',
  },
  cancelled: 'Rien n’a été prélevé : vous êtes revenu de PayPal sans avoir accepté.',
  cta: { title: 'Essayez avant de payer', action: 'Essai gratuit de 14 jours' },
};

export const licenceKeys: TranslationOf<'licenceKeys'> = {
  meta: {
    title: 'Clés de licence : SoundDesk',
    description:
      'Comment obtenir une clé de licence de SoundDesk, l’utiliser et l’emporter sur un autre ordinateur.',
  },
  title: 'Clés de licence',
  lead: 'L’application de bureau demande une clé de licence. Sans elle, il y a {{free}} minutes de réduction de bruit par jour ; dans le navigateur, un compte suffit.',
  steps: {
    get: {
      title: 'L’obtenir',
      text: 'Un nouveau compte donne droit à un essai de {{trial}} jours, sans carte bancaire. Ou demandez-nous une clé par e-mail.',
    },
    use: {
      title: 'L’utiliser',
      text: 'Saisissez la clé au premier démarrage, ou connectez-vous et choisissez l’une de vos licences. Sans réseau, elle vaut {{offline}} jours, et {{grace}} de plus avec un avis ; tout contact la renouvelle.',
    },
    move: {
      title: 'L’emporter',
      text: 'La fenêtre de licence montre vos clés et les appareils qui les utilisent : cliquez sur la ligne au-dessus de votre nom dans le menu. Vous y retirez une licence d’un appareil pour l’utiliser sur un autre.',
    },
  },
  links: {
    try: 'Essai gratuit de 14 jours',
    ask: 'Demander une clé',
    open: 'Ouvrir SoundDesk',
    read: 'En savoir plus',
  },
};

export const translator: TranslationOf<'translator'> = {
  title: 'Cette page dans une autre langue',
  text: 'Google Traduction affiche cette page dans d’autres langues, dans un nouvel onglet et sur ses propres serveurs. Google apprend alors quelle page vous lisez, quand et depuis quelle adresse. Rien n’est envoyé avant votre accord, et rien n’en est chargé dans cette page.',
  agree: 'Accepter et ouvrir',
  close: 'Fermer',
  loading: 'Google Traduction s’ouvre dans un nouvel onglet…',
  unreachable: 'Cette page n’a pas d’adresse publique : Google ne peut pas la lire.',
};
