import type { TranslationOf } from '../texts.ts';

export const tour: TranslationOf<'tour'> = {
  label: 'Rundgang',
  place: 'Schritt {{step}} von {{count}}',
  next: 'Weiter',
  back: 'Zurück',
  end: 'Fertig',
  leave: 'Rundgang verlassen',
  offer: 'Neu hier? Sehen Sie in einer Minute, wo alles ist.',
  start: 'Rundgang machen',
  dismiss: 'Kein Rundgang',
  steps: {
    live: {
      title: 'Hier werden Anrufe sauber',
      text: 'Schalten Sie die Geräuschunterdrückung ein und wählen Sie SoundDesk in Zoom, Teams oder OBS als Mikrofon.',
    },
    sound: {
      title: 'Formen Sie Ihre Stimme',
      text: 'Gate, Equalizer, Kompressor und De-Esser. Nehmen Sie eine Probe auf und vergleichen Sie roh mit sauber. Ziehen Sie eine Datei herein, um sie zu reinigen.',
    },
    studio: {
      title: 'Jede Stimme auf ihrer eigenen Spur',
      text: 'Fügen Sie für jede Person ein Mikrofon, eine Kamera oder einen Bildschirm hinzu und starten Sie die Aufnahme.',
    },
    recordings: {
      title: 'Abspielen, reinigen, exportieren',
      text: 'Aufnahmen finden Sie am Ende dieser Seite. Noch nichts da? Öffnen Sie die Demo-Aufnahme.',
    },
    help: {
      title: 'Alles finden',
      text: 'Hier durchsuchen Sie die Hilfe. {{keys}} öffnet die Palette: Sie erreicht jede Seite, jede Aktion und diesen Rundgang.',
    },
  },
};
