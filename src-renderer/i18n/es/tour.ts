import type { TranslationOf } from '../texts.ts';

export const tour: TranslationOf<'tour'> = {
  label: 'Recorrido',
  place: 'Paso {{step}} de {{count}}',
  next: 'Siguiente',
  back: 'Atrás',
  end: 'Terminar',
  leave: 'Salir del recorrido',
  offer: '¿Acabas de llegar? En un minuto ves dónde está todo.',
  start: 'Hacer el recorrido',
  dismiss: 'Sin recorrido',
  steps: {
    live: {
      title: 'Limpia tus llamadas aquí',
      text: 'Activa la cancelación de ruido y elige SoundDesk como micrófono en Zoom, Teams u OBS.',
    },
    sound: {
      title: 'Da forma a tu voz',
      text: 'Puerta, ecualizador, compresor y de-esser. Graba una prueba y compara el original con el limpio. Arrastra un archivo para limpiarlo.',
    },
    studio: {
      title: 'Graba cada voz en su propia pista',
      text: 'Añade un micrófono, una cámara o una pantalla para cada persona e inicia la grabación.',
    },
    recordings: {
      title: 'Reproduce, limpia y exporta',
      text: 'Las grabaciones están al final de esta pantalla. ¿Aún no hay ninguna? Abre la grabación de demostración.',
    },
    help: {
      title: 'Encuentra cualquier cosa',
      text: 'Busca en la ayuda aquí. {{keys}} abre la paleta, que llega a cada pantalla, a cada acción y a este recorrido.',
    },
  },
};
