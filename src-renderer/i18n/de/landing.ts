import type { TranslationOf } from '../texts.ts';

export const site: TranslationOf<'site'> = {
  meta: {
    title: 'SoundDesk: Rauschunterdrückung auf Ihrem eigenen Computer',
    description:
      'SoundDesk befreit eine Stimme von Lüftern, Brummen und Rauschen, live und in Aufnahmen jeder Länge. Es läuft auf Ihrem eigenen Computer, lädt nichts hoch und zeigt gemessene Werte.',
  },
  lead: {
    label: 'Ihre E-Mail-Adresse',
    action: 'Weiter zur Anmeldung',
    wrong: 'Geben Sie eine E-Mail-Adresse ein, etwa name@example.com.',
    note: 'Füllt das Anmeldeformular aus. Bis dahin bleibt sie in diesem Browser.',
  },
  unknownPath: {
    message: 'Unter {{path}} gibt es keine Seite. Dies ist die Startseite.',
    close: 'Hinweis schließen',
  },
  skip: 'Zum Inhalt springen',
  nav: {
    label: 'Hauptmenü',
    home: 'SoundDesk, Anfang der Seite',
    features: 'Funktionen',
    pricing: 'Preise',
    reviews: 'Bewertungen',
    download: 'Download',
    open: 'SoundDesk öffnen',
    licenceKeys: 'Lizenzschlüssel',
    signIn: 'Anmelden',
    getStarted: 'Loslegen',
    documentation: 'Dokumentation',
    helpCenter: 'Hilfe-Center',
    api: 'API-Referenz',
    status: 'Status',
    contact: 'Kontakt',
    privacy: 'Datenschutzerklärung',
    terms: 'Nutzungsbedingungen',
    cookies: 'Cookie-Richtlinie',
    gdpr: 'Datenrechte nach DSGVO',
    toLight: 'Zum hellen Farbschema wechseln',
    toDark: 'Zum dunklen Farbschema wechseln',
  },
  language: { label: 'Sprache', loading: 'Sprache wird geladen …', other: 'Andere Sprache …' },
  hero: {
    titleNoise: 'Das Rauschen geht.',
    titleVoice: 'Ihre Stimme bleibt.',
    lead: 'SoundDesk entfernt Lüfter, Brummen und Rauschen aus Ihrem Mikrofon, während Sie sprechen, und aus Aufnahmen, die Sie schon haben.',
    open: 'SoundDesk öffnen',
    try: '14 Tage kostenlos testen',
    note: 'Läuft auf Ihrem eigenen Computer: Nichts wird hochgeladen.',
  },
  wave: {
    label: 'Eine verrauschte Aufnahme, vorher und nachher',
    raw: 'Roh',
    clean: 'Sauber',
    hint: 'Ziehen Sie die Linie',
    slider: 'Wo Roh endet und Sauber beginnt',
    sliderValue: 'Roh bis {{seconds}} Sekunden, danach sauber',
    listen: 'Anhören',
    listenLabel: 'Anhören: roh bis zur Linie, danach sauber',
    loading: 'Lädt',
    stop: 'Anhalten',
    failed:
      'Die Aufnahme konnte nicht abgespielt werden ({{reason}}). Prüfen Sie die Verbindung und drücken Sie dann noch einmal auf „Anhören“.',
    pauses: 'Rauschen in den Pausen',
    distortion: 'Stimme gegen Rauschen',
    level: 'Pegel der Stimme',
    caption:
      'Eine aufgenommene Stimme mit erzeugtem lüfterähnlichem Rauschen und Netzbrummen, {{ratio}} dB unter der Stimme; gereinigt mit <code>sounddesk clean</code> in den Voreinstellungen. Form, Klang und Werte stammen aus diesen Dateien (Stimme gegen Rauschen: SI-SDR). Stimme: Allison Smith, CC BY-SA 3.0.',
  },
  demo: {
    title: 'Probieren Sie es mit Ihrer Stimme',
    lead: 'Die Engine der App läuft auf dieser Seite. Sprechen Sie, schalten Sie einen Lüfter ein und wechseln Sie zwischen vorher und nachher.',
    label: 'Live-Vorführung',
    idle: 'Drücken Sie eine Taste, um zu beginnen. Erst dann wird die Engine geladen, und Ihr Browser fragt, bevor diese Seite Sie hören darf.',
    microphone: {
      start: 'Mein Mikrofon verwenden',
      stop: 'Mikrofon anhalten',
      starting:
        'Ihr Browser fragt, ob diese Seite Ihr Mikrofon hören darf. Erlauben Sie es, damit es weitergeht.',
      running: 'Ihr Mikrofon ist an. Setzen Sie Kopfhörer auf und wählen Sie dann, was Sie hören.',
    },
    recording: {
      start: 'Verrauschte Aufnahme abspielen',
      stop: 'Aufnahme anhalten',
      starting: 'Engine und Aufnahme werden geladen …',
      running: 'Die Aufnahme läuft immer wieder durch die Engine. Wechseln Sie zwischen vorher und nachher.',
    },
    hear: { label: 'Was Sie hören', raw: 'Vorher', clean: 'Nachher', off: 'Nichts' },
    meter: {
      before: 'Pegel vorher',
      after: 'Pegel nachher',
      none: 'Es wird nichts gemessen',
      reduction: 'Rauschen in den Pausen',
    },
    failed: {
      denied:
        'Ihr Browser lässt diese Seite das Mikrofon nicht hören. Erlauben Sie es über das Symbol in der Adresszeile und drücken Sie die Taste noch einmal, oder spielen Sie die Aufnahme ab.',
      noMicrophone:
        'Es wurde kein Mikrofon gefunden. Schließen Sie eines an und drücken Sie die Taste noch einmal, oder spielen Sie die Aufnahme ab.',
      microphoneEnded:
        'Das Mikrofon wurde beendet. Schließen Sie es an und drücken Sie die Taste noch einmal.',
      otherTab:
        'SoundDesk verwendet das Mikrofon in einem anderen Tab. Halten Sie es dort an und drücken Sie dann die Taste noch einmal.',
      unsupported:
        'Dieser Browser kann Ton nicht live reinigen. Aktualisieren Sie ihn oder nehmen Sie einen anderen.',
      notSecure: 'Diese Seite wurde nicht über https geöffnet; der Browser gibt ihr daher kein Mikrofon.',
      notLoaded:
        'Die Engine konnte nicht geladen werden. Prüfen Sie die Verbindung und drücken Sie dann die Taste noch einmal.',
      failed: 'Das hat nicht geklappt ({{code}}): {{reason}}',
    },
    note: 'Nichts wird aufgenommen, nichts wird gesendet. Pegel über 400 ms, Rauschen über die letzten drei Sekunden Pausen, beides von der Engine gemessen. Einstellungen: die Voreinstellung „Cafe - Noisy“. Aufnahme: Allison Smith, CC BY-SA 3.0, mit erzeugtem Rauschen.',
  },
  studio: {
    title: 'Ein Studio, das belegt, dass nichts fehlt',
    lead: 'Mikrofone, Kameras und Bildschirme in einer Aufnahme, jedes in einer eigenen Datei und alle synchron. Das Bild zeigt die App.',
    screenshot:
      'Das Aufnahmestudio während einer Aufnahme: drei Mikrofone mit Pegeln und Reglern, eine Kamera, Marken und die Prüfung jedes Samples.',
    plans: 'Was jeder Tarif aufnimmt',
    points: {
      microphones: {
        title: 'Bis zu {{audio}} Mikrofone',
        text: 'Jedes mit eigener Rauschunterdrückung, Equalizer, Kompressor und Plug-ins. Die Mischung wird daneben aufgenommen.',
      },
      cameras: {
        title: '{{video}} Kameras und {{screen}} Bildschirme',
        text: 'Auf Ihrem eigenen Computer aufgenommen, mit bis zu 1080p. Eine ausgesteckte Kamera ist in derselben Aufnahme wieder dabei, sobald sie zurück ist.',
      },
      clean: {
        title: 'Sauber, vorher und nachher',
        text: 'Reinigen Sie die Stimmen live oder nach der Aufnahme. Der rohe Ton bleibt: Sie können jederzeit vergleichen und es rückgängig machen.',
      },
      certificate: {
        title: 'Ein Zertifikat für jede Aufnahme',
        text: 'Jedes Sample und jeder Frame wird gezählt. Eine Lücke wird mit Ort und Länge genannt, nie versteckt.',
      },
    },
  },
  features: {
    title: 'Gemacht für die Stimme vor dem Mikrofon',
    lead: 'Sechs Dinge, die heute funktionieren.',
    items: {
      live: {
        title: 'Sauber, während Sie sprechen',
        text: 'RNNoise sitzt zwischen Ihrem Eingang und Ihrem Ausgang. Die angezeigte Latenz wird in der laufenden Kette gemessen, als p50 und p99.',
        proof: '20 ms im Modell + Gerätepuffer',
      },
      files: {
        title: 'Aufnahmen jeder Länge',
        text: 'Ein Befehl reinigt, was libsndfile oder FFmpeg lesen, von der Sprachnotiz bis zum stundenlangen Interview, bei gleichbleibendem Speicherbedarf. Das Ergebnis liegt auf den Abtastwert genau über dem Original.',
        proof: 'npx sounddesk clean talk.mp4 -o talk.flac',
      },
      measured: {
        title: 'Gemessen, nie erfunden',
        text: 'Pegel, Rauschen und Minderung kommen 30-mal in der Sekunde aus der Audio-Engine. Was sich nicht wissen lässt, erscheint als Strich, mit dem Grund dazu.',
        proof: 'Bearbeitete und verpasste Blöcke, gezählt',
      },
      local: {
        title: 'Bleibt auf Ihrem Computer',
        text: 'Ihr Ton wird dort verarbeitet, wo er aufgenommen wurde. Nichts wird hochgeladen, und es geht auch ohne Internet.',
        proof: 'Zeigt seine Seiten nur auf 127.0.0.1',
      },
      crash: {
        title: 'Steht wieder auf',
        text: 'Die Audio-Engine ist ein eigener Prozess. Stürzt sie ab, sagt SoundDesk das, startet sie neu und macht mit denselben Geräten und Einstellungen weiter.',
        proof: 'Läuft innerhalb von 2 s wieder',
      },
      open: {
        title: 'Freie Software',
        text: 'Lesen Sie sie, ändern Sie sie, bauen Sie sie, geben Sie sie weiter. Ein Befehl führt alle Prüfungen auf Ihrem eigenen Rechner aus, mit virtuellen Audiogeräten und einem echten Browser.',
        proof: 'GPL-3.0-or-later',
      },
    },
  },
  testimonials: { title: 'Was Leute sagen', source: 'Wo es gesagt wurde' },
  compare: {
    title: 'Neben anderen',
    lead: 'Andere Wege, ein Mikrofon beim Sprechen zu reinigen. Nur was auf den Seiten ihrer Hersteller steht, Stand {{month}}.',
    rows: {
      licence: {
        name: 'Lizenz',
        soundDesk: 'Freie Software, GPL-3.0-or-later',
        krisp: 'Kommerziell',
        noiseTorch: 'Freie Software, GPL-3.0',
      },
      systems: {
        name: 'Läuft auf',
        soundDesk: 'Linux; Chromium-Browser; macOS und Windows aus dem Quelltext, ungetestet',
        krisp: 'Windows, macOS',
        noiseTorch: 'Linux mit PulseAudio oder PipeWire',
      },
      where: {
        name: 'Reinigt',
        soundDesk: 'Auf Ihrem Computer',
        krisp: 'Auf Ihrem Computer',
        noiseTorch: 'Auf Ihrem Computer',
      },
      model: {
        name: 'Modell',
        soundDesk: 'RNNoise',
        krisp: 'Ein eigenes neuronales Netz',
        noiseTorch: 'RNNoise',
      },
    },
    price: {
      name: 'Preis',
      soundDesk: '{{minutes}} Minuten am Tag kostenlos; ab {{usd}} $ pro Benutzer und Monat.',
      own: 'Alle Preise',
      other: 'Preise von {{name}}',
      free: 'Kostenlos',
    },
    source: { name: 'Quelle', soundDesk: 'Diese Seite und die Preisliste' },
  },
  download: {
    title: 'Aus dem Quelltext',
    lead: 'Installationsprogramme gibt es noch nicht. Geben Sie dies unter Debian oder Ubuntu mit Node 20 oder neuer im Ordner des Quelltexts ein: Der Befehl installiert, was fehlt, baut die Engine und öffnet SoundDesk oder nennt seine Adresse.',
    requestLead:
      'Lieber ein Installationsprogramm? Fragen Sie danach und nach einem Lizenzschlüssel zum Testen: Wir antworten innerhalb von 24 Stunden per E-Mail.',
    request: 'Download für {{system}} anfragen',
    keyLead:
      'Sie haben schon einen Lizenzschlüssel: Fragen Sie uns nach dem Installationsprogramm dazu. Sie haben keinen: Mit einem Konto testen Sie 14 Tage lang, ohne Kreditkarte.',
    withKey: 'Download mit Lizenzschlüssel',
    requestWithLicence: 'Download und Lizenz anfragen',
    installer: '{{file}} herunterladen ({{size}})',
    systems: { windows: 'Windows', mac: 'Mac', linux: 'Linux' },
    start: 'SoundDesk starten',
    clean: 'Eine Aufnahme reinigen',
    test: 'Alle Prüfungen ausführen',
    copy: 'Kopieren',
    copyLabel: 'Den Befehl {{command}} kopieren',
    copied: 'Kopiert',
    copyFailed: 'Kopieren ist hier nicht erlaubt: Markieren Sie den Befehl und kopieren Sie ihn.',
    tableTitle: 'Was wo funktioniert',
    where: 'Wo',
    files: 'Aufnahmen',
    live: 'Live',
    rows: {
      linux: {
        where: 'Linux',
        files: 'Funktioniert, getestet',
        live: 'Funktioniert, mit virtuellen Geräten getestet',
      },
      macos: {
        where: 'macOS',
        files: 'Aus dem Quelltext, ungetestet',
        live: 'Aus dem Quelltext, ungetestet',
      },
      windows: {
        where: 'Windows',
        files: 'Aus dem Quelltext, ungetestet',
        live: 'Aus dem Quelltext, ungetestet',
      },
      browser: {
        where: 'Nur Browser',
        files: 'Auf dem Bildschirm, in Chromium getestet',
        live: 'Funktioniert, in Chromium getestet',
      },
    },
  },
  chat: {
    open: 'Mit dem Assistenten chatten',
    loading: 'Assistent wird geöffnet',
    loadFailed:
      'Der Assistent konnte nicht geladen werden. Prüfen Sie die Verbindung und versuchen Sie es dann noch einmal.',
  },
  footer: {
    label: 'Fußzeile',
    groups: { product: 'Produkt', help: 'Hilfe', legal: 'Rechtliches' },
    licence: 'Freie Software unter der GPL, Version 3 oder neuer.',
    version: 'Version {{version}}',
  },
};

export const consent: TranslationOf<'consent'> = {
  banner: {
    label: 'Cookies',
    text: 'Darf SoundDesk in diesem Browser mehr speichern als nötig? Bevor Sie zustimmen, wird nichts gespeichert, was freiwillig ist.',
    policy: 'Cookie-Richtlinie',
    accept: 'Alle annehmen',
    refuse: 'Alle ablehnen',
    choose: 'Auswählen …',
  },
  title: 'Ihre Wahl',
  manage: 'Cookie-Einstellungen verwalten',
  footer: 'Cookie-Einstellungen',
  none: 'In diesem Browser wurde noch nichts gewählt: Die freiwilligen Gruppen sind aus.',
  chosen: 'In diesem Browser gewählt am {{day}}.',
  groups: {
    necessary: {
      name: 'Notwendig',
      text: 'Sitzung und Einstellungen. Ohne sie bleibt niemand angemeldet.',
    },
    preferences: {
      name: 'Vorlieben',
      text: 'Was sich eine öffentliche Seite von Ihnen merken soll, etwa die Sprache.',
    },
    analytics: { name: 'Statistik', text: 'Das Zählen von Besuchen durch einen Webanalysedienst.' },
  },
  always: 'Immer an',
  save: 'Meine Wahl speichern',
  onlyNecessary: 'Nur Notwendiges',
  failed:
    'Dieser Browser lässt nicht zu, dass die Wahl gespeichert wird; die freiwilligen Gruppen bleiben daher aus.',
};

export const simple: TranslationOf<'simple'> = {
  meta: {
    title: 'SoundDesk in Kürze: Hören Sie, wie das Rauschen geht',
    description:
      'Reinigen Sie Ihr eigenes Mikrofon oder eine verrauschte Aufnahme auf dieser Seite, sehen Sie in drei Schritten, wie es geht, und was es kostet.',
  },
  title: 'Hören Sie, wie das Rauschen geht.',
  lead: 'Drücken Sie eine Taste: Ihr Mikrofon oder eine verrauschte Aufnahme geht auf dieser Seite durch die Engine von SoundDesk. Urteilen Sie mit Ihren eigenen Ohren.',
  try: '14 Tage kostenlos testen',
  how: {
    title: 'So geht es',
    steps: {
      open: {
        title: 'Mikrofon wählen',
        text: 'Öffnen Sie SoundDesk in diesem Browser oder auf Ihrem Computer und wählen Sie, wohinein Sie sprechen.',
      },
      start: {
        title: 'Den großen Knopf drücken',
        text: 'Das Rauschen zwischen und unter Ihren Worten verschwindet. Die Anzeigen zeigen, was gemessen wird, nicht was man sich wünscht.',
      },
      use: {
        title: 'Sprechen oder aufnehmen',
        text: 'Besprechungen hören die gereinigte Stimme über ein virtuelles Mikrofon; Aufnahmen halten jede Spur auf einer gemeinsamen Uhr.',
      },
    },
  },
  price: {
    title: 'Was es kostet',
    free: 'Kostenlos: {{minutes}} Minuten Rauschunterdrückung am Tag.',
    plan: '{{plan}}: {{monthly}} $ pro Benutzer und Monat oder {{yearly}} $ im Jahr.',
    names: {
      free: 'Kostenlos',
      essential: 'Essential',
      professional: 'Professional',
      enterprise: 'Enterprise',
    },
    all: 'Alle Preise',
    open: 'Preise anzeigen',
    close: 'Schließen',
    freeNote: 'pro Monat. {{minutes}} Minuten Rauschunterdrückung am Tag',
    planNote: 'pro Benutzer und Monat oder {{yearly}} $ im Jahr',
  },
};

export const pricing: TranslationOf<'pricing'> = {
  meta: {
    title: 'Preise: SoundDesk',
    description:
      'Drei Tarife pro Benutzer, monatlich oder jährlich, und 30 Minuten Rauschunterdrückung am Tag umsonst.',
  },
  title: 'Einfache Preise, pro Benutzer',
  lead: '14 Tage kostenlos testen, in jedem Tarif und ohne Kreditkarte. 30 Tage Geld-zurück-Garantie, jederzeit kündbar.',
  cycle: {
    label: 'Abrechnungszeitraum',
    monthly: 'Monatlich',
    yearly: 'Jährlich',
    save: '{{percent}} % sparen',
  },
  plan: {
    popular: 'Am beliebtesten',
    perMonth: 'pro Benutzer und Monat',
    perYear: 'pro Benutzer und Jahr',
    saving: '{{saved}} $ im Jahr gespart gegenüber monatlicher Zahlung',
    subscribe: 'Jetzt abonnieren',
    subscribeTo: 'Jetzt {{plan}} abonnieren',
    everythingIn: 'Alles aus {{plan}}, dazu',
    making: 'In Arbeit',
  },
  names: { essential: 'Essential', professional: 'Professional', enterprise: 'Enterprise' },
  descriptions: {
    essential: 'Für eine Stimme, die überall sauber klingen soll.',
    professional: 'Für Podcaster und Kreative mit Gästen, Kameras und Publikum.',
    enterprise: 'Für Teams, die viel aufnehmen und es mit ihren eigenen Werkzeugen verbinden wollen.',
  },
  features: {
    noise: 'Einfache Rauschunterdrückung',
    singleTrack: 'Aufnahme auf einer Spur',
    screenCapture: 'Bildschirmaufnahme',
    dashboard: 'Übersicht im Browser',
    emailSupport: 'Hilfe per E-Mail',
    strongNoise: 'Erweiterte Rauschunterdrückung',
    multiTrack: 'Mehrspuraufnahme (4 Audio + 2 Video)',
    broadcasting: 'Live-Übertragung',
    voiceAi: 'Sprach-KI und Stimmklonen, mit Ihren eigenen Schlüsseln',
    transcription: 'Mitschrift von Besprechungen',
    prioritySupport: 'Bevorzugte Hilfe',
    unlimited: 'Unbegrenzt Spuren und Plattformen',
    apiAccess: 'API-Zugang',
    analytics: 'Auswertungen',
    integrations: 'Eigene Anbindungen',
    dedicatedSupport: 'Persönliche Betreuung',
  },
  makingNote:
    'Was mit „In Arbeit“ bezeichnet ist, gibt es noch nicht. Wo Zahlungen nicht eingerichtet sind, gibt es die Testphase und den kostenlosen Tarif mit {{minutes}} Minuten Rauschunterdrückung am Tag.',
  compare: {
    title: 'Die Tarife im Vergleich',
    feature: 'Funktion',
    rows: {
      audioTracks: 'Audiospuren',
      videoSources: 'Videoquellen',
      broadcasting: 'Live-Übertragung',
      voiceAi: 'Sprach-KI',
      apiAccess: 'API-Zugang',
      apiCallsPerMonth: 'API-Aufrufe im Monat',
      teams: 'Teamverwaltung',
      support: 'Hilfe',
    },
    unlimited: 'Unbegrenzt',
    yes: 'Ja',
    no: 'Nein',
    teams: { none: 'Keine', basic: 'Einfach', advanced: 'Erweitert' },
    support: { email: 'E-Mail', priority: 'Bevorzugt', dedicated: 'Persönlich' },
  },
  faq: {
    title: 'Häufige Fragen',
    items: {
      trial: {
        question: 'Was geschieht in der Testphase?',
        answer:
          'Sie beginnt mit der Registrierung und dauert {{trialDays}} Tage, mit allem und ohne Karte. An ihrem Ende wird nichts berechnet: Sie machen mit dem kostenlosen Tarif weiter, {{minutes}} Minuten Rauschunterdrückung am Tag.',
      },
      cancel: {
        question: 'Kann ich jederzeit kündigen?',
        answer: 'Ja. Ein Abonnement läuft dann bis zum Ende der bezahlten Zeit und wird nicht verlängert.',
      },
      refund: {
        question: 'Bekomme ich mein Geld zurück?',
        answer: 'Innerhalb von {{refundDays}} Tagen nach einer Zahlung, ja, ohne Angabe von Gründen.',
      },
      recordings: {
        question: 'Was wird aus meinen Aufnahmen, wenn ich nicht mehr zahle?',
        answer:
          'Sie sind Dateien in einem Ordner Ihres eigenen Computers. Niemand sperrt oder löscht sie, und sie lassen sich ohne SoundDesk öffnen: WAV (RF64) und FLAC.',
      },
      volume: {
        question: 'Gibt es einen Rabatt für viele Personen?',
        answer: 'Ab {{seats}} Plätzen gibt es einen Mengenrabatt.',
      },
      keys: {
        question: 'Ist die Sprach-KI im Preis enthalten?',
        answer:
          'Das Studio dafür, nicht ihre Nutzung: Die Sprach-KI arbeitet mit Ihren eigenen Schlüsseln für die Anbieter Ihrer Wahl, die selbst mit Ihnen abrechnen. Die Schlüssel bleiben auf Ihrem Computer.',
      },
    },
  },
  dialog: {
    title: '{{plan}} abonnieren',
    next: 'PayPal bucht ab, was Sie dort bestätigen. Was heute fällig ist, sehen Sie vorher.',
    continue: 'Weiter',
    close: 'Schließen',
  },
  cancelled: 'Es wurde nichts berechnet: Sie sind von PayPal zurückgekommen, ohne zuzustimmen.',
  cta: { title: 'Erst testen, dann zahlen', action: '14 Tage kostenlos testen' },
};

export const licenceKeys: TranslationOf<'licenceKeys'> = {
  meta: {
    title: 'Lizenzschlüssel: SoundDesk',
    description:
      'Wie Sie einen Lizenzschlüssel für SoundDesk bekommen, wie Sie ihn nutzen und auf einen anderen Computer mitnehmen.',
  },
  title: 'Lizenzschlüssel',
  lead: 'Die Desktop-App nimmt einen Lizenzschlüssel. Ohne ihn gibt es {{free}} Minuten Rauschunterdrückung am Tag; im Browser genügt ein Konto.',
  steps: {
    get: {
      title: 'Bekommen',
      text: 'Ein neues Konto hat {{trial}} Tage Testzeit, ohne Kreditkarte. Oder fragen Sie uns per E-Mail nach einem Schlüssel.',
    },
    use: {
      title: 'Nutzen',
      text: 'Geben Sie den Schlüssel beim ersten Start ein, oder melden Sie sich an und wählen Sie eine Ihrer Lizenzen. Ohne Netz gilt sie {{offline}} Tage und {{grace}} weitere mit einem Hinweis; jeder Kontakt erneuert sie.',
    },
    move: {
      title: 'Mitnehmen',
      text: 'Das Lizenzfenster zeigt Ihre Schlüssel und die Geräte, die sie nutzen: Klicken Sie auf die Zeile über Ihrem Namen im Menü. Dort nehmen Sie eine Lizenz von einem Gerät, um sie auf einem anderen zu nutzen.',
    },
  },
  links: {
    try: '14 Tage kostenlos testen',
    ask: 'Nach einem Schlüssel fragen',
    open: 'SoundDesk öffnen',
    read: 'Mehr dazu',
  },
};

export const translator: TranslationOf<'translator'> = {
  title: 'Diese Seite in einer anderen Sprache',
  text: 'Google Übersetzer zeigt diese Seite in anderen Sprachen, in einem neuen Tab und auf eigenen Servern. Google erfährt dann, welche Seite Sie lesen, wann und von welcher Adresse aus. Bevor Sie zustimmen, wird nichts gesendet, und in diese Seite wird nichts davon geladen.',
  agree: 'Zustimmen und öffnen',
  close: 'Schließen',
  loading: 'Google Übersetzer öffnet sich in einem neuen Tab …',
  unreachable: 'Diese Seite hat keine öffentliche Adresse; Google kann sie nicht lesen.',
};
