import type { TranslationOf } from '../texts.ts';

export const auth: TranslationOf<'auth'> = {
  titles: {
    signin: { title: 'Se connecter', subtitle: 'Heureux de vous revoir' },
    signup: { title: 'Créer un compte', subtitle: 'Commencez votre essai gratuit de 14 jours' },
    forgot: {
      title: 'Réinitialiser le mot de passe',
      subtitle:
        'Nous envoyons un nouveau mot de passe de 12 caractères à votre adresse e-mail. Il sert une fois, pendant 15 minutes ; tant que vous ne l’utilisez pas, l’actuel reste valable.',
    },
    reset: {
      title: 'Définir un nouveau mot de passe',
      subtitle: 'Choisissez un mot de passe d’au moins 6 caractères.',
    },
  },
  name: 'Nom',
  email: 'E-mail',
  password: 'Mot de passe',
  newPassword: 'Nouveau mot de passe',
  confirmPassword: 'Confirmer le mot de passe',
  showPassword: 'Afficher le mot de passe',
  hidePassword: 'Masquer le mot de passe',
  mismatch: 'Les mots de passe ne correspondent pas',
  tooShort: 'Le mot de passe doit compter au moins 6 caractères',
  signIn: 'Se connecter',
  signUp: 'Créer un compte',
  sendPassword: 'Envoyer un nouveau mot de passe',
  sendLink: 'Envoyer plutôt un lien',
  setPassword: 'Définir le nouveau mot de passe',
  forgot: 'Mot de passe oublié ?',
  toSignUp: 'Pas encore de compte ?',
  toSignUpLink: 'Créez-en un',
  toSignIn: 'Vous avez un compte ?',
  toSignInLink: 'Connectez-vous',
  backToSignIn: 'Retour à la connexion',
  requestReset: 'Demander une nouvelle réinitialisation',
  benefits: {
    label: 'Avec votre essai',
    items: {
      trial: '14 jours gratuits de tout ce que contient Professional',
      card: 'Sans carte bancaire',
      cancel: 'Résiliable à tout moment',
      money: 'Remboursé pendant 30 jours',
    },
  },
  referral: {
    label: 'Lien d’affiliation',
    text: 'Vous êtes venu par le lien d’un affilié ({{code}}). Il touche une part si vous vous abonnez ; votre prix reste le même, et il n’apprend ni votre nom ni votre adresse.',
    keep: 'S’en souvenir dans ce navigateur pendant {{days}} jours',
    forget: 'Créer le compte sans ce lien',
  },
  linkSent:
    'Consultez vos e-mails : le lien reçu définit un nouveau mot de passe. Il sert une fois, pendant une heure, dans ce navigateur.',
  confirmEmail: 'Consultez vos e-mails et cliquez sur le lien de confirmation.',
  oneTimeUsed:
    'Vous vous êtes connecté avec un mot de passe à usage unique. Choisissez-en un nouveau maintenant.',
  updated: 'Le mot de passe a été changé. Vous êtes maintenant connecté.',
  noAnswer:
    'Le serveur de comptes ne répond pas. Vérifiez la connexion ; rien de ce que vous avez saisi n’est perdu.',
  none: {
    title: 'Les comptes ne sont pas configurés ici',
    message:
      '{{reason}} SoundDesk marche sans eux : ce que vous enregistrez et réglez reste sur cet ordinateur.',
    open: 'Ouvrir SoundDesk',
  },
};

export const resetTest: TranslationOf<'resetTest'> = {
  title: 'Test de réinitialisation du mot de passe',
  lead: 'Envoie un mot de passe à usage unique comme le fait « Réinitialiser le mot de passe », et montre ce que le serveur a répondu.',
  email: 'E-mail',
  run: 'Tester la réinitialisation',
  validation: {
    empty: 'Saisissez une adresse e-mail',
    invalid: 'Saisissez une adresse e-mail valable (avec @ et un domaine)',
  },
  status: {
    success: 'Réussi',
    failed: 'Échoué',
    validation: 'Saisie non valable',
    network: 'Erreur de réseau',
  },
  networkFailed: 'La requête réseau a échoué',
  result: {
    title: 'Résultat',
    empty: 'Rien n’a encore été testé.',
    running: 'En attente de la réponse…',
    status: 'État',
    message: 'Message',
    time: 'Heure',
    took: '{{time}}, après {{milliseconds}} ms',
    details: 'Détails techniques',
  },
  steps: {
    title: 'Ce qui se passe',
    items: {
      request: 'L’adresse est envoyée à la fonction « send-password-reset », avec la clé publique du projet.',
      create:
        'Le serveur crée un mot de passe aléatoire de 12 caractères, qui sert une fois, pendant 15 minutes, à côté de l’actuel.',
      mail: 'Il est envoyé à l’adresse. Une adresse sans compte l’apprend par e-mail ; la réponse ici est la même.',
      use: 'Se connecter avec lui remplace l’ancien mot de passe, et un nouveau est demandé.',
    },
  },
  hint: 'Service e-mail non configuré : la clé du fournisseur d’e-mail manque sur le serveur.',
};
