import type { TranslationOf } from '../texts.ts';

export const docs: TranslationOf<'docs'> = {
  documentation: {
    metaTitle: 'Documentation de SoundDesk',
    description:
      'Comment SoundDesk marche et comment s’en servir : premier son, préréglages, enregistrements, plug-ins, ligne de commande, comptes et vie privée.',
    title: 'Documentation',
    lead: '{{count}} courts articles sur tout ce qui existe. Les mêmes viennent avec l’application et marchent sans réseau.',
    sections: {
      'getting-started': {
        title: 'Premiers pas',
        text: 'Du premier son propre à votre compte, et que faire quand quelque chose ne marche pas.',
      },
      features: {
        title: 'Fonctions',
        text: 'Ce qu’on peut faire d’une voix, et comment un enregistrement est mis à l’abri.',
      },
      integrations: {
        title: 'Intégrations',
        text: 'Avec les programmes, plug-ins et fournisseurs que vous utilisez déjà.',
      },
      api: {
        title: 'API',
        text: 'Nettoyez et enregistrez depuis des scripts, avec des valeurs qu’un programme peut lire.',
      },
    },
    examples: {
      clean: 'Nettoyer un enregistrement pour un podcast',
      figures: 'La même chose avec ses valeurs, en JSON',
      verify: 'Prouver que des enregistrements sont intacts',
    },
    more: { title: 'Autres articles', text: 'Ajoutés au site depuis ; l’application ne les contient pas.' },
    sdk: 'Il n’y a pas encore de SDK. Tout ce qui lance un programme et lit du JSON peut utiliser la ligne de commande.',
  },
  help: {
    metaTitle: 'Centre d’aide : SoundDesk',
    description:
      'Réponses aux questions les plus posées sur SoundDesk, articles par sujet, et comment nous joindre.',
    title: 'Comment pouvons-nous vous aider ?',
    categories: {
      begin: 'Premiers pas',
      sound: 'Son et programmes',
      recordings: 'Enregistrements',
      account: 'Compte et vie privée',
    },
    tutorials: {
      title: 'Tutoriels',
      featured: 'À la une',
      newTab: 's’ouvre dans un nouvel onglet',
      types: { video: 'Vidéo', article: 'Article', interactive: 'À essayer' },
      levels: { beginner: 'Débutant', intermediate: 'Intermédiaire', advanced: 'Avancé' },
      views_one: '{{count}} vue',
      views_other: '{{count}} vues',
    },
    questions: 'Les questions les plus posées',
    more: 'En savoir plus : {{title}}',
    quickLinks: 'Liens rapides',
    channels: {
      title: 'Vous n’avez pas trouvé ?',
      message: {
        title: 'E-mail',
        text: 'Écrivez-nous, et nous répondons sous 24 heures.',
        action: 'Écrire un message',
      },
      chat: {
        title: 'Chat en direct',
        text: 'L’assistant de cette page répond à toute heure. C’est un programme : personne d’autre n’est dans le chat. Des personnes sont là du lundi au vendredi, de 9 h à 18 h EST.',
        action: 'Ouvrir la page de contact',
      },
      feedback: {
        title: 'Depuis l’application',
        text: 'Vos remarques peuvent emporter des données de diagnostic, que vous lisez avant. Elles ne contiennent aucun son.',
        action: 'Ouvrir Aide et assistance',
      },
      documentation: {
        title: 'Documentation',
        text: 'Tous les articles, par section, à lire depuis le début.',
        action: 'Ouvrir la documentation',
      },
    },
  },
  search: {
    label: 'Rechercher dans l’aide',
    placeholder: 'Rechercher des articles et des questions',
    clear: 'Effacer la recherche',
    results_one: '{{count}} résultat pour « {{query}} »',
    results_other: '{{count}} résultats pour « {{query}} »',
    none: 'Rien n’a été trouvé pour « {{query}} »',
    noneMessage: 'Essayez moins de mots, ou d’autres ; les articles sont en anglais.',
    ask: 'Demandez-nous',
    kinds: { article: 'Article', question: 'Question' },
    list: 'Résultats',
  },
  article: {
    contents: 'Articles',
    where: 'Où vous êtes',
    backToSearch: 'Résultats de la recherche',
    print: 'Imprimer',
    onPage: 'Sur cette page',
    more: 'Autres articles',
    wrong: 'Manque-t-il quelque chose, ou y a-t-il une erreur ?',
    tell: 'Dites-le-nous',
    table: 'Tableau',
    failed: 'L’article n’a pas pu être lu',
    english: 'Les articles sont en anglais.',
  },
};

export const api: TranslationOf<'api'> = {
  meta: {
    title: 'Référence de l’API : SoundDesk',
    description:
      'Les quatre points d’accès de l’API de SoundDesk, avec requêtes, réponses, clés et appels par mois.',
  },
  title: 'Référence de l’API',
  lead: 'Lancez la réduction de bruit, des enregistrements et des diffusions, et transcrivez la parole, depuis vos propres programmes.',
  notServed:
    'Ceci est le projet {{api}} : aucune version ne le sert encore, {{version}} pas davantage. D’ici là, la ligne de commande fait la même chose depuis des scripts.',
  commandLine: 'La ligne de commande',
  contents: 'Points d’accès',
  english: 'Les points d’accès sont décrits en anglais.',
  keys: {
    title: 'Clés',
    text: 'Chaque appel porte une clé de l’organisation, dans l’en-tête « Authorization: Bearer … ». Une clé est montrée une seule fois, à sa création, gardée sous forme de hachage seulement, et révocable à tout moment. L’accès à l’API fait partie de la formule {{plan}}.',
  },
  tiers: {
    title: 'Appels par mois',
    unlimited: 'Illimités',
    names: { essential: 'Essential', professional: 'Professional', enterprise: 'Enterprise' },
  },
  sdk: {
    title: 'SDK',
    text: 'Il n’y en a pas encore. Le document est en OpenAPI 3.1 : on en tire des programmes pour la plupart des langages.',
    document: 'docs/api/openapi.json dans les sources',
  },
  endpoint: {
    request: 'Requête',
    answer: 'Réponse',
    failures: 'Échecs',
    required: 'obligatoire',
    example: 'Exemple',
    copy: 'Copier',
    copyCall: 'Copier l’appel de {{name}}',
    copyAnswer: 'Copier la réponse de {{name}}',
    copied: 'Copié',
    copyFailed: 'La copie n’est pas permise ici : sélectionnez le texte et copiez-le.',
  },
};

export const status: TranslationOf<'status'> = {
  meta: {
    title: 'État des services : SoundDesk',
    description:
      'Comment vont les parties de SoundDesk qui ont besoin d’un serveur, et comment elles allaient ces 30 derniers jours.',
  },
  title: 'État des services',
  lead: 'Seuls les comptes, les licences et les messages ont besoin d’un serveur. La réduction de bruit, l’enregistrement et les plug-ins tournent sur votre propre ordinateur, quoi qu’il soit écrit ici.',
  summary: {
    operational: 'Toutes les parties fonctionnent',
    degraded: 'Certaines parties sont lentes',
    outage: 'Certaines parties ne répondent pas',
    unknown: 'Inconnu pour le moment',
    checked: 'Dernière vérification : {{when}}',
  },
  tiles: {
    uptime: 'Répondu en 30 jours',
    uptimeHint: 'L’objectif est de {{aim}} pour cent.',
    response: 'Réponse moyenne',
    services: 'Parties en service',
    ms: '{{ms}} ms',
    ofCount: '{{count}} sur {{all}}',
    noData: 'Pas encore de données',
  },
  states: {
    operational: 'En service',
    degraded: 'Dégradé',
    outage: 'En panne',
    unknown: 'Inconnu',
    not_configured: 'Non configuré',
  },
  services: {
    title: 'Parties',
    database: 'Base de données',
    rest: 'Interface REST',
    auth: 'Connexion',
    functions: 'Fonctions',
    uptime: '{{percent}} % en 30 jours',
    response: '{{ms}} ms',
    chart: '{{service}} : les 30 derniers jours, dont {{days}} avec des données',
    day: '{{day}} : {{answered}} vérifications répondues sur {{checks}}, {{ms}} ms',
    dayWithout: '{{day}} : pas de données',
    oldest: 'Il y a 30 jours',
    newest: 'Aujourd’hui',
    mail: 'Courrier',
    payments: 'Paiements',
    voice: 'Fournisseurs de voix',
    without: {
      mail: 'Aucun service de courrier n’est configuré ici : rien n’est vérifié.',
      payments: 'Aucun paiement n’est configuré ici : rien n’est vérifié.',
      voice:
        'Aucun fournisseur de voix n’est configuré ici : les clés sont les vôtres et restent sur votre ordinateur.',
    },
  },
  incidents: {
    title: 'Incidents',
    none: 'Aucun incident n’a été signalé.',
    states: {
      investigating: 'En cours d’examen',
      monitoring: 'Sous surveillance',
      resolved: 'Résolu',
      completed: 'Terminé',
    },
    impact: { low: 'Impact faible', medium: 'Impact moyen', high: 'Impact fort' },
  },
  subscribe: {
    title: 'Les incidents par e-mail',
    lead: 'Un e-mail quand un incident commence, un autre quand il est résolu. Rien d’autre, et chacun a un lien qui y met fin et efface votre adresse.',
    email: 'E-mail',
    emailInvalid: 'Saisissez une adresse e-mail valide.',
    homepage: 'Laissez ceci vide',
    send: 'S’abonner',
    sent: 'Regardez votre boîte : il y a un e-mail pour {{email}}.',
    sentHint: 'Son lien confirme l’adresse et vaut 48 heures. Avant cela, rien d’autre n’est envoyé.',
    again: 'Une autre adresse',
    unreached: 'Le serveur n’a pas répondu. Réessayez.',
    unreachedLink: 'Le serveur n’a pas répondu. Rechargez la page pour réessayer.',
    done: {
      confirm: 'Confirmé : les incidents vous sont envoyés par e-mail.',
      unsubscribe: 'Vous ne recevrez plus ces e-mails, et votre adresse est effacée.',
    },
  },
  empty: 'Pas encore de données',
  emptyMessage: 'Le serveur vérifie ses parties toutes les cinq minutes et n’a pas encore commencé.',
  failed: 'L’état n’a pas pu être lu',
  none: {
    title: 'Pas de serveur ici',
    text: 'Ce SoundDesk tourne sans serveur ({{reason}}) : il n’y a rien à vérifier.',
  },
};

export const contact: TranslationOf<'contact'> = {
  meta: {
    title: 'Contact : SoundDesk',
    description:
      'Écrivez à ceux qui font SoundDesk : questions, assistance, ventes, licences, partenariat et presse.',
  },
  title: 'Écrivez-nous',
  lead: 'Dites de quoi il s’agit, et nous répondons à votre adresse e-mail sous 24 heures.',
  form: {
    type: 'De quoi il s’agit',
    types: {
      general: 'Question générale',
      support: 'Assistance',
      sales: 'Ventes',
      license_request: 'Demande de licence',
      download_support: 'Aide au téléchargement',
      partnership: 'Partenariat',
      media: 'Médias et presse',
    },
    name: 'Nom',
    email: 'E-mail',
    subject: 'Objet',
    message: 'Message',
    homepage: 'Laissez ceci vide',
    required: 'Remplissez ce champ.',
    tooLong: 'C’est trop long.',
    emailInvalid: 'Saisissez une adresse e-mail, comme name@example.com.',
    send: 'Envoyer le message',
    sending: 'Envoi…',
    unreached: 'Le serveur n’a pas été joint. Rien n’a été envoyé ; votre texte est toujours là : réessayez.',
  },
  licenceRequest: {
    subject: 'Demande d’un lien de téléchargement et d’une licence d’essai',
    message:
      'Merci de m’envoyer un lien de téléchargement de l’application de bureau et une clé de licence d’essai de 7 jours.\n\nMon système : ',
  },
  sent: {
    title: 'Message envoyé !',
    text: 'Nous vous répondons sous 24 heures.',
    again: 'Envoyer un autre message',
  },
  none: {
    title: 'Pas de messages d’ici',
    text: 'Ce SoundDesk n’a pas de serveur qui puisse prendre un message ({{reason}}).',
  },
  ways: 'Autres moyens de nous joindre',
  hours: {
    title: 'Heures de bureau',
    text: 'Du lundi au vendredi, de 9 h à 18 h EST (de 15 h à minuit à Paris).',
  },
  faq: {
    title: 'Avant d’écrire',
    items: {
      download: {
        question: 'Où trouver l’application de bureau ?',
        answer:
          'Aujourd’hui, à partir des sources : la commande est sur la page d’accueil. Demandez ici une clé de licence, et dites quel système vous utilisez.',
      },
      noise: {
        question: 'Quelque chose sonne mal. Que dois-je envoyer ?',
        answer:
          'Le formulaire de remarques d’Aide et assistance peut joindre des données de diagnostic que vous lisez avant. Elles disent quels périphériques, fréquences et latences étaient utilisés, et ne contiennent aucun son.',
      },
      delete: {
        question: 'Comment faire afficher ou supprimer mes données ?',
        answer:
          'Écrivez une question générale depuis l’adresse de votre compte. Elle reçoit une réponse sous 30 jours.',
      },
    },
  },
};

export const gdpr: TranslationOf<'gdpr'> = {
  meta: {
    title: 'Droits sur vos données (RGPD) : SoundDesk',
    description:
      'Vos droits sur vos données, ce que SoundDesk garde de vous, et comment le faire afficher, corriger, remettre ou supprimer.',
  },
  title: 'Vos données sont à vous',
  lead: 'Voyez ce qui est gardé de vous, emportez-le, ou faites-le supprimer. Chaque demande est traitée sous 30 jours.',
  tabs: {
    label: 'Droits sur vos données (RGPD)',
    rights: 'Vos droits',
    data: 'Vos données',
    requests: 'Demandes',
  },
  rights: {
    access: {
      title: 'Accès',
      text: 'Faites afficher ce qui est gardé de vous. Avec un compte, vous téléchargez tout aussitôt.',
    },
    rectification: {
      title: 'Rectification',
      text: 'Faites corriger ce qui est faux. Votre nom et votre adresse, vous les changez vous-même.',
    },
    erasure: {
      title: 'Effacement',
      text: 'Faites supprimer vos données. Avec un compte, vous le supprimez vous-même ; il disparaît après un délai de {{days}} jours.',
    },
    portability: {
      title: 'Portabilité',
      text: 'Emportez vos données ailleurs, en JSON que tout programme peut lire.',
    },
    consent: {
      title: 'Retrait du consentement',
      text: 'Aussi facilement qu’il a été donné : pour les cookies, dans la Politique relative aux cookies ; pour les chiffres d’usage, dans les réglages.',
    },
    complaint: {
      title: 'Réclamation',
      text: 'Adressez-vous à l’autorité de protection des données de votre pays, que vous nous ayez d’abord demandé ou non.',
    },
  },
  data: {
    table: 'Ce qui est gardé de vous, et pendant combien de temps',
    head: { what: 'Quoi', contents: 'Ce qui s’y trouve', kept: 'Combien de temps' },
    rows: {
      account: {
        what: 'Données du compte',
        contents:
          'Adresse e-mail, nom si vous en avez donné un, licences et noms des appareils qui les utilisent',
        kept: 'Tant que le compte est actif',
      },
      usage: {
        what: 'Données d’usage',
        contents:
          'Quand une session a tourné, combien de temps, et ses valeurs mesurées ; seulement là où vous l’avez activé',
        kept: '2 ans',
      },
      media: {
        what: 'Contenus audio et vidéo',
        contents: 'Rien : ils sont traités sur votre propre ordinateur et ne nous sont pas envoyés',
        kept: 'Non gardés par nous',
      },
      billing: {
        what: 'Données de facturation',
        contents: 'Abonnements et factures ; les numéros de carte ne nous parviennent jamais',
        kept: '7 ans, comme la loi le demande',
      },
      messages: {
        what: 'Ce que vous nous écrivez',
        contents: 'Remarques, messages et demandes, avec l’adresse que vous avez donnée',
        kept: 'Jusqu’à ce que ce soit réglé, ou que votre compte soit supprimé',
      },
    },
    local:
      'Réglages, préréglages, enregistrements et journal se trouvent sur votre propre ordinateur. Ils ne font pas partie d’un téléchargement et nous ne les supprimons pas : supprimez-les là où ils sont.',
  },
  officer: {
    title: 'Délégué à la protection des données',
    text: 'Répond sous {{hours}} heures. Écrivez par le formulaire de contact, et commencez l’objet par « Protection des données ».',
    action: 'Écrire un message',
  },
  form: {
    title: 'Faire la demande',
    lead: 'Pour tous, avec un compte ou sans.',
    type: 'Ce que vous demandez',
    choose: 'Choisir…',
    types: {
      access: 'Accès : ce qui est gardé de moi',
      rectification: 'Rectification : quelque chose est faux',
      erasure: 'Effacement : supprimez mes données',
      portability: 'Portabilité : remettez-moi mes données',
    },
    email: 'E-mail',
    emailHint: 'La réponse y est envoyée. Ce doit être l’adresse à laquelle les données appartiennent.',
    emailInvalid: 'Saisissez une adresse e-mail, comme name@example.com.',
    details: 'Détails (facultatif)',
    tooLong: 'C’est trop long.',
    homepage: 'Laissez ceci vide',
    send: 'Envoyer la demande',
    sending: 'Envoi…',
    unreached: 'Le serveur n’a pas été joint. Rien n’a été envoyé ; votre texte est toujours là : réessayez.',
  },
  sent: {
    title: 'Demande envoyée',
    text: 'Elle est traitée sous 30 jours, et vous recevez de nos nouvelles à l’adresse que vous avez donnée.',
    again: 'Envoyer une autre demande',
  },
  own: {
    title: 'Votre compte',
    signedIn: 'Connecté en tant que {{email}}.',
    signedOut:
      'Une fois connecté, vous téléchargez ici toutes vos données et supprimez votre compte vous-même, aussitôt.',
    signIn: 'Se connecter',
    download: 'Télécharger mes données',
    downloaded: 'Vos données ont été téléchargées sous le nom {{name}}.',
    progress: 'Lecture : {{rows}} entrées jusqu’ici',
    givenUp: 'Le téléchargement a été abandonné. Aucun fichier n’a été enregistré.',
    downloadFailed: 'Vos données n’ont pas pu être lues : {{reason}}',
    delete: 'Supprimer mon compte',
    deleteQuestion: 'Supprimer votre compte ?',
    deleteMessage:
      'Il disparaît après {{days}} jours, avec vos licences, messages et données d’usage. Jusque-là, vous pouvez revenir ici sur votre décision. Un abonnement encore en cours est résilié chez PayPal ce jour-là : pour cesser de payer plus tôt, résiliez-le d’abord sur la page de facturation. Les factures et les paiements restent 7 ans avec le nom et l’adresse qui y figurent, comme la loi le demande.',
    deleteConfirm: 'Supprimer mon compte',
    keep: 'Le garder',
    deleteFailed: 'Votre compte n’a pas été marqué pour suppression : {{reason}}',
    due: 'Votre compte est supprimé le {{day}}. Jusque-là, tout marche comme avant.',
    takeBack: 'Garder mon compte',
    takeBackFailed: 'La suppression n’a pas pu être annulée : {{reason}}',
    kept: 'Votre compte reste.',
  },
  cases: {
    title: 'Vos demandes',
    states: { pending: 'Reçue', in_progress: 'En cours', done: 'Réglée' },
    by: 'À régler avant le {{day}}',
  },
  none: {
    title: 'Pas de demandes d’ici',
    text: 'Ce SoundDesk n’a pas de serveur qui garde des données de vous ({{reason}}).',
  },
};
