import type { TranslationOf } from '../texts.ts';

export const licence: TranslationOf<'licence'> = {
  documentTitle: 'Licence',
  loadFailed: 'La licence n’a pas pu être lue',
  welcome: {
    title: 'Bienvenue dans {{product}}',
    message:
      'L’application de bureau demande une clé de licence. Saisissez la vôtre une fois : elle marche ensuite hors ligne.',
    studioNext: 'Choisissez comment continuer. Le studio s’ouvre ensuite.',
  },
  states: {
    trialOver: {
      title: 'Votre essai est terminé',
      message:
        'Avec une formule payante, choisissez votre licence ci-dessous ou saisissez sa clé. Ou continuez avec la formule gratuite. Ce que vous avez enregistré reste.',
    },
    ended: {
      title: 'Cette licence a expiré',
      message:
        'Saisissez une autre clé de licence, ou continuez avec la formule gratuite. Ce que vous avez enregistré reste.',
    },
    noContact: {
      title: 'Cette licence n’a pas pu être renouvelée',
      message:
        'Pendant 21 jours, {{product}} n’a pas joint le serveur de comptes. Connectez cet ordinateur au réseau, puis renouvelez.',
    },
    revoked: {
      title: 'Cette licence a été révoquée',
      message: 'Elle ne peut plus être utilisée. Contactez-nous, ou saisissez une autre clé de licence.',
    },
    deactivated: {
      title: 'Cet appareil a été désactivé',
      message: 'La licence a été libérée d’un autre endroit. Réactivez cet appareil pour continuer.',
    },
    wrongDevice: {
      title: 'Cette licence appartient à un autre appareil',
      message:
        'Les données de {{product}} ont été copiées d’un autre ordinateur. Activez celui-ci : par sa clé, ou en le choisissant parmi vos licences.',
    },
    clockMovedBack: {
      title: 'L’horloge de cet ordinateur a été reculée',
      message:
        '{{product}} a été utilisé pour la dernière fois le {{latest}}, et l’horloge indique une heure antérieure. Remettez-la à l’heure, puis vérifiez de nouveau ; un contact avec le serveur de comptes y remédie aussi.',
    },
    damaged: {
      title: 'La licence de cet appareil est endommagée',
      message:
        'Elle a été modifiée ou ne peut pas être lue. Saisissez de nouveau votre clé de licence : rien d’autre n’est perdu.',
    },
  },
  key: {
    label: 'Clé de licence',
    placeholder: 'SD-XXXXX-XXXXX-XXXXX-XXXXX',
    activate: 'Activer',
    form: 'Une clé de licence a la forme SD-XXXXX-XXXXX-XXXXX-XXXXX.',
  },
  file: {
    drop: 'Déposez ici un fichier de licence, ou',
    choose: 'choisissez un fichier',
    input: 'Fichier de licence',
    tooLarge:
      'Ce fichier est plus gros qu’un fichier de licence ne peut l’être. Choisissez celui qui est venu avec votre licence.',
    unreadable: 'Ce fichier n’a pas pu être lu. Choisissez-en un autre, ou collez la clé.',
  },
  or: 'ou',
  account: {
    signIn: 'Se connecter et choisir une licence',
    startTrial: 'Essai gratuit de 14 jours',
    trialNote: 'Sans carte bancaire. L’essai est celui de votre compte et prend fin avec lui.',
    signedInAs: 'Connecté en tant que {{email}}',
    yours: 'Vos licences',
    none: 'Il n’y a pas encore de licence sur ce compte.',
    loadFailed: 'Vos licences n’ont pas pu être lues',
    use: 'Utiliser sur cet appareil',
    useNamed: 'Utiliser sur cet appareil : {{key}}',
    inUse_zero: 'sur aucun appareil',
    inUse_one: 'sur {{count}} appareil sur {{most}}',
    inUse_other: 'sur {{count}} appareils sur {{most}}',
    thisDevice: 'cet appareil',
    deactivate: 'Désactiver',
    deactivateNamed: 'Désactiver {{name}}',
    since: 'depuis le {{date}}',
    full: 'Utilisée sur autant d’appareils qu’elle le permet : désactivez d’abord l’un d’eux.',
    over: 'ne peut plus être utilisée',
    otherProduct: 'pas pour l’application de bureau',
    otherPlatform: 'pour {{platform}}',
  },
  usePlan: {
    failed: 'La formule n’est pas encore sur cet appareil',
    none: 'Votre compte n’a pas de place dans cette formule : l’espace de travail compte plus de personnes que de places payées.',
  },
  platforms: { windows: 'Windows', mac: 'macOS', linux: 'Linux', desktop: 'Tous les systèmes' },
  status: { trial: 'essai', active: 'active', expired: 'expirée', revoked: 'révoquée' },
  noServer: {
    title: 'Il n’y a pas de serveur de comptes ici',
    message:
      'Les clés, la connexion et l’essai en demandent un. « npm start » lance celui de cet ordinateur avec l’application ; un serveur hébergé se règle par SOUNDDESK_SUPABASE_URL et SOUNDDESK_SUPABASE_ANON_KEY.',
  },
  free: {
    action: 'Continuer avec la formule gratuite',
    note: '{{minutes}} minutes de réduction de bruit par jour, sans licence.',
    usedUp: 'La formule gratuite du jour est épuisée',
    usedUpMessage:
      'La réduction de bruit a tourné {{minutes}} minutes aujourd’hui. Elle reprend demain ; avec une licence, il n’y a pas de limite.',
  },
  renew: 'Renouveler maintenant',
  checkAgain: 'Vérifier de nouveau',
  sent: {
    title: 'Ce qui est envoyé',
    sent: 'Envoyé à {{server}} : la clé, un nombre aléatoire pour cet appareil ({{device}}…), son nom « {{name}} » et son système.',
    sentNowhere: 'Rien n’est envoyé tant qu’il n’y a pas de serveur de comptes.',
    notSent: 'Jamais envoyé : son, vidéo, noms de fichiers, ni ce que vous faites dans {{product}}.',
    offline:
      'Ensuite, cela marche 14 jours sans réseau, et 7 de plus avec un avis. Tout contact la renouvelle.',
    keychain: 'La licence est gardée dans le trousseau de ce système.',
    file: 'La licence est gardée dans un fichier que seul votre compte d’utilisateur sur cet ordinateur peut lire : il n’y a pas de trousseau ici.',
  },
  pill: {
    trial_one: 'Essai : encore {{count}} jour',
    trial_other: 'Essai : encore {{count}} jours',
    active: 'Sous licence',
    grace_one: 'À renouveler sous {{count}} jour',
    grace_other: 'À renouveler sous {{count}} jours',
    free: 'Formule gratuite',
  },
  dialog: {
    title: 'Licence',
    license: 'Licence',
    plan: 'Formule',
    state: 'État',
    device: 'Cet appareil',
    contact: 'Dernier contact',
    never: 'jamais',
    trialEnds: 'Essai jusqu’au {{date}}',
    activeUntil: 'Active ; marche hors ligne jusqu’au {{date}}',
    graceUntil_one: 'Non renouvelée ; marche encore {{count}} jour',
    graceUntil_other: 'Non renouvelée ; marche encore {{count}} jours',
    freeUsed: 'Formule gratuite : {{used}} minutes sur {{limit}} utilisées aujourd’hui',
    deactivate: 'Désactiver cet appareil',
    deactivateAsk: 'Désactiver cet appareil ?',
    deactivateMessage:
      'La licence est alors libre pour un autre appareil. Celui-ci en demande une de nouveau, ou continue avec la formule gratuite.',
    renewed: 'La licence a été renouvelée',
    deactivated: 'Cet appareil a été désactivé',
  },
  activated: '{{product}} est activé',
};
