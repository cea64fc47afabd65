import { LICENCE_TRIAL_DAYS } from '../../../src-shared/domain/licence.ts';
import { MONEY_BACK_DAYS } from '../../../src-shared/domain/plans.ts';
import type { LegalDocuments } from '../../site/legal/legalDocument.ts';

export const legalDocuments: LegalDocuments = {
  privacy: {
    title: 'Politique de confidentialité',
    description:
      'Ce que SoundDesk sait de vous, où c’est gardé, pendant combien de temps, et comment le faire afficher ou supprimer.',
    updated: '2026-11-24',
    lead: 'Votre son et vos images sont traités là où ils ont été enregistrés : sur votre propre ordinateur. Un compte a besoin d’une adresse e-mail. C’est l’essentiel ; le reste est ci-dessous.',
    sections: [
      {
        id: 'audio-and-video',
        title: 'Votre son et vos images',
        paragraphs: [
          'La réduction de bruit, l’enregistrement et le nettoyage de fichiers tournent sur votre ordinateur. SoundDesk n’en envoie rien. Le son nettoyé en direct n’est pas gardé ; les enregistrements sont des fichiers dans un dossier que vous choisissez.',
          'L’IA vocale, si vous l’utilisez, envoie ce que vous lui donnez au fournisseur dont vous avez saisi la clé. La clé est à vous, elle est gardée sur votre ordinateur et n’est jamais envoyée à nos serveurs.',
        ],
      },
      {
        id: 'what-we-keep',
        title: 'Ce qui est gardé sur le serveur',
        paragraphs: ['Avec un compte :'],
        list: [
          'données du compte : votre adresse e-mail, votre nom si vous en avez donné un, et un mot de passe dont seul le hachage est connu ;',
          'licences : quelle clé vous appartient, ainsi que le nom et la plateforme de chaque appareil qui l’utilise ;',
          'données de facturation : abonnements, factures, et ce que le prestataire de paiement nous dit d’un paiement. Les numéros de carte ne nous parviennent jamais ;',
          'par le lien de quel affilié vous êtes venu, s’il y en a un : l’affilié voit un numéro et ce qu’il rapporte, ni votre nom ni votre adresse ;',
          'ce que vous nous écrivez : remarques, messages et demandes, avec l’adresse e-mail que vous avez donnée ;',
          'données d’usage, seulement là où vous les avez activées dans les réglages : quand une session a tourné, combien de temps, et ses valeurs mesurées. Aucun son.',
        ],
      },
      {
        id: 'third-parties',
        title: 'Qui travaille pour nous',
        paragraphs: [
          'Des services de ces types voient ce dont ils ont besoin pour leur travail, et rien d’autre :',
        ],
        list: [
          'base de données et authentification : votre compte ;',
          'paiement : vos paiements ;',
          'IA vocale : ce que vous lui donnez, avec votre propre clé ;',
          'transcription et traduction : ce que vous leur donnez, avec votre propre clé.',
        ],
      },
      {
        id: 'how-long',
        title: 'Combien de temps c’est gardé',
        paragraphs: [],
        table: {
          head: ['Quoi', 'Combien de temps'],
          rows: [
            ['Données du compte', 'Tant que le compte est actif'],
            ['Données d’usage', '2 ans'],
            [
              'Adresse e-mail pour les avis d’incident',
              'Jusqu’à votre désabonnement ; 48 heures si vous ne la confirmez pas',
            ],
            ['Données de facturation', '7 ans, comme la loi le demande'],
            ['Audio et vidéo', 'Traités sur votre ordinateur ; non gardés par nous'],
          ],
        },
      },
      {
        id: 'your-rights',
        title: 'Vos droits',
        paragraphs: [
          'Vous pouvez faire afficher, corriger, remettre dans un format courant et supprimer vos données. Chaque demande reçoit une réponse sous 30 jours.',
          'Avec un compte, vous téléchargez toutes vos données et supprimez le compte vous-même, sur la page des droits sur vos données. Il disparaît après 14 jours, pendant lesquels vous pouvez revenir sur votre décision ; les factures et les paiements restent 7 ans, avec le nom et l’adresse qui y figurent, comme la loi le demande.',
          'Un consentement se retire aussi facilement qu’il a été donné : dans les réglages et, pour les cookies, sur la page de la Politique relative aux cookies.',
        ],
      },
      {
        id: 'children',
        title: 'Âge',
        paragraphs: [
          'SoundDesk s’adresse aux personnes de 18 ans ou plus, ou qui ont le consentement d’un parent.',
        ],
      },
      {
        id: 'security',
        title: 'Comment c’est protégé',
        paragraphs: [
          'Chaque ligne de la base de données appartient à quelqu’un, et la base elle-même vérifie qui demande. Les connexions sont chiffrées. Les clés de licence sont gardées scellées ; les mots de passe, sous forme de hachage seulement. L’application de bureau garde les clés dans le trousseau du système.',
        ],
      },
      {
        id: 'changes',
        title: 'Modifications',
        paragraphs: [
          'Si ce texte change d’une manière qui compte, les personnes qui ont un compte en sont informées 30 jours avant.',
        ],
      },
    ],
  },
  terms: {
    title: 'Conditions d’utilisation',
    description:
      'Ce que vous obtenez avec SoundDesk, ce que cela coûte, comment cela finit, et qui répond de quoi.',
    updated: '2026-11-21',
    lead: 'Ces conditions lient vous et ceux qui font SoundDesk. Le programme lui-même est un logiciel libre sous GPL, version 3 ou ultérieure, dont les termes priment là où ils diffèrent.',
    sections: [
      {
        id: 'account',
        title: 'Votre compte',
        paragraphs: [
          'Vous avez 18 ans ou plus, ou le consentement d’un parent. Vous gardez votre mot de passe pour vous et répondez de ce qui est fait avec votre compte.',
        ],
      },
      {
        id: 'trial',
        title: 'L’essai',
        paragraphs: [
          `Chaque nouveau compte a tout pendant ${LICENCE_TRIAL_DAYS} jours, sans carte. À la fin de l’essai, rien n’est facturé : vous continuez avec la formule gratuite, ou en choisissez une autre.`,
        ],
      },
      {
        id: 'payment',
        title: 'Paiement, renouvellement et remboursement',
        paragraphs: [
          'Les formules se paient par utilisateur, au mois ou à l’année, d’avance, aux prix de la page des tarifs. Elles se renouvellent jusqu’à votre résiliation, possible à tout moment ; ce qui est alors payé court jusqu’à son terme.',
          `Dans les ${MONEY_BACK_DAYS} jours qui suivent un paiement, il vous est rendu sans motif.`,
        ],
      },
      {
        id: 'licence',
        title: 'La clé de licence',
        paragraphs: [
          'L’application de bureau demande une clé de licence. Une clé appartient à une personne et peut passer d’un appareil à l’autre. Sans clé, la formule gratuite fonctionne.',
        ],
      },
      {
        id: 'yours',
        title: 'Ce que vous faites est à vous',
        paragraphs: [
          'Les enregistrements, vidéos et textes que vous faites avec SoundDesk vous appartiennent. Nous n’y revendiquons aucun droit. Vous répondez d’avoir le consentement des personnes que vous enregistrez, comme le droit le demande là où vous êtes.',
        ],
      },
      {
        id: 'service',
        title: 'Ce que nous visons',
        paragraphs: [
          'Nous visons une disponibilité des services en ligne de 99,9 pour cent du temps. L’application de bureau marche sans eux. Les abonnés payants ont une assistance prioritaire.',
        ],
      },
      {
        id: 'forbidden',
        title: 'Ce qui n’est pas permis',
        paragraphs: [],
        list: [
          'enregistrer des personnes en secret là où c’est interdit ;',
          'cloner une voix sans le consentement de la personne à qui elle appartient ;',
          'attaquer les services, ou s’en servir pour nuire à d’autres.',
        ],
      },
      {
        id: 'end',
        title: 'Comment cela finit',
        paragraphs: [
          'Vous pouvez supprimer votre compte à tout moment. Nous pouvons y mettre fin avec un préavis de 30 jours, ou aussitôt s’il est utilisé contre ces conditions ; ce qui est payé pour la suite est remboursé.',
        ],
      },
      {
        id: 'liability',
        title: 'Responsabilité',
        paragraphs: [
          'SoundDesk est fourni sans garantie, dans la mesure où la loi le permet. Là où nous sommes responsables, ce n’est pas au-delà de ce que vous avez payé dans les 12 mois précédents.',
        ],
      },
      {
        id: 'changes',
        title: 'Modifications',
        paragraphs: [
          'Les modifications sont annoncées 30 jours avant de compter. Les questions sur ces conditions reçoivent une réponse sous 30 jours.',
        ],
      },
    ],
  },
  cookies: {
    title: 'Politique relative aux cookies',
    description:
      'Ce que SoundDesk garde dans votre navigateur, pour quoi il attend votre consentement, et comment changer d’avis.',
    updated: '2026-11-21',
    lead: 'SoundDesk ne pose aucun cookie à lui avant que vous n’en acceptiez un. Ce qu’il doit retenir, il le garde dans le stockage de votre navigateur, qui n’est pas envoyé avec les requêtes. Cette page appelle « cookie » l’un et l’autre.',
    sections: [
      {
        id: 'necessary',
        title: 'Nécessaires',
        paragraphs: [
          'Votre session tant que vous êtes connecté, vos réglages, et le choix que vous faites sur cette page. Ils ne demandent pas de consentement, puisque rien ne marche sans eux.',
        ],
      },
      {
        id: 'optional',
        title: 'Facultatifs',
        paragraphs: ['Deux groupes sont désactivés jusqu’à ce que vous les activiez :'],
        list: [
          'préférences : ce qu’une page publique retient de vous, pendant 60 jours aussi de quel affilié venait le lien que vous avez suivi ;',
          'statistiques : le comptage des visites par un service d’analyse d’audience.',
        ],
      },
      {
        id: 'your-choice',
        title: 'Votre choix',
        paragraphs: ['Retirer son consentement est aussi facile que de le donner :'],
      },
      {
        id: 'third-parties',
        title: 'Services d’autres',
        paragraphs: [
          'Des services de ces types peuvent garder quelque chose dans votre navigateur, chacun seulement quand vous l’utilisez ou l’avez accepté : authentification et base de données, paiement, analyse d’audience, chat d’assistance.',
        ],
      },
      {
        id: 'retention',
        title: 'Combien de temps ils restent',
        paragraphs: [],
        table: {
          head: ['Groupe', 'Gardés'],
          rows: [
            ['Cookies de session', 'Jusqu’à la fermeture du navigateur'],
            ['Cookies de préférences', '1 an'],
            ['Cookies de statistiques', '2 ans'],
          ],
        },
      },
      {
        id: 'browser',
        title: 'Dans votre navigateur',
        paragraphs: [
          'Tout navigateur montre et supprime ce que les pages gardent : dans Chrome et Edge sous Paramètres, Confidentialité et sécurité, Données des sites ; dans Firefox sous Paramètres, Vie privée et sécurité, Cookies et données de sites ; dans Safari sous Réglages, Confidentialité, Gérer les données de site web.',
        ],
      },
      {
        id: 'deletion',
        title: 'Ce qui se perd avec eux',
        paragraphs: [
          'Vous êtes déconnecté. Dans l’application du navigateur, vos réglages, vos préréglages et le compte de vos sessions disparaissent, puisqu’ils ne sont nulle part ailleurs ; l’application de bureau les garde dans des fichiers et ne perd rien.',
        ],
      },
      {
        id: 'contact',
        title: 'Questions',
        paragraphs: [
          'Écrivez-nous par la page de contact. Ce qui touche aux cookies reçoit une réponse sous 48 heures.',
        ],
      },
    ],
  },
};
