import type { TranslationOf } from '../texts.ts';

export const chat: TranslationOf<'chat'> = {
  title: 'SoundDesk-Assistent',
  minimise: 'Chat verkleinern',
  restore: 'Chat zeigen',
  close: 'Chat schließen und vergessen',
  log: 'Gespräch',
  you: 'Sie',
  assistant: 'Assistent',
  welcome:
    'Fragen Sie etwas über SoundDesk. Ich bin ein Programm, das in der Preisliste und in den Hilfeartikeln nachschlägt; ich behalte nichts, und dieses Gespräch ist weg, wenn Sie es schließen.',
  input: 'Ihre Frage',
  placeholder: 'Frage eingeben',
  send: 'Senden',
  thinking: 'Die KI denkt nach …',
  tooLong: 'Eine Frage hat höchstens {{most}} Zeichen.',
  promptsLabel: 'Schnelle Fragen',
  prompts: {
    product: 'Was ist {{product}}?',
    pricing: 'Preise und Tarife',
    download: 'Desktop-App herunterladen',
    requirements: 'Systemanforderungen',
  },
  handOver: {
    action: 'An einen Menschen übergeben',
    hint: 'Übernimmt dieses Gespräch in das Kontaktformular, wo Sie es vor dem Senden ändern können.',
    head: 'Meine Frage geht über das hinaus, was der Assistent beantworten konnte:',
    heading: 'Gespräch mit dem Assistenten',
  },
  answers: {
    greeting: 'Guten Tag. Was möchten Sie über SoundDesk wissen?',
    thanks: 'Gern geschehen.',
    plan: '{{plan}}: {{monthly}} $ pro Benutzer und Monat oder {{yearly}} $ im Jahr.',
    free: 'Kostenlos: {{minutes}} Minuten Rauschunterdrückung am Tag.',
    planLine: '{{plan}}, {{monthly}} $ pro Benutzer und Monat oder {{yearly}} $ im Jahr, umfasst:',
    planBefore: 'Alles aus {{plan}}, dazu:',
    inTheMaking: '{{feature}} (in Arbeit)',
    trial: 'Er beginnt mit der Anmeldung; nach einer Karte wird nicht gefragt.',
    tracks: 'So viel nimmt jeder Tarif auf einmal auf:',
    tracksLine: '{{plan}}: Audio {{audio}}, Video {{video}}',
    system: '{{where}}: Aufnahmen: {{files}}. Live: {{live}}.',
    data: 'Was über Sie gespeichert wird, welche Rechte Sie haben und wie Sie Ihr Konto selbst löschen, steht auf der Seite über Datenrechte.',
    students: 'Die Preisliste nennt keinen Preis für Studierende oder Schulen. Fragen Sie uns danach.',
    phone: 'Für Handys und Tablets gibt es keine App. Was wo funktioniert:',
    teams: 'Teamverwaltung nach Tarif:',
    teamsLine: '{{plan}}: {{level}}',
    invoices:
      'Die Seite „Billing“ listet alle Rechnungen; Inhaber und Admins sehen sie. „Download“ speichert eine Rechnung als PDF. Ihre Steuernummer geben Sie unter „Billing details“ ein.',
    trialKey: 'Ein Testschlüssel für die Desktop-App gilt {{keyDays}} Tage.',
    status:
      'Wie es den Teilen, die einen Server brauchen, jetzt geht und in den letzten 30 Tagen ging, steht auf der Statusseite.',
    human:
      'Ich bin ein Programm, und niemand liest diesen Chat mit. Schreiben Sie uns: Der Support antwortet in {{leastHours}}–{{mostHours}} Stunden. Bürozeiten: {{hours}}',
    unknown:
      'Da bin ich nicht sicher. Fragen Sie mit anderen Worten, oder schreiben Sie uns: Der Support antwortet in {{leastHours}}–{{mostHours}} Stunden.',
  },
  words: {
    greeting: 'hallo, hi, hey, guten morgen, guten tag, guten abend, servus, moin, grüß gott',
    thanks: 'danke, vielen dank, dankeschön, super, prima, perfekt, tschüss, auf wiedersehen',
    product:
      'was ist sounddesk, was ist das, was macht sounddesk, was kann sounddesk, was macht das, was kann das, für wen ist, über sounddesk, wozu ist sounddesk',
    pricing:
      'preis*, preise und tarife, kosten, kostet, wieviel, tarif*, abo*, abonn*, teuer, billig*, günstig*, jährlich*, monatlich*, kaufen, bezahlen für, in dollar',
    essential: 'essential, essential tarif',
    professional: 'professional, professional tarif, pro tarif',
    enterprise: 'enterprise, enterprise tarif',
    free: 'gratis, kostenlos*, umsonst, kostenlose version, kostenloser tarif, ohne zu bezahlen, minuten am tag, minuten pro tag, minuten, tageslimit, tägliches limit, täglich*',
    trial:
      'test, testen, testphase, testzeit*, probe*, ausprobieren, 14 tage*, kostenlos testen, kostenlos ausprobieren, kostenlose testphase, kreditkarte, ohne karte, ohne kreditkarte',
    cancel:
      'kündig*, abo kündigen, jederzeit kündbar, kann ich kündigen, abo beenden, abbestellen, nicht mehr zahlen',
    refund: 'erstatt*, rückerstattung*, geld zurück, mein geld zurück, geld-zurück-garantie',
    volume: 'rabatt*, mengenrabatt*, viele plätze, 50 plätze, große teams, großes team, nachlass',
    keys: 'eigene schlüssel*, eigenen schlüssel*, anbieterschlüssel, api schlüssel, elevenlabs, openai, sprach-ki, stimmen klonen, stimme klonen, klon*, stimmklon*, stimmenklon*',
    keep: 'nicht mehr bezahle, aufnahmen behalten, aufnahmen verlieren, aufnahmen nach der testphase, aufnahmen nach dem test',
    tracks:
      'mehrspur*, wie viele spuren, wie viele mikrofone, wie viele kameras, spuren gleichzeitig, mikrofone gleichzeitig, videoquellen',
    download:
      'download*, herunterladen, desktop-app, installieren, installation*, installationsprogramm*, app bekommen, wo bekomme ich',
    requirements:
      'systemanforderung*, systemvoraussetzung*, anforderungen, voraussetzungen, welches system*, welche systeme, betriebssystem*, kompatibel, läuft es auf, läuft sounddesk auf',
    licence: 'lizenz*, lizenzschlüssel*, aktivier*, freischalten, testschlüssel',
    payment: 'zahlung*, zahlungsart*, paypal, zahlen mit, bezahlen mit, lastschrift',
    data: 'konto löschen, mein konto löschen, daten löschen, meine daten, daten, welche daten, dsgvo, datenrechte, datenschutz*, personenbezogene daten, sammelt',
    status: 'status, ausfall*, störung*, server down, ist der server, erreichbar, verfügbarkeit',
    human:
      'mensch*, person, mitarbeiter*, support, kontakt*, mit jemandem sprechen, mit jemandem reden, telefon*, anrufen, beschwerde*, echter mensch, helfen sie mir bitte',
    students:
      'student*, studier*, studenten rabatt, studentenrabatt, schüler*, schule*, hochschule*, universität*, uni, bildung*, lehrer*, gemeinnützig*, ermäßigung*',
    invoices: 'rechnung*, beleg*, quittung*, umsatzsteuer*, mehrwertsteuer, steuernummer',
    compare:
      'krisp, noisetorch, alternative*, vergleich*, unterschied*, konkurrenz, besser als, im vergleich',
    phone: 'iphone*, ipad*, ios, android*, tablet*, handy*, smartphone*, mobiltelefon*, mobil',
    linux: 'linux, ubuntu, debian, fedora, arch, mint, suse',
    macos: 'mac, macos, mac os, macbook*, imac, apple, mein mac, meinem mac',
    windows: 'windows, win10, win11, pc',
    uploaded:
      'hochgeladen, hochladen, upload*, cloud, gesendet, verschickt, auf eure server, auf ihre server, mithören, abhören',
    offline: 'offline, internet, ohne netz, ohne internet, wlan, ohne verbindung, verbindung, flugzeug',
    latency: 'latenz*, verzögerung*, millisekunden, ms, echtzeit',
    'other-programs':
      'zoom, discord, obs, google meet, meet, microsoft teams, ms teams, mit teams, in teams, slack, skype, webex, andere programme, anderen programmen',
    echo: 'echo, echos, echo entfernen, echo unterdrück*, echounterdrück*, echokompens*, hall, nachhall, hallt, halligkeit',
    password:
      'passwort*, kennwort*, passwort vergessen, passwort zurücksetzen, nicht anmelden, einloggen, nicht einloggen, anmelden, login, password',
    guests:
      'gast, gäste*, gast einladen, einladen, interview*, aus der ferne, ferne, gesprächspartner*, remote*, anderen stadt',
    formats: 'export*, mp3, wav, flac, ogg, opus, format*, dateiformat*, dateityp*, speichern als, speichern',
    teams:
      'team, team tarif, mein team, teammitglied*, mitglied*, firma, unternehmen, organisation*, mehrere benutzer, mehrere nutzer, benutzer verwalten, kollege*, mitarbeiter hinzufügen, mitarbeiter verwalten',
  },
  emptyWords:
    'gibt geht aber als am an auch auf aus bei bin bis bitte da das dass dem den der des die doch du durch ein eine einem einen einer es für gibt habe haben hat ich ihr ihre ihren im in ist ja kann kein keine können man mein meine meinem meinen meiner mich mir mit möchte muss nach nicht noch nur oder ob sich sie sind so soll um und uns unser von vom vor wann warum was welche welcher welches wenn wer wie wir wird wo wofür zu zum zur sounddesk',
  questions: {
    start: {
      question: 'Wie starte ich die Rauschunterdrückung?',
      answer:
        'Wählen Sie auf der Startseite ein Mikrofon und eine Ausgabe und drücken Sie den großen Knopf oder die Taste N. Wählen Sie eine Schnellvorgabe, die zum Raum passt; sie wirkt sofort.',
    },
    'other-programs': {
      question: 'Wie hören Zoom, Meet, Teams, Discord oder OBS die gereinigte Stimme?',
      answer:
        'Unter Linux schalten Sie bei der Klangverbesserung das virtuelle Mikrofon ein, schicken den Ton dorthin und wählen dieses Mikrofon im anderen Programm. Unter macOS und Windows tut ein virtuelles Kabel eines anderen Herstellers dasselbe.',
    },
    uploaded: {
      question: 'Wird meine Stimme irgendwohin gesendet?',
      answer:
        'Nein. Der Ton wird auf Ihrem eigenen Computer verarbeitet, live und in Dateien. Nur das Anmelden, Lizenzen und Rückmeldungen, die Sie senden, brauchen das Netz.',
    },
    offline: {
      question: 'Funktioniert es ohne Netz?',
      answer:
        'Ja: Rauschunterdrückung, Aufnehmen, das Reinigen von Dateien, Plug-ins und diese Hilfe. Eine Lizenz gilt {{tokenDays}} Tage ohne Verbindung und {{graceDays}} weitere mit einem Hinweis.',
    },
    latency: {
      question: 'Wie groß ist die Verzögerung?',
      answer:
        'Die Startseite zeigt, was gemessen wurde: den Median und das 99. Perzentil vom Mikrofon bis zur Ausgabe. Das Rauschmodell braucht 20 ms; der Rest sind der Puffer, den Sie gewählt haben, und Ihre Geräte.',
    },
    'cut-words': {
      question: 'Warum werden Wörter abgeschnitten, oder warum klingt meine Stimme hohl?',
      answer:
        'Senken Sie zuerst „Sensitivity“, dann „Reduction“, und schalten Sie die Rauschunterdrückung des Programms aus, in das Sie sprechen: Rauschen zweimal zu entfernen verschlechtert eine Stimme.',
    },
    files: {
      question: 'Kann ich eine Aufnahme reinigen, die ich schon habe?',
      answer:
        'Ja: Ziehen Sie sie auf die Klangverbesserung, oder nehmen Sie für viele Dateien die Kommandozeile. Das Ergebnis liegt aufs Sample genau auf der Aufnahme.',
    },
    formats: {
      question: 'In welchen Formaten kann ich speichern?',
      answer: 'Die Desktop-App speichert eine gereinigte Aufnahme als {{formats}}; die Webseite als WAV.',
    },
    echo: {
      question: 'Entfernt es Echo?',
      answer:
        'Die Echounterdrückung nimmt aus dem Mikrofon, was SoundDesk über Lautsprecher spielt. Mit Kopfhörern gibt es kein Echo: Lassen Sie sie aus. Der Hall eines Raums bleibt; gehen Sie näher ans Mikrofon.',
    },
    guests: {
      question: 'Kann ich Gäste aufnehmen, die anderswo sind?',
      answer:
        'Ja. Treffen Sie sich in Zoom, Meet oder einem anderen Programm: Der Meeting Recorder nimmt Ihre Stimme und die anderen auf getrennten Spuren auf. SoundDesk macht keine Anrufe und lädt keine Gäste ein, und alle anderen teilen sich eine Spur.',
    },
    password: {
      question: 'Ich habe mein Passwort vergessen. Was nun?',
      answer:
        'Lassen Sie sich auf der Anmeldeseite ein neues Passwort mailen. Es gilt einmal und führt zu einem eigenen Passwort; bis Sie es benutzen, bleibt Ihr jetziges gültig.',
    },
    browser: {
      question: 'Was kann die Desktop-App, was die Webseite nicht kann?',
      answer:
        'Mehrere Kanäle auf einmal, VST3-Plug-ins, mehr Arten von Dateien, den Ton des Computers selbst und ein Mikrofon für andere Programme. Die Webseite reinigt ein Mikrofon, mit demselben Klang.',
    },
    free: {
      question: 'Was bekomme ich kostenlos?',
      answer:
        '{{minutes}} Minuten Rauschunterdrückung am Tag, ohne Lizenz. Eine Aufnahme wird dadurch nie abgebrochen, und das Reinigen von Dateien zählt nicht mit.',
    },
    'safe-takes': {
      question: 'Was geschieht mit einer Aufnahme, wenn das Programm oder der Computer stehen bleibt?',
      answer:
        'Es fehlt höchstens die letzte Sekunde. Beim nächsten Start wird die Aufnahme vervollständigt, und ihr Zertifikat sagt aufs Sample genau, was darin ist.',
    },
    'plug-ins': {
      question: 'Kann ein Plug-in meine Aufnahme zum Absturz bringen?',
      answer:
        'Nein. Die Plug-ins jedes Kanals laufen in einem eigenen Prozess. Eines, das abstürzt oder hängt, lässt seinen Kanal unbearbeitet, und die Aufnahme läuft weiter.',
    },
    wrong: {
      question: 'Etwas funktioniert nicht. Was hilft Ihnen, mir zu helfen?',
      answer:
        'Sagen Sie im Reiter „Feedback“, was Sie getan und was Sie erwartet haben. Sie können Diagnosedaten mitsenden: Sie lesen sie vorher, und sie enthalten kein Passwort, keinen Schlüssel und keine E-Mail-Adresse.',
    },
  },
};
