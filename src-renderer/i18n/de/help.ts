import type { TranslationOf } from '../texts.ts';

export const docs: TranslationOf<'docs'> = {
  documentation: {
    metaTitle: 'Dokumentation: SoundDesk',
    description:
      'Wie SoundDesk funktioniert und wie Sie es benutzen: der erste saubere Ton, Presets, Aufnahmen, Plug-ins, die Befehlszeile, Konten und Datenschutz.',
    title: 'Dokumentation',
    lead: '{{count}} kurze Artikel über alles, was es gibt. Dieselben kommen mit der App und funktionieren ohne Netz.',
    sections: {
      'getting-started': {
        title: 'Erste Schritte',
        text: 'Vom ersten sauberen Ton bis zu Ihrem Konto, und was zu tun ist, wenn etwas nicht funktioniert.',
      },
      features: {
        title: 'Funktionen',
        text: 'Was sich mit einer Stimme machen lässt und wie eine Aufnahme sicher bleibt.',
      },
      integrations: {
        title: 'Anbindungen',
        text: 'Mit den Programmen, Plug-ins und Anbietern, die Sie schon benutzen.',
      },
      api: {
        title: 'API',
        text: 'Reinigen und aufnehmen aus Skripten, mit Werten, die ein Programm lesen kann.',
      },
    },
    examples: {
      clean: 'Eine Aufnahme für einen Podcast reinigen',
      figures: 'Dasselbe mit den Werten, als JSON',
      verify: 'Belegen, dass Aufnahmen vollständig sind',
    },
    more: {
      title: 'Weitere Artikel',
      text: 'Seither auf der Website dazugekommen; die App enthält sie nicht.',
    },
    sdk: 'SDKs gibt es noch nicht. Was ein Programm starten und JSON lesen kann, kann die Befehlszeile benutzen.',
  },
  help: {
    metaTitle: 'Hilfe-Center: SoundDesk',
    description:
      'Antworten auf die häufigsten Fragen zu SoundDesk, Artikel nach Themen und wie Sie uns erreichen.',
    title: 'Wie können wir helfen?',
    categories: {
      begin: 'Erste Schritte',
      sound: 'Ton und Programme',
      recordings: 'Aufnahmen',
      account: 'Konto und Datenschutz',
    },
    tutorials: {
      title: 'Anleitungen',
      featured: 'Empfohlen',
      newTab: 'öffnet einen neuen Tab',
      types: { video: 'Video', article: 'Artikel', interactive: 'Zum Ausprobieren' },
      levels: { beginner: 'Für den Anfang', intermediate: 'Für Geübte', advanced: 'Für Erfahrene' },
      views_one: '{{count}} Aufruf',
      views_other: '{{count}} Aufrufe',
    },
    questions: 'Was am häufigsten gefragt wird',
    more: 'Mehr: {{title}}',
    quickLinks: 'Direkt zu',
    channels: {
      title: 'Nicht gefunden?',
      message: {
        title: 'E-Mail',
        text: 'Schreiben Sie uns, und wir antworten innerhalb von 24 Stunden.',
        action: 'Nachricht schreiben',
      },
      chat: {
        title: 'Live-Chat',
        text: 'Der Assistent auf dieser Seite antwortet jederzeit. Er ist ein Programm: Sonst ist niemand im Chat. Menschen sind montags bis freitags von 9 bis 18 Uhr EST da.',
        action: 'Kontaktseite öffnen',
      },
      feedback: {
        title: 'Aus der App',
        text: 'Rückmeldungen können Diagnosedaten mitnehmen, die Sie vorher lesen. Sie enthalten keinen Ton.',
        action: 'Hilfe & Support öffnen',
      },
      documentation: {
        title: 'Dokumentation',
        text: 'Alle Artikel, nach Abschnitten, zum Lesen von Anfang an.',
        action: 'Dokumentation öffnen',
      },
    },
  },
  search: {
    label: 'Hilfe durchsuchen',
    placeholder: 'Artikel und Fragen durchsuchen',
    clear: 'Suche leeren',
    results_one: '{{count}} Treffer für „{{query}}“',
    results_other: '{{count}} Treffer für „{{query}}“',
    none: 'Für „{{query}}“ wurde nichts gefunden',
    noneMessage: 'Versuchen Sie weniger oder andere Wörter; die Artikel sind auf Englisch.',
    ask: 'Fragen Sie uns',
    kinds: { article: 'Artikel', question: 'Frage' },
    list: 'Treffer',
  },
  article: {
    contents: 'Artikel',
    where: 'Wo Sie sind',
    backToSearch: 'Suchergebnisse',
    print: 'Drucken',
    onPage: 'Auf dieser Seite',
    more: 'Weitere Artikel',
    wrong: 'Fehlt hier etwas, oder stimmt etwas nicht?',
    tell: 'Sagen Sie es uns',
    table: 'Tabelle',
    failed: 'Der Artikel ließ sich nicht lesen',
    english: 'Die Artikel liegen auf Englisch vor.',
  },
};

export const api: TranslationOf<'api'> = {
  meta: {
    title: 'API-Referenz: SoundDesk',
    description:
      'Die vier Endpunkte der SoundDesk-API, mit Anfragen, Antworten, Schlüsseln und Aufrufen im Monat.',
  },
  title: 'API-Referenz',
  lead: 'Starten Sie Rauschunterdrückung, Aufnahmen und Übertragungen und schreiben Sie Sprache mit, aus Ihren eigenen Programmen.',
  notServed:
    'Dies ist der Entwurf {{api}}: Noch keine Version bedient ihn, auch {{version}} nicht. Bis dahin leistet die Befehlszeile dasselbe aus Skripten.',
  commandLine: 'Die Befehlszeile',
  contents: 'Endpunkte',
  english: 'Die Endpunkte sind auf Englisch beschrieben.',
  keys: {
    title: 'Schlüssel',
    text: 'Jeder Aufruf trägt einen Schlüssel der Organisation, in der Kopfzeile „Authorization: Bearer …“. Ein Schlüssel wird einmal gezeigt, wenn er erzeugt wird, nur als Hash gespeichert und lässt sich jederzeit widerrufen. Der API-Zugang gehört zum Tarif {{plan}}.',
  },
  tiers: {
    title: 'Aufrufe im Monat',
    unlimited: 'Unbegrenzt',
    names: { essential: 'Essential', professional: 'Professional', enterprise: 'Enterprise' },
  },
  sdk: {
    title: 'SDKs',
    text: 'Noch gibt es keine. Das Dokument ist OpenAPI 3.1: Daraus entstehen Programme für die meisten Sprachen.',
    document: 'docs/api/openapi.json im Quelltext',
  },
  endpoint: {
    request: 'Anfrage',
    answer: 'Antwort',
    failures: 'Fehler',
    required: 'erforderlich',
    example: 'Beispiel',
    copy: 'Kopieren',
    copyCall: 'Den Aufruf von {{name}} kopieren',
    copyAnswer: 'Die Antwort von {{name}} kopieren',
    copied: 'Kopiert',
    copyFailed: 'Kopieren ist hier nicht erlaubt: Markieren Sie den Text und kopieren Sie ihn.',
  },
};

export const status: TranslationOf<'status'> = {
  meta: {
    title: 'Status der Dienste: SoundDesk',
    description:
      'Wie es um die Teile von SoundDesk steht, die einen Server brauchen, jetzt und in den letzten 30 Tagen.',
  },
  title: 'Status',
  lead: 'Nur Konten, Lizenzen und Nachrichten brauchen einen Server. Rauschunterdrückung, Aufnahme und Plug-ins laufen auf Ihrem eigenen Computer, was immer hier steht.',
  summary: {
    operational: 'Alle Teile sind in Betrieb',
    degraded: 'Einige Teile sind langsam',
    outage: 'Einige Teile antworten nicht',
    unknown: 'Im Augenblick nicht bekannt',
    checked: 'Zuletzt geprüft: {{when}}',
  },
  tiles: {
    uptime: 'Beantwortet in 30 Tagen',
    uptimeHint: 'Das Ziel sind {{aim}} Prozent.',
    response: 'Mittlere Antwortzeit',
    services: 'Teile in Betrieb',
    ms: '{{ms}} ms',
    ofCount: '{{count}} von {{all}}',
    noData: 'Noch keine Daten',
  },
  states: {
    operational: 'In Betrieb',
    degraded: 'Eingeschränkt',
    outage: 'Ausgefallen',
    unknown: 'Unbekannt',
    not_configured: 'Nicht eingerichtet',
  },
  services: {
    title: 'Teile',
    database: 'Datenbank',
    rest: 'REST-Schnittstelle',
    auth: 'Anmeldung',
    functions: 'Funktionen',
    uptime: '{{percent}} % in 30 Tagen',
    response: '{{ms}} ms',
    chart: '{{service}}: die letzten 30 Tage, {{days}} davon mit Daten',
    day: '{{day}}: {{answered}} von {{checks}} Prüfungen beantwortet, {{ms}} ms',
    dayWithout: '{{day}}: keine Daten',
    oldest: 'vor 30 Tagen',
    newest: 'Heute',
    mail: 'E-Mail',
    payments: 'Zahlungen',
    voice: 'Sprachanbieter',
    without: {
      mail: 'Hier ist kein Maildienst eingerichtet: Es wird nichts geprüft.',
      payments: 'Hier sind keine Zahlungen eingerichtet: Es wird nichts geprüft.',
      voice:
        'Hier ist kein Sprachanbieter eingerichtet: Die Schlüssel dafür sind Ihre und bleiben auf Ihrem Computer.',
    },
  },
  incidents: {
    title: 'Störungen',
    none: 'Es wurde keine Störung gemeldet.',
    states: {
      investigating: 'Wird untersucht',
      monitoring: 'Wird beobachtet',
      resolved: 'Behoben',
      completed: 'Abgeschlossen',
    },
    impact: { low: 'Geringe Auswirkung', medium: 'Mittlere Auswirkung', high: 'Große Auswirkung' },
  },
  subscribe: {
    title: 'Störungen per E-Mail',
    lead: 'Eine E-Mail, wenn eine Störung beginnt, und eine, wenn sie behoben ist. Sonst nichts, und jede hat einen Link, der das beendet und Ihre Adresse löscht.',
    email: 'E-Mail',
    emailInvalid: 'Geben Sie eine gültige E-Mail-Adresse ein.',
    homepage: 'Leer lassen',
    send: 'Abonnieren',
    sent: 'Sehen Sie in Ihr Postfach: Dort ist eine E-Mail an {{email}}.',
    sentHint:
      'Der Link darin bestätigt die Adresse und gilt 48 Stunden. Vorher wird nichts anderes gesendet.',
    again: 'Eine andere Adresse',
    unreached: 'Der Server hat nicht geantwortet. Versuchen Sie es noch einmal.',
    unreachedLink:
      'Der Server hat nicht geantwortet. Laden Sie die Seite neu, um es noch einmal zu versuchen.',
    done: {
      confirm: 'Bestätigt: Sie bekommen Störungen per E-Mail gemeldet.',
      unsubscribe: 'Sie bekommen keine dieser E-Mails mehr, und Ihre Adresse ist gelöscht.',
    },
  },
  empty: 'Noch keine Daten',
  emptyMessage: 'Der Server prüft seine Teile alle fünf Minuten und hat noch nicht begonnen.',
  failed: 'Der Status konnte nicht gelesen werden',
  none: {
    title: 'Hier ist kein Server',
    text: 'Dieses SoundDesk läuft ohne Server ({{reason}}): Es gibt nichts zu prüfen.',
  },
};

export const contact: TranslationOf<'contact'> = {
  meta: {
    title: 'Kontakt: SoundDesk',
    description:
      'Schreiben Sie den Machern von SoundDesk: Fragen, Hilfe, Verkauf, Lizenzen, Partnerschaft und Presse.',
  },
  title: 'Schreiben Sie uns',
  lead: 'Sagen Sie, worum es geht, und wir antworten innerhalb von 24 Stunden an Ihre E-Mail-Adresse.',
  form: {
    type: 'Worum es geht',
    types: {
      general: 'Allgemeine Frage',
      support: 'Hilfe',
      sales: 'Verkauf',
      license_request: 'Lizenzanfrage',
      download_support: 'Hilfe beim Download',
      partnership: 'Partnerschaft',
      media: 'Medien und Presse',
    },
    name: 'Name',
    email: 'E-Mail',
    subject: 'Betreff',
    message: 'Nachricht',
    homepage: 'Lassen Sie dies leer',
    required: 'Füllen Sie dieses Feld aus.',
    tooLong: 'Das ist zu lang.',
    emailInvalid: 'Geben Sie eine E-Mail-Adresse ein, etwa name@example.com.',
    send: 'Nachricht senden',
    sending: 'Wird gesendet …',
    unreached:
      'Der Server wurde nicht erreicht. Nichts wurde gesendet; Ihr Text ist noch da: Versuchen Sie es erneut.',
  },
  licenceRequest: {
    subject: 'Bitte um einen Download-Link und eine Testlizenz',
    message:
      'Bitte senden Sie mir einen Download-Link für die Desktop-App und einen Lizenzschlüssel zum Testen für 7 Tage.\n\nMein System: ',
  },
  sent: {
    title: 'Nachricht gesendet!',
    text: 'Wir melden uns innerhalb von 24 Stunden bei Ihnen.',
    again: 'Weitere Nachricht senden',
  },
  none: {
    title: 'Von hier aus keine Nachrichten',
    text: 'Dieses SoundDesk hat keinen Server, der eine Nachricht annehmen könnte ({{reason}}).',
  },
  ways: 'Andere Wege zu uns',
  hours: { title: 'Bürozeiten', text: 'Montag bis Freitag, 9 bis 18 Uhr EST (15 bis 24 Uhr MEZ).' },
  faq: {
    title: 'Bevor Sie schreiben',
    items: {
      download: {
        question: 'Woher bekomme ich die Desktop-App?',
        answer:
          'Heute aus dem Quelltext: Der Befehl steht auf der Startseite. Bitten Sie hier um einen Lizenzschlüssel und sagen Sie, welches System Sie benutzen.',
      },
      noise: {
        question: 'Etwas klingt falsch. Was soll ich senden?',
        answer:
          'Das Formular für Rückmeldungen unter „Hilfe & Support“ kann Diagnosedaten anhängen, die Sie vorher lesen. Sie sagen, welche Geräte, Abtastraten und Latenzen in Gebrauch waren, und enthalten keinen Ton.',
      },
      delete: {
        question: 'Wie lasse ich mir meine Daten zeigen oder löschen?',
        answer:
          'Schreiben Sie eine allgemeine Frage von der Adresse Ihres Kontos. Sie wird innerhalb von 30 Tagen beantwortet.',
      },
    },
  },
};

export const gdpr: TranslationOf<'gdpr'> = {
  meta: {
    title: 'Datenrechte nach DSGVO: SoundDesk',
    description:
      'Ihre Rechte an Ihren Daten, was SoundDesk von Ihnen speichert und wie Sie es sich zeigen, berichtigen, herausgeben oder löschen lassen.',
  },
  title: 'Ihre Daten gehören Ihnen',
  lead: 'Sehen Sie, was von Ihnen gespeichert ist, nehmen Sie es mit oder lassen Sie es löschen. Jeder Antrag wird innerhalb von 30 Tagen bearbeitet.',
  tabs: {
    label: 'Datenrechte nach DSGVO',
    rights: 'Ihre Rechte',
    data: 'Ihre Daten',
    requests: 'Anträge',
  },
  rights: {
    access: {
      title: 'Auskunft',
      text: 'Lassen Sie sich zeigen, was von Ihnen gespeichert ist. Mit einem Konto laden Sie alles sofort herunter.',
    },
    rectification: {
      title: 'Berichtigung',
      text: 'Lassen Sie berichtigen, was falsch ist. Ihren Namen und Ihre Adresse ändern Sie selbst.',
    },
    erasure: {
      title: 'Löschung',
      text: 'Lassen Sie Ihre Daten löschen. Mit einem Konto löschen Sie es selbst; nach einer Frist von {{days}} Tagen ist es fort.',
    },
    portability: {
      title: 'Übertragbarkeit',
      text: 'Nehmen Sie Ihre Daten mit, als JSON, das jedes Programm lesen kann.',
    },
    consent: {
      title: 'Widerruf der Einwilligung',
      text: 'So leicht, wie sie gegeben wurde: für Cookies in der Cookie-Richtlinie, für Nutzungszahlen in den Einstellungen.',
    },
    complaint: {
      title: 'Beschwerde',
      text: 'Wenden Sie sich an die Datenschutzbehörde Ihres Landes, ob Sie uns zuvor gefragt haben oder nicht.',
    },
  },
  data: {
    table: 'Was von Ihnen gespeichert wird und wie lange',
    head: { what: 'Was', contents: 'Was darin steht', kept: 'Wie lange' },
    rows: {
      account: {
        what: 'Kontodaten',
        contents:
          'E-Mail-Adresse, Name, falls angegeben, Lizenzen und die Namen der Geräte, die sie benutzen',
        kept: 'Solange das Konto besteht',
      },
      usage: {
        what: 'Nutzungsdaten',
        contents:
          'Wann eine Sitzung lief, wie lange, und ihre gemessenen Werte; nur, wo Sie es eingeschaltet haben',
        kept: '2 Jahre',
      },
      media: {
        what: 'Audio- und Videoinhalte',
        contents: 'Nichts: Sie werden auf Ihrem eigenen Computer verarbeitet und nicht an uns gesendet',
        kept: 'Von uns nicht gespeichert',
      },
      billing: {
        what: 'Abrechnungsdaten',
        contents: 'Abonnements und Rechnungen; Kartennummern erreichen uns nie',
        kept: '7 Jahre, wie das Gesetz es verlangt',
      },
      messages: {
        what: 'Was Sie uns schreiben',
        contents: 'Rückmeldungen, Nachrichten und Anträge, mit der Adresse, die Sie angegeben haben',
        kept: 'Bis es erledigt ist oder Ihr Konto gelöscht wird',
      },
    },
    local:
      'Einstellungen, Presets, Aufnahmen und das Protokoll liegen auf Ihrem eigenen Computer. Sie sind nicht Teil eines Downloads und werden von uns nicht gelöscht: Löschen Sie sie dort, wo sie sind.',
  },
  officer: {
    title: 'Datenschutzbeauftragter',
    text: 'Antwortet innerhalb von {{hours}} Stunden. Schreiben Sie über das Kontaktformular und beginnen Sie den Betreff mit „Datenschutz“.',
    action: 'Nachricht schreiben',
  },
  form: {
    title: 'Beantragen',
    lead: 'Für alle, mit Konto und ohne.',
    type: 'Was Sie beantragen',
    choose: 'Auswählen …',
    types: {
      access: 'Auskunft: was von mir gespeichert ist',
      rectification: 'Berichtigung: etwas ist falsch',
      erasure: 'Löschung: meine Daten löschen',
      portability: 'Übertragbarkeit: meine Daten herausgeben',
    },
    email: 'E-Mail',
    emailHint: 'Dorthin geht die Antwort. Es muss die Adresse sein, zu der die Daten gehören.',
    emailInvalid: 'Geben Sie eine E-Mail-Adresse ein, etwa name@example.com.',
    details: 'Einzelheiten (freiwillig)',
    tooLong: 'Das ist zu lang.',
    homepage: 'Lassen Sie dies leer',
    send: 'Antrag senden',
    sending: 'Wird gesendet …',
    unreached:
      'Der Server wurde nicht erreicht. Nichts wurde gesendet; Ihr Text ist noch da: Versuchen Sie es erneut.',
  },
  sent: {
    title: 'Antrag gesendet',
    text: 'Er wird innerhalb von 30 Tagen bearbeitet, und Sie hören von uns unter der angegebenen Adresse.',
    again: 'Weiteren Antrag senden',
  },
  own: {
    title: 'Ihr Konto',
    signedIn: 'Angemeldet als {{email}}.',
    signedOut: 'Angemeldet laden Sie hier alle Ihre Daten herunter und löschen Ihr Konto selbst, sofort.',
    signIn: 'Anmelden',
    download: 'Meine Daten herunterladen',
    downloaded: 'Ihre Daten wurden als {{name}} heruntergeladen.',
    progress: 'Wird gelesen: bisher {{rows}} Einträge',
    givenUp: 'Das Herunterladen wurde abgebrochen. Es wurde keine Datei gespeichert.',
    downloadFailed: 'Ihre Daten konnten nicht gelesen werden: {{reason}}',
    delete: 'Mein Konto löschen',
    deleteQuestion: 'Ihr Konto löschen?',
    deleteMessage:
      'Es wird nach {{days}} Tagen gelöscht, mit Ihren Lizenzen, Nachrichten und Nutzungsdaten. Bis dahin können Sie es hier zurücknehmen. Ein Abonnement, das noch läuft, wird an diesem Tag bei PayPal gekündigt: Um früher nichts mehr zu zahlen, kündigen Sie es zuerst auf der Seite „Abrechnung“. Rechnungen und Zahlungen bleiben 7 Jahre lang mit dem Namen und der Anschrift, die darauf stehen, wie das Gesetz es verlangt.',
    deleteConfirm: 'Mein Konto löschen',
    keep: 'Behalten',
    deleteFailed: 'Ihr Konto wurde nicht zum Löschen vorgemerkt: {{reason}}',
    due: 'Ihr Konto wird am {{day}} gelöscht. Bis dahin funktioniert alles wie zuvor.',
    takeBack: 'Mein Konto behalten',
    takeBackFailed: 'Das Löschen konnte nicht zurückgenommen werden: {{reason}}',
    kept: 'Ihr Konto bleibt.',
  },
  cases: {
    title: 'Ihre Anträge',
    states: { pending: 'Eingegangen', in_progress: 'In Bearbeitung', done: 'Erledigt' },
    by: 'Zu erledigen bis {{day}}',
  },
  none: {
    title: 'Von hier aus keine Anträge',
    text: 'Dieses SoundDesk hat keinen Server, der Daten von Ihnen speichert ({{reason}}).',
  },
};
