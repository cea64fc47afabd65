import type { TranslationOf } from '../texts.ts';

export const firstRun: TranslationOf<'firstRun'> = {
  title: 'Escúchalo primero',
  lead: 'Tres personas, un ventilador, un teclado y un cable que zumba. Reproduce el episodio y cambia a «Limpio».',
  play: 'Reproducir un episodio con ruido',
  voice: 'Probar tu propia voz',
  voiceAgain: 'Grabar otra vez',
  back: 'Volver al episodio',
  asking: 'Tu navegador pide acceso al micrófono. Permítelo y habla.',
  speak: 'Habla ahora',
  seconds: '{{done}} / {{of}} s',
  level: 'Nivel de tu micrófono',
  done: 'Listo',
  waveform: {
    episode: 'El episodio: original arriba, limpio abajo',
    voice: 'Tu voz: original arriba, limpia abajo',
  },
  reduction: 'Ruido en las pausas: {{db}} dB',
  noPauses: 'No se oyó ninguna pausa en la que medir el ruido.',
  note: 'Se limpia en este ordenador. No se sube nada ni se guarda nada.',
  next: 'Haz tu primera grabación',
  demo: 'Abrir una grabación de demostración',
  failed: {
    episode:
      'No se pudo limpiar el episodio ({{code}}): {{reason}} Pulsa Reproducir para intentarlo de nuevo.',
    voice: '{{reason}} ({{code}})',
    silent: 'No se oyó nada. Comprueba que el micrófono correcto está encendido y graba otra vez.',
    noRecorder: 'Este navegador no puede grabar sonido. Actualízalo o prueba con otro.',
  },
};

export const comparePlayer: TranslationOf<'comparePlayer'> = {
  play: 'Reproducir',
  pause: 'Pausar',
  position: 'Posición en: {{sound}}',
  failed: 'No se pudo reproducir: {{reason}}',
  heard: 'Qué se oye',
  raw: 'Original',
  clean: 'Limpio',
};
