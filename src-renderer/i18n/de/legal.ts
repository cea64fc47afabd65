import { LICENCE_TRIAL_DAYS } from '../../../src-shared/domain/licence.ts';
import { MONEY_BACK_DAYS } from '../../../src-shared/domain/plans.ts';
import type { LegalDocuments } from '../../site/legal/legalDocument.ts';

export const legalDocuments: LegalDocuments = {
  privacy: {
    title: 'Datenschutzerklärung',
    description:
      'Was SoundDesk von Ihnen weiß, wo es gespeichert ist, wie lange, und wie Sie es sich zeigen oder löschen lassen.',
    updated: '2026-11-24',
    lead: 'Ihr Ton und Ihre Bilder werden dort verarbeitet, wo sie aufgenommen wurden: auf Ihrem eigenen Computer. Ein Konto braucht eine E-Mail-Adresse. Das ist das meiste; der Rest steht unten.',
    sections: [
      {
        id: 'audio-and-video',
        title: 'Ihr Ton und Ihre Bilder',
        paragraphs: [
          'Rauschunterdrückung, Aufnahme und das Reinigen von Dateien laufen auf Ihrem Computer. Nichts davon wird von SoundDesk hochgeladen. Live gereinigter Ton wird nicht gespeichert; Aufnahmen sind Dateien in einem Ordner, den Sie wählen.',
          'Wo Sie die Sprach-KI benutzen, sendet sie, was Sie ihr geben, an den Anbieter, dessen Schlüssel Sie eingegeben haben. Der Schlüssel gehört Ihnen, liegt auf Ihrem Computer und wird nie an unsere Server gesendet.',
        ],
      },
      {
        id: 'what-we-keep',
        title: 'Was auf dem Server gespeichert ist',
        paragraphs: ['Mit einem Konto:'],
        list: [
          'Kontodaten: Ihre E-Mail-Adresse, Ihr Name, falls Sie einen angegeben haben, und ein Passwort, von dem nur der Hash bekannt ist;',
          'Lizenzen: welcher Schlüssel Ihnen gehört, sowie Name und Plattform jedes Geräts, das ihn benutzt;',
          'Abrechnungsdaten: Abonnements, Rechnungen und was uns der Zahlungsanbieter von einer Zahlung mitteilt. Kartennummern erreichen uns nie;',
          'durch wessen Partner-Link Sie kamen, falls durch einen: Der Partner sieht eine Nummer und was sie ihm bringt, weder Ihren Namen noch Ihre Adresse;',
          'was Sie uns schreiben: Rückmeldungen, Nachrichten und Anträge, mit der E-Mail-Adresse, die Sie angegeben haben;',
          'Nutzungsdaten, nur wo Sie sie in den Einstellungen eingeschaltet haben: wann eine Sitzung lief, wie lange, und ihre gemessenen Werte. Kein Ton.',
        ],
      },
      {
        id: 'third-parties',
        title: 'Wer für uns arbeitet',
        paragraphs: ['Dienste dieser Arten sehen, was sie für ihre Arbeit brauchen, und sonst nichts:'],
        list: [
          'Datenbank und Anmeldung: Ihr Konto;',
          'Zahlung: Ihre Zahlungen;',
          'Sprach-KI: was Sie ihr geben, mit Ihrem eigenen Schlüssel;',
          'Mitschrift und Übersetzung: was Sie ihnen geben, mit Ihrem eigenen Schlüssel.',
        ],
      },
      {
        id: 'how-long',
        title: 'Wie lange es gespeichert wird',
        paragraphs: [],
        table: {
          head: ['Was', 'Wie lange'],
          rows: [
            ['Kontodaten', 'Solange das Konto besteht'],
            ['Nutzungsdaten', '2 Jahre'],
            [
              'E-Mail-Adresse für Störungsmeldungen',
              'Bis Sie sie abbestellen; 48 Stunden, wenn Sie sie nicht bestätigen',
            ],
            ['Abrechnungsdaten', '7 Jahre, wie das Gesetz es verlangt'],
            ['Audio und Video', 'Auf Ihrem Computer verarbeitet; von uns nicht gespeichert'],
          ],
        },
      },
      {
        id: 'your-rights',
        title: 'Ihre Rechte',
        paragraphs: [
          'Sie können sich Ihre Daten zeigen, berichtigen, in einem gängigen Format herausgeben und löschen lassen. Jeder Antrag wird innerhalb von 30 Tagen beantwortet.',
          'Mit einem Konto laden Sie alle Ihre Daten selbst herunter und löschen das Konto selbst, auf der Seite „Datenrechte nach DSGVO“. Es wird nach 14 Tagen gelöscht, in denen Sie das zurücknehmen können; Rechnungen und Zahlungen bleiben 7 Jahre lang, mit dem Namen und der Anschrift, die darauf stehen, wie das Gesetz es verlangt.',
          'Eine Einwilligung lässt sich so leicht zurücknehmen, wie sie gegeben wurde: in den Einstellungen, und für Cookies auf der Seite der Cookie-Richtlinie.',
        ],
      },
      {
        id: 'children',
        title: 'Alter',
        paragraphs: [
          'SoundDesk ist für Personen ab 18 Jahren oder solche, die die Einwilligung eines Elternteils haben.',
        ],
      },
      {
        id: 'security',
        title: 'Wie es geschützt ist',
        paragraphs: [
          'Jede Zeile in der Datenbank gehört jemandem, und die Datenbank selbst prüft, wer fragt. Verbindungen sind verschlüsselt. Lizenzschlüssel werden versiegelt gespeichert, Passwörter nur als Hash. Die Desktop-App legt Schlüssel im Schlüsselbund des Systems ab.',
        ],
      },
      {
        id: 'changes',
        title: 'Änderungen',
        paragraphs: [
          'Ändert sich dieser Text in einer Weise, auf die es ankommt, erfahren Personen mit einem Konto 30 Tage vorher davon.',
        ],
      },
    ],
  },
  terms: {
    title: 'Nutzungsbedingungen',
    description: 'Was Sie mit SoundDesk bekommen, was es kostet, wie es endet und wer wofür einsteht.',
    updated: '2026-11-21',
    lead: 'Diese Bedingungen gelten zwischen Ihnen und den Machern von SoundDesk. Das Programm selbst ist freie Software unter der GPL, Version 3 oder neuer, deren Bedingungen vorgehen, wo sie abweichen.',
    sections: [
      {
        id: 'account',
        title: 'Ihr Konto',
        paragraphs: [
          'Sie sind 18 Jahre oder älter oder haben die Einwilligung eines Elternteils. Sie behalten Ihr Passwort für sich und stehen für das ein, was mit Ihrem Konto geschieht.',
        ],
      },
      {
        id: 'trial',
        title: 'Die Testphase',
        paragraphs: [
          `Jedes neue Konto hat ${LICENCE_TRIAL_DAYS} Tage lang alles, ohne Karte. Am Ende der Testphase wird nichts berechnet: Sie machen mit dem kostenlosen Tarif weiter oder wählen einen anderen.`,
        ],
      },
      {
        id: 'payment',
        title: 'Zahlung, Verlängerung und Erstattung',
        paragraphs: [
          'Tarife werden pro Benutzer, monatlich oder jährlich, im Voraus bezahlt, zu den Preisen der Preisseite. Sie verlängern sich, bis Sie kündigen, was jederzeit möglich ist; was dann bezahlt ist, läuft bis zu seinem Ende.',
          `Innerhalb von ${MONEY_BACK_DAYS} Tagen nach einer Zahlung bekommen Sie diese ohne Angabe von Gründen zurück.`,
        ],
      },
      {
        id: 'licence',
        title: 'Der Lizenzschlüssel',
        paragraphs: [
          'Die Desktop-App verlangt einen Lizenzschlüssel. Ein Schlüssel gehört einer Person und kann von Gerät zu Gerät mitgenommen werden. Ohne Schlüssel funktioniert der kostenlose Tarif.',
        ],
      },
      {
        id: 'yours',
        title: 'Was Sie schaffen, gehört Ihnen',
        paragraphs: [
          'Aufnahmen, Videos und Texte, die Sie mit SoundDesk herstellen, gehören Ihnen. Wir beanspruchen kein Recht daran. Sie stehen dafür ein, dass Sie die Einwilligung der Personen haben, die Sie aufnehmen, wie das Recht an Ihrem Ort es verlangt.',
        ],
      },
      {
        id: 'service',
        title: 'Was wir anstreben',
        paragraphs: [
          'Wir streben an, dass die Online-Dienste zu 99,9 Prozent der Zeit erreichbar sind. Die Desktop-App funktioniert ohne sie. Zahlende Abonnenten erhalten bevorzugte Hilfe.',
        ],
      },
      {
        id: 'forbidden',
        title: 'Was nicht erlaubt ist',
        paragraphs: [],
        list: [
          'Personen heimlich aufzunehmen, wo das verboten ist;',
          'eine Stimme ohne die Einwilligung der Person zu klonen, der sie gehört;',
          'die Dienste anzugreifen oder sie zu benutzen, um anderen zu schaden.',
        ],
      },
      {
        id: 'end',
        title: 'Wie es endet',
        paragraphs: [
          'Sie können Ihr Konto jederzeit löschen. Wir können es mit einer Frist von 30 Tagen beenden, oder sofort, wo es gegen diese Bedingungen benutzt wird; was für die Zeit danach bezahlt ist, wird erstattet.',
        ],
      },
      {
        id: 'liability',
        title: 'Haftung',
        paragraphs: [
          'SoundDesk kommt ohne Gewährleistung, soweit das Gesetz es zulässt. Wo wir haften, dann für nicht mehr, als Sie in den 12 Monaten zuvor bezahlt haben.',
        ],
      },
      {
        id: 'changes',
        title: 'Änderungen',
        paragraphs: [
          'Änderungen werden 30 Tage angekündigt, bevor sie gelten. Fragen zu diesen Bedingungen werden innerhalb von 30 Tagen beantwortet.',
        ],
      },
    ],
  },
  cookies: {
    title: 'Cookie-Richtlinie',
    description:
      'Was SoundDesk in Ihrem Browser speichert, womit es auf Ihre Einwilligung wartet und wie Sie es sich anders überlegen.',
    updated: '2026-11-21',
    lead: 'SoundDesk setzt keinen eigenen Cookie, bevor Sie einem zustimmen. Was es sich merken muss, liegt im Speicher Ihres Browsers, der nicht mit Anfragen mitgesendet wird. Diese Seite nennt beides „Cookie“.',
    sections: [
      {
        id: 'necessary',
        title: 'Notwendig',
        paragraphs: [
          'Ihre Sitzung, solange Sie angemeldet sind, Ihre Einstellungen und die Wahl, die Sie auf dieser Seite treffen. Sie brauchen keine Einwilligung, weil ohne sie nichts funktioniert.',
        ],
      },
      {
        id: 'optional',
        title: 'Freiwillig',
        paragraphs: ['Zwei Gruppen sind aus, bis Sie sie einschalten:'],
        list: [
          'Vorlieben: was sich eine öffentliche Seite von Ihnen merkt, 60 Tage lang auch, wessen Partner-Link Sie gefolgt sind;',
          'Statistik: das Zählen von Besuchen durch einen Webanalysedienst.',
        ],
      },
      {
        id: 'your-choice',
        title: 'Ihre Wahl',
        paragraphs: ['Eine Einwilligung zurückzunehmen ist so leicht, wie sie zu geben:'],
      },
      {
        id: 'third-parties',
        title: 'Dienste anderer',
        paragraphs: [
          'Dienste dieser Arten können etwas in Ihrem Browser speichern, jeder nur, wenn Sie ihn benutzen oder ihm zugestimmt haben: Anmeldung und Datenbank, Zahlung, Webanalyse, Hilfe-Chat.',
        ],
      },
      {
        id: 'retention',
        title: 'Wie lange sie bleiben',
        paragraphs: [],
        table: {
          head: ['Gruppe', 'Gespeichert'],
          rows: [
            ['Sitzungs-Cookies', 'Bis der Browser geschlossen wird'],
            ['Cookies für Vorlieben', '1 Jahr'],
            ['Cookies für Statistik', '2 Jahre'],
          ],
        },
      },
      {
        id: 'browser',
        title: 'In Ihrem Browser',
        paragraphs: [
          'Jeder Browser zeigt und löscht, was Seiten speichern: in Chrome und Edge unter Einstellungen, Datenschutz und Sicherheit, Websitedaten; in Firefox unter Einstellungen, Datenschutz & Sicherheit, Cookies und Website-Daten; in Safari unter Einstellungen, Datenschutz, Websitedaten verwalten.',
        ],
      },
      {
        id: 'deletion',
        title: 'Was mit ihnen verloren geht',
        paragraphs: [
          'Sie werden abgemeldet. In der Browser-App sind Ihre Einstellungen, Presets und die Zählung Ihrer Sitzungen fort, denn sie liegen nirgends sonst; die Desktop-App speichert sie in Dateien und verliert nichts.',
        ],
      },
      {
        id: 'contact',
        title: 'Fragen',
        paragraphs: [
          'Schreiben Sie uns über die Kontaktseite. Was Cookies betrifft, beantworten wir innerhalb von 48 Stunden.',
        ],
      },
    ],
  },
};
