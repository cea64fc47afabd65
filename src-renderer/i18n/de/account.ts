import type { TranslationOf } from '../texts.ts';

export const auth: TranslationOf<'auth'> = {
  titles: {
    signin: { title: 'Anmelden', subtitle: 'Willkommen zurück' },
    signup: { title: 'Konto anlegen', subtitle: 'Testen Sie 14 Tage kostenlos' },
    forgot: {
      title: 'Passwort zurücksetzen',
      subtitle:
        'Wir senden ein neues Passwort mit 12 Zeichen an Ihre E-Mail-Adresse. Es gilt einmal, 15 Minuten lang; bis Sie es benutzen, bleibt Ihr jetziges gültig.',
    },
    reset: {
      title: 'Neues Passwort setzen',
      subtitle: 'Wählen Sie ein Passwort mit mindestens 6 Zeichen.',
    },
  },
  name: 'Name',
  email: 'E-Mail',
  password: 'Passwort',
  newPassword: 'Neues Passwort',
  confirmPassword: 'Passwort bestätigen',
  showPassword: 'Passwort zeigen',
  hidePassword: 'Passwort verbergen',
  mismatch: 'Die Passwörter stimmen nicht überein',
  tooShort: 'Das Passwort muss mindestens 6 Zeichen lang sein',
  signIn: 'Anmelden',
  signUp: 'Konto anlegen',
  sendPassword: 'Neues Passwort senden',
  sendLink: 'Stattdessen einen Link senden',
  setPassword: 'Neues Passwort setzen',
  forgot: 'Passwort vergessen?',
  toSignUp: 'Noch kein Konto?',
  toSignUpLink: 'Konto anlegen',
  toSignIn: 'Sie haben ein Konto?',
  toSignInLink: 'Anmelden',
  backToSignIn: 'Zurück zur Anmeldung',
  requestReset: 'Das Passwort noch einmal zurücksetzen',
  benefits: {
    label: 'Mit Ihrer Testphase',
    items: {
      trial: '14 Tage alles aus Professional kostenlos',
      card: 'Keine Kreditkarte',
      cancel: 'Jederzeit kündbar',
      money: '30 Tage Geld zurück',
    },
  },
  referral: {
    label: 'Partner-Link',
    text: 'Sie kamen über den Link eines Partners ({{code}}). Er verdient mit, wenn Sie ein Abo abschließen; Ihr Preis ist derselbe, und er erfährt weder Ihren Namen noch Ihre Adresse.',
    keep: '{{days}} Tage lang in diesem Browser merken',
    forget: 'Ohne ihn ein Konto anlegen',
  },
  linkSent:
    'Sehen Sie in Ihre E-Mails: Der Link darin setzt ein neues Passwort. Er gilt einmal, eine Stunde lang, in diesem Browser.',
  confirmEmail: 'Bitte sehen Sie in Ihre E-Mails und klicken Sie auf den Link zur Bestätigung.',
  oneTimeUsed: 'Sie haben sich mit einem Einmalpasswort angemeldet. Wählen Sie jetzt ein neues Passwort.',
  updated: 'Das Passwort wurde geändert. Sie sind jetzt angemeldet.',
  noAnswer:
    'Der Kontoserver antwortet nicht. Prüfen Sie die Verbindung; nichts von dem, was Sie eingegeben haben, ist verloren.',
  none: {
    title: 'Konten sind hier nicht eingerichtet',
    message:
      '{{reason}} SoundDesk funktioniert ohne sie: Was Sie aufnehmen und einstellen, bleibt auf diesem Computer.',
    open: 'SoundDesk öffnen',
  },
};

export const resetTest: TranslationOf<'resetTest'> = {
  title: 'Test der Passwort-Zurücksetzung',
  lead: 'Sendet ein Einmalpasswort, wie „Passwort zurücksetzen“ es tut, und zeigt, was der Server geantwortet hat.',
  email: 'E-Mail',
  run: 'Zurücksetzung testen',
  validation: {
    empty: 'Bitte geben Sie eine E-Mail-Adresse ein',
    invalid: 'Bitte geben Sie eine gültige E-Mail-Adresse ein (mit @ und Domain)',
  },
  status: {
    success: 'Erfolg',
    failed: 'Fehlgeschlagen',
    validation: 'Ungültige Eingabe',
    network: 'Netzwerkfehler',
  },
  networkFailed: 'Die Netzwerkanfrage ist fehlgeschlagen',
  result: {
    title: 'Ergebnis',
    empty: 'Noch wurde nichts getestet.',
    running: 'Warten auf die Antwort …',
    status: 'Status',
    message: 'Mitteilung',
    time: 'Zeit',
    took: '{{time}}, nach {{milliseconds}} ms',
    details: 'Technische Einzelheiten',
  },
  steps: {
    title: 'Was geschieht',
    items: {
      request:
        'Die Adresse wird an die Funktion „send-password-reset“ gesendet, mit dem öffentlichen Schlüssel des Projekts.',
      create:
        'Der Server erzeugt ein zufälliges Passwort mit 12 Zeichen, das einmal gilt, 15 Minuten lang, neben dem jetzigen.',
      mail: 'Es wird an die Adresse gesendet. Eine Adresse ohne Konto erfährt das per E-Mail; die Antwort hier ist dieselbe.',
      use: 'Wer sich damit anmeldet, ersetzt das alte Passwort und wird nach einem neuen gefragt.',
    },
  },
  hint: 'E-Mail-Dienst nicht eingerichtet: Auf dem Server fehlt der Schlüssel des E-Mail-Anbieters.',
};
