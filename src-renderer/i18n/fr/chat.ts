import type { TranslationOf } from '../texts.ts';

export const chat: TranslationOf<'chat'> = {
  title: 'Assistant SoundDesk',
  minimise: 'Réduire la discussion',
  restore: 'Afficher la discussion',
  close: 'Fermer la discussion et l’oublier',
  log: 'Conversation',
  you: 'Vous',
  assistant: 'Assistant',
  welcome:
    'Posez une question sur SoundDesk. Je suis un programme qui consulte la liste des tarifs et les articles d’aide ; je ne garde rien, et cette conversation disparaît quand vous la fermez.',
  input: 'Votre question',
  placeholder: 'Écrivez une question',
  send: 'Envoyer',
  thinking: 'L’IA réfléchit…',
  tooLong: 'Une question compte au plus {{most}} caractères.',
  promptsLabel: 'Questions rapides',
  prompts: {
    product: 'Qu’est-ce que {{product}} ?',
    pricing: 'Tarifs et formules',
    download: 'Télécharger l’application de bureau',
    requirements: 'Configuration requise',
  },
  handOver: {
    action: 'Passer à une personne',
    hint: 'Reprend cette conversation dans le formulaire de contact, où vous pouvez la modifier avant l’envoi.',
    head: 'Ma question dépasse ce à quoi l’assistant a pu répondre :',
    heading: 'Conversation avec l’assistant',
  },
  answers: {
    greeting: 'Bonjour. Que souhaitez-vous savoir sur SoundDesk ?',
    thanks: 'Avec plaisir.',
    plan: '{{plan}} : {{monthly}} $ par utilisateur et par mois, ou {{yearly}} $ par an.',
    free: 'Gratuit : {{minutes}} minutes de réduction de bruit par jour.',
    planLine: '{{plan}}, {{monthly}} $ par utilisateur et par mois ou {{yearly}} $ par an, comprend :',
    planBefore: 'Tout ce que contient {{plan}}, et :',
    inTheMaking: '{{feature}} (en préparation)',
    trial: 'Il commence à l’inscription ; aucune carte n’est demandée.',
    tracks: 'Ce que chaque formule enregistre à la fois :',
    tracksLine: '{{plan}} : audio {{audio}}, vidéo {{video}}',
    system: '{{where}} : enregistrements : {{files}}. En direct : {{live}}.',
    data: 'Ce qui est gardé de vous, vos droits et la façon de supprimer vous-même votre compte se trouvent sur la page des droits sur les données.',
    students: 'La liste des prix n’indique aucun prix pour les étudiants ou les écoles. Demandez-nous.',
    phone: 'Il n’y a pas d’application pour téléphones et tablettes. Ce qui marche, et où :',
    teams: 'Gestion des équipes par formule :',
    teamsLine: '{{plan}} : {{level}}',
    invoices:
      'La page « Billing » liste toutes les factures ; propriétaires et administrateurs la voient. « Download » enregistre une facture en PDF. Votre numéro fiscal se saisit sous « Billing details ».',
    trialKey: 'Une clé d’essai pour l’application de bureau vaut {{keyDays}} jours.',
    status:
      'L’état actuel des parties qui ont besoin d’un serveur, et celui des 30 derniers jours, se trouve sur la page d’état.',
    human:
      'Je suis un programme, et personne ne lit ce chat. Écrivez-nous : le support répond sous {{leastHours}}–{{mostHours}} heures. Heures de bureau : {{hours}}',
    unknown:
      'Je ne suis pas sûr. Reformulez, ou écrivez-nous : le support répond sous {{leastHours}}–{{mostHours}} heures.',
  },
  words: {
    greeting: 'bonjour, bonsoir, salut, coucou, hello',
    thanks: 'merci, merci beaucoup, super, parfait, génial, au revoir',
    product:
      'qu’est-ce que sounddesk, c’est quoi sounddesk, c’est quoi, que fait sounddesk, que peut faire sounddesk, à quoi sert, pour qui est, à propos de sounddesk, qu’est-ce que c’est',
    pricing:
      'prix, tarif*, tarifs et formules, coûte*, coût*, combien coûte, ça coûte combien, c’est combien, formules, abonnement*, abonner, cher, annuel*, mensuel*, acheter, payer pour, en dollars',
    essential: 'essential, formule essential',
    professional: 'professional, formule professional, formule pro',
    enterprise: 'enterprise, formule enterprise',
    free: 'gratuit*, gratuitement, version gratuite, formule gratuite, sans payer, minutes par jour, minutes, limite quotidienne, quotidien*, limite par jour',
    trial:
      'essai, essayer, essai gratuit, période d’essai, essayer gratuitement, 14 jours, carte bancaire, carte de crédit, sans carte',
    cancel:
      'résili*, résilier mon abonnement, annuler mon abonnement, annuler abonnement, annuler l’abonnement, annuler, à tout moment, puis-je annuler, arrêter de payer, me désabonner, désabonn*',
    refund: 'rembours*, me faire rembourser, satisfait ou remboursé, récupérer mon argent',
    volume:
      'remise*, réduction pour, remise sur volume, beaucoup de places, 50 places, grande équipe, grandes équipes',
    keys: 'propres clés, ma propre clé, mes propres clés, clés de fournisseur*, clé d’api, elevenlabs, openai, voix par ia, cloner une voix, cloner ma voix, clonage de voix, clon*, clonage vocal',
    keep: 'si j’arrête de payer, quand j’arrête de payer, perdre mes enregistrements, garder mes enregistrements, enregistrements après l’essai',
    tracks:
      'multipiste*, combien de pistes, combien de micros, combien de caméras, pistes à la fois, micros à la fois, sources vidéo',
    download:
      'télécharg*, install*, installateur*, application de bureau, appli de bureau, où trouver l’application',
    requirements:
      'configuration requise, configuration, quel système*, quels systèmes, système* d’exploitation, compatible*, marche sur mon, marche sous, fonctionne sur mon, fonctionne sous',
    licence: 'licence*, clé de licence, activer*, activation, clé d’essai',
    payment: 'paiement*, paypal, payer avec, payer par, moyen de paiement, moyens de paiement',
    data: 'supprimer mon compte, supprimer mes données, effacer mes données, mes données, données, quelles données, rgpd, droits sur les données, données personnelles, confidentialité',
    status: 'état des services, état du service, en panne, panne*, le serveur, serveurs, disponibilité',
    human:
      'humain, personne, conseiller*, support, contact*, parler à quelqu’un, parler à une personne, par téléphone, numéro de téléphone, appeler, réclamation*, vraie personne',
    students:
      'étudiant*, réduction étudiant*, réduction pour les étudiants, tarif étudiant, école*, université*, enseignant*, scolaire*, lycée*, éducation, élève*',
    invoices: 'facture*, mes factures, télécharger mes factures, télécharger factures, reçu, tva',
    compare: 'krisp, noisetorch, alternative*, compar*, différen*, concurren*, mieux que, par rapport à',
    phone:
      'iphone*, ipad*, ios, android*, tablette*, téléphone, mobile*, smartphone*, portable, mon téléphone',
    linux: 'linux, ubuntu, debian, fedora, arch, mint, suse',
    macos: 'mac, macos, mac os, macbook*, imac, apple, mon mac',
    windows: 'windows, win10, win11, pc',
    uploaded:
      'envoyé*, envoyer, envoie, téléversé*, téléverser, cloud, sur vos serveurs, écouter mes, mis en ligne',
    offline:
      'hors ligne, hors connexion, internet, sans internet, sans réseau, sans connexion, wifi, avion, offline',
    latency: 'latence*, retard*, délai*, décalage*, millisecondes, ms, temps réel',
    'other-programs':
      'zoom, discord, obs, google meet, meet, microsoft teams, ms teams, avec teams, dans teams, slack, skype, webex, autres programmes, autres applications',
    echo: 'écho*, enlever l’écho, annulation d’écho, réverbération*',
    password:
      'mot de passe, mot de passe oublié, mots de passe, réinitialiser, me connecter, connexion impossible, identifiants',
    guests: 'invité*, inviter*, inviter un invité, interview*, entretien*, à distance, distance, autre ville',
    formats: 'export*, mp3, wav, flac, ogg, opus, format*, type de fichier, enregistrer sous, enregistrer en',
    teams:
      'équipe*, formule pour les équipes, mon équipe, membre*, ajouter des membres, entreprise, société, organisation*, plusieurs utilisateurs, gérer les utilisateurs, collègue*, employé*',
  },
  emptyWords:
    'a ai ainsi alors après as au aussi autre aux avec avez bien c ce ceci cela ces cet cette comme comment d dans de des deux donc dont du elle en encore est et être eu fait faire faut il ils j je l la le les leur leurs lui m ma mais me mes moi mon n ne nos notre nous on ont ou où par pas peu peut peux plus pour pourquoi puis qu quand que quel quelle quelles quels qui quoi s sa sans se ses si son sont sous sur t ta te tes toi ton tous tout très tu un une vos votre vous y sounddesk',
  questions: {
    start: {
      question: 'Comment démarrer la réduction de bruit ?',
      answer:
        'Dans Accueil, choisissez un micro et une sortie, puis appuyez sur le grand bouton ou sur la touche N. Choisissez un préréglage rapide adapté à la pièce ; il prend effet aussitôt.',
    },
    'other-programs': {
      question: 'Comment Zoom, Meet, Teams, Discord ou OBS entendent-ils la voix nettoyée ?',
      answer:
        'Sous Linux, activez le micro virtuel dans Amélioration du son, envoyez-y le son et choisissez ce micro dans l’autre programme. Sous macOS et Windows, un câble virtuel d’un autre éditeur fait de même.',
    },
    uploaded: {
      question: 'Ma voix est-elle envoyée quelque part ?',
      answer:
        'Non. Le son est traité sur votre propre ordinateur, en direct et dans les fichiers. Seuls la connexion au compte, les licences et les commentaires que vous envoyez passent par le réseau.',
    },
    offline: {
      question: 'Est-ce que cela marche hors ligne, sans réseau ?',
      answer:
        'Oui : la réduction de bruit, l’enregistrement, le nettoyage de fichiers, les plug-ins et cette aide. Une licence vaut {{tokenDays}} jours sans contact, et {{graceDays}} de plus avec un avis.',
    },
    latency: {
      question: 'Quelle est la latence ?',
      answer:
        'Accueil montre ce qui a été mesuré : la médiane et le 99e centile, du micro à la sortie. Le modèle de bruit prend 20 ms ; le reste vient du tampon que vous avez choisi et de vos périphériques.',
    },
    'cut-words': {
      question: 'Pourquoi les mots sont-ils coupés, ou ma voix sonne-t-elle creux ?',
      answer:
        'Baissez d’abord « Sensitivity », puis « Reduction », et coupez la suppression de bruit du programme dans lequel vous parlez : enlever le bruit deux fois abîme une voix.',
    },
    files: {
      question: 'Puis-je nettoyer un enregistrement que j’ai déjà ?',
      answer:
        'Oui : déposez-le sur Amélioration du son, ou utilisez la ligne de commande pour de nombreux fichiers. Le résultat se superpose à l’enregistrement à l’échantillon près.',
    },
    formats: {
      question: 'Dans quels formats puis-je enregistrer ?',
      answer:
        'L’application de bureau enregistre un enregistrement nettoyé en {{formats}} ; la page web en WAV.',
    },
    echo: {
      question: 'Enlève-t-il l’écho ?',
      answer:
        'L’annulation d’écho retire du micro ce que SoundDesk joue par les haut-parleurs. Avec un casque, il n’y a pas d’écho : laissez-la éteinte. L’écho d’une pièce reste ; rapprochez-vous du micro.',
    },
    guests: {
      question: 'Puis-je enregistrer des invités qui sont ailleurs ?',
      answer:
        'Oui. Retrouvez-les dans Zoom, Meet ou un autre programme : Meeting Recorder garde votre voix et celle des autres sur des pistes séparées. SoundDesk ne passe pas d’appels et n’invite personne, et tous les autres partagent une piste.',
    },
    password: {
      question: 'J’ai oublié mon mot de passe. Que faire ?',
      answer:
        'Sur la page de connexion, demandez un nouveau mot de passe par e-mail. Il sert une fois et vous en demande un à vous ; tant que vous ne l’utilisez pas, l’actuel reste valable.',
    },
    browser: {
      question: 'Que sait faire l’application de bureau que la page web ne sait pas faire ?',
      answer:
        'Plusieurs canaux à la fois, des plug-ins VST3, davantage de types de fichiers, le son de l’ordinateur lui-même et un micro pour les autres programmes. La page web nettoie un micro, avec le même son.',
    },
    free: {
      question: 'Que donne la formule gratuite ?',
      answer:
        '{{minutes}} minutes de réduction de bruit par jour, sans licence. Elle ne coupe jamais un enregistrement, et le nettoyage de fichiers n’est pas compté.',
    },
    'safe-takes': {
      question: 'Que devient un enregistrement si le programme ou l’ordinateur s’arrête ?',
      answer:
        'Il manque au plus la dernière seconde. La prise est complétée au démarrage suivant, et son certificat dit ce qu’elle contient, à l’échantillon près.',
    },
    'plug-ins': {
      question: 'Un plug-in peut-il faire échouer mon enregistrement ?',
      answer:
        'Non. Les plug-ins de chaque canal tournent dans un processus à part. Celui qui plante ou se bloque laisse son canal sans effet, et l’enregistrement continue.',
    },
    wrong: {
      question: 'Quelque chose ne marche pas. Qu’est-ce qui vous aide à m’aider ?',
      answer:
        'Dites ce que vous avez fait et ce que vous attendiez, dans l’onglet « Feedback ». Vous pouvez joindre un diagnostic : vous le lisez avant, et il ne contient ni mot de passe, ni clé, ni adresse e-mail.',
    },
  },
};
