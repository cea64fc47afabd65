import type { TranslationOf } from '../texts.ts';

export const studioVideo: TranslationOf<'studioVideo'> = {
  videos_one: '{{count}} Video',
  videos_other: '{{count}} Video',
  screens_one: '{{count}} Bildschirm',
  screens_other: '{{count}} Bildschirm',
  noneDropped: 'Keine Frames verloren',
  dropped_one: '{{count}} Frame verloren',
  dropped_other: '{{count}} Frames verloren',
  frames_one: '{{count}} Frame',
  frames_other: '{{count}} Frames',
  tracks: { video: 'Video', screen: 'Bildschirm' },
  size: '{{width}} × {{height}}',
  count: '{{count}} von {{max}}',
  title: { video: 'Videokanäle', screen: 'Bildschirmkanäle' },
  add: { video: 'Kamera hinzufügen', screen: 'Bildschirm hinzufügen' },
  newName: { video: 'Kamera', screen: 'Bildschirm' },
  empty: {
    video: 'Noch keine Kameras. Jede Kamera wird synchron zum Ton in eine eigene Datei aufgenommen.',
    screen:
      'Noch keine Bildschirme. Jeder Bildschirm und jedes Fenster wird synchron zum Ton in eine eigene Datei aufgenommen.',
  },
  full: {
    video_one: 'Mehr als {{count}} Kamera kann nicht zugleich aufgenommen werden.',
    video_other: 'Mehr als {{count}} Kameras können nicht zugleich aufgenommen werden.',
    screen_one: 'Mehr als {{count}} Bildschirm kann nicht zugleich aufgenommen werden.',
    screen_other: 'Mehr als {{count}} Bildschirme können nicht zugleich aufgenommen werden.',
  },
  locked: 'Während der Aufnahme gesperrt.',
  unsupported: {
    capture:
      'Dieser Browser kann keine Kameras und Bildschirme aufnehmen. Benutzen Sie Chrome, Edge oder einen anderen Chromium-Browser, oder die Desktop-App.',
    encoder:
      'Dieser Browser kann kein Video kodieren. Benutzen Sie Chrome, Edge oder einen anderen Chromium-Browser, oder die Desktop-App.',
  },
  card: { video: 'Kamera {{name}}', screen: 'Bildschirm {{name}}' },
  video: 'Livevideo von {{name}}',
  name: 'Name des Kanals',
  actions: 'Aktionen für {{name}}',
  rename: 'Umbenennen',
  left: 'Nach links',
  right: 'Nach rechts',
  remove: 'Entfernen',
  removed: '{{name}} wurde entfernt',
  undo: 'Rückgängig',
  enable: '{{name}} aufnehmen',
  colours: { blue: 'Blau', green: 'Grün', amber: 'Gelb', red: 'Rot', violet: 'Violett', teal: 'Türkis' },
  source: 'Quelle von {{name}}',
  anyCamera: 'Beliebige Kamera',
  unnamedCamera: 'Kamera {{number}} dieses Computers',
  absentCamera: 'Kamera nicht verbunden',
  notConnected: 'nicht verbunden',
  sound: {
    of: 'Ton von {{name}}',
    none: 'Kein Ton',
    note: 'Ton',
    volume: 'Lautstärke des Tons von {{name}}',
    pan: 'Panorama des Tons von {{name}}',
    mute: 'Ton von {{name}} stumm schalten',
    solo: 'Ton von {{name}} solo hören',
  },
  share: 'Wählen, was geteilt wird',
  shareAgain: 'Etwas anderes teilen',
  tryAgain: 'Noch einmal versuchen',
  off: 'Nicht aufgenommen',
  opening: 'Warten auf den Browser …',
  idle: { video: 'Kein Video', screen: 'Noch nichts geteilt' },
  ended: {
    video: 'Kein Video von dieser Kamera: Sie wurde ausgesteckt, oder der Zugriff wurde gesperrt.',
    screen: 'Nicht mehr geteilt: Das Fenster wurde geschlossen, oder das Teilen wurde beendet.',
  },
  keptSoFar: 'Alles bis dahin ist gespeichert.',
  still: {
    video: 'Die Kamera liefert seit einer halben Minute kein Video: Läuft sie noch?',
    screen: 'Seit einer halben Minute bewegt sich nichts: Ist noch da, was Sie teilen?',
  },
  nothingYet: 'Warten auf den ersten Frame …',
  missing: {
    one: 'Wird nicht aufgenommen',
    names: 'Wird nicht aufgenommen: {{names}}',
    take: 'Nicht alles wird aufgenommen: {{names}}',
    missed: '{{names}} wurde {{seconds}} s lang nicht aufgenommen',
  },
  nothingGiven: 'Kein Video von {{name}}',
  nothingGivenNote: 'Ist nicht in dieser Aufnahme. Prüfen Sie vor der nächsten die Vorschau.',
  settings: {
    quality: 'Videoqualität',
    qualities: { high: 'Hoch 1080p 320kbps', medium: 'Mittel 720p 192kbps', low: 'Niedrig 480p 128kbps' },
    qualityHint: 'Höchste Auflösung, und die Bitrate des Tons beim Export. Ton wird verlustfrei aufgenommen.',
    qualityHintAlone: 'Höchste Auflösung.',
    format: 'Videoformat',
    formats: { mp4: 'MP4 H.264', webm: 'WebM VP9', mov: 'MOV ProRes' },
    formatHints: {
      mp4: 'Als H.264 aufgenommen, sicher auch bei einem Absturz.',
      webm: 'Als VP9 aufgenommen, wo der Browser es kann, sicher auch bei einem Absturz. Braucht mehr Rechenleistung als H.264.',
      mov: 'Als H.264 aufgenommen, sicher auch bei einem Absturz. Der Export wandelt es in ProRes.',
    },
  },
};

export const recordingWarnings: TranslationOf<'recordingWarnings'> = {
  slept: {
    title: 'Der Computer hat {{duration}} geschlafen',
    message:
      'Ab {{place}} wurde bis zum Aufwachen nichts aufgenommen. Alles davor und danach ist gespeichert.',
  },
  stoodStill: {
    title: 'SoundDesk war {{duration}} angehalten',
    message:
      'Bei {{place}} der Aufnahme schlief der Computer, hielt SoundDesk an oder war überlastet. Alles Aufgenommene ist gespeichert; das Zertifikat zeigt, was fehlt.',
  },
  more_one: 'Und {{count}}-mal davor.',
  more_other: 'Und {{count}}-mal davor.',
  disk: { DISK_LOW: 'Der Datenträger ist fast voll', DISK_SLOW: 'Der Datenträger ist zu langsam' },
  dismiss: 'OK',
};

export const exports: TranslationOf<'exports'> = {
  rows: '{{rows}} bisher',
  rowsOf: '{{rows}} von {{total}}',
  cancelled: 'Export abgebrochen. Es wurde keine Datei gespeichert.',
  cancelledLater: 'Export abgebrochen. Frühere Dateien sind gespeichert.',
  failed: 'Der Export ist fehlgeschlagen',
};

export const list: TranslationOf<'list'> = {
  failed: 'Die Liste konnte nicht geladen werden',
  failedAction: 'Das hat nicht funktioniert',
  offline: 'Der Kontoserver antwortet nicht',
  offlineMessage:
    'Prüfen Sie die Verbindung, und versuchen Sie es dann noch einmal. Es wurde nichts geändert.',
  previous: 'Zurück',
  next: 'Weiter',
  page: 'Seite {{page}}',
  all: 'Alle',
  refresh: 'Aktualisieren',
};
