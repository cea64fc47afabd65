import type { TranslationOf } from '../texts.ts';

export const firstRun: TranslationOf<'firstRun'> = {
  title: 'Erst einmal hören',
  lead: 'Drei Menschen, ein Lüfter, eine Tastatur und ein brummendes Kabel. Spielen Sie die Folge ab, dann schalten Sie auf „Sauber“.',
  play: 'Verrauschte Folge abspielen',
  voice: 'Eigene Stimme ausprobieren',
  voiceAgain: 'Noch einmal aufnehmen',
  back: 'Zurück zur Folge',
  asking: 'Ihr Browser fragt nach Ihrem Mikrofon. Erlauben Sie es, dann sprechen Sie.',
  speak: 'Sprechen Sie jetzt',
  seconds: '{{done}} / {{of}} s',
  level: 'Pegel Ihres Mikrofons',
  done: 'Fertig',
  waveform: {
    episode: 'Die Folge: oben roh, unten sauber',
    voice: 'Ihre Stimme: oben roh, unten sauber',
  },
  reduction: 'Rauschen in den Pausen: {{db}} dB',
  noPauses: 'Es war keine Pause zu hören, in der sich Rauschen messen ließe.',
  note: 'Auf diesem Computer gereinigt. Nichts wird hochgeladen, und nichts wird aufbewahrt.',
  next: 'Erste Aufnahme machen',
  demo: 'Demo-Aufnahme öffnen',
  failed: {
    episode:
      'Die Folge konnte nicht gereinigt werden ({{code}}): {{reason}} Drücken Sie noch einmal auf Abspielen.',
    voice: '{{reason}} ({{code}})',
    silent:
      'Es war nichts zu hören. Prüfen Sie, ob das richtige Mikrofon an ist, und nehmen Sie noch einmal auf.',
    noRecorder:
      'Dieser Browser kann keinen Ton aufnehmen. Aktualisieren Sie ihn, oder versuchen Sie einen anderen.',
  },
};

export const comparePlayer: TranslationOf<'comparePlayer'> = {
  play: 'Abspielen',
  pause: 'Anhalten',
  position: 'Stelle in: {{sound}}',
  failed: 'Wiedergabe fehlgeschlagen: {{reason}}',
  heard: 'Was zu hören ist',
  raw: 'Roh',
  clean: 'Sauber',
};
