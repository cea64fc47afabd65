import type { TranslationOf } from '../texts.ts';

export const studioVideo: TranslationOf<'studioVideo'> = {
  videos_one: '{{count}} vídeo',
  videos_other: '{{count}} vídeo',
  screens_one: '{{count}} pantalla',
  screens_other: '{{count}} pantalla',
  noneDropped: 'Ningún fotograma perdido',
  dropped_one: '{{count}} fotograma perdido',
  dropped_other: '{{count}} fotogramas perdidos',
  frames_one: '{{count}} fotograma',
  frames_other: '{{count}} fotogramas',
  tracks: { video: 'Vídeo', screen: 'Pantalla' },
  size: '{{width}} × {{height}}',
  count: '{{count}} de {{max}}',
  title: { video: 'Canales de vídeo', screen: 'Canales de pantalla' },
  add: { video: 'Añadir cámara', screen: 'Añadir pantalla' },
  newName: { video: 'Cámara', screen: 'Pantalla' },
  empty: {
    video: 'Aún no hay cámaras. Cada cámara se graba en su archivo, sincronizada con el audio.',
    screen:
      'Aún no hay pantallas. Cada pantalla o ventana se graba en su archivo, sincronizada con el audio.',
  },
  full: {
    video_one: 'No se puede grabar más de {{count}} cámara a la vez.',
    video_other: 'No se pueden grabar más de {{count}} cámaras a la vez.',
    screen_one: 'No se puede grabar más de {{count}} pantalla a la vez.',
    screen_other: 'No se pueden grabar más de {{count}} pantallas a la vez.',
  },
  locked: 'Bloqueado durante la grabación.',
  unsupported: {
    capture:
      'Este navegador no puede capturar cámaras ni pantallas. Usa Chrome, Edge u otro navegador Chromium, o la aplicación de escritorio.',
    encoder:
      'Este navegador no puede codificar vídeo. Usa Chrome, Edge u otro navegador Chromium, o la aplicación de escritorio.',
  },
  card: { video: 'Cámara {{name}}', screen: 'Pantalla {{name}}' },
  video: 'Vídeo en directo de {{name}}',
  name: 'Nombre del canal',
  actions: 'Acciones para {{name}}',
  rename: 'Cambiar nombre',
  left: 'Mover a la izquierda',
  right: 'Mover a la derecha',
  remove: 'Quitar',
  removed: 'Se quitó {{name}}',
  undo: 'Deshacer',
  enable: 'Grabar {{name}}',
  colours: { blue: 'Azul', green: 'Verde', amber: 'Ámbar', red: 'Rojo', violet: 'Violeta', teal: 'Turquesa' },
  source: 'Fuente de {{name}}',
  anyCamera: 'Cualquier cámara',
  unnamedCamera: 'Cámara {{number}} de este ordenador',
  absentCamera: 'Cámara no conectada',
  notConnected: 'no conectado',
  sound: {
    of: 'Sonido de {{name}}',
    none: 'Sin sonido',
    note: 'sonido',
    volume: 'Volumen del sonido de {{name}}',
    pan: 'Panorama del sonido de {{name}}',
    mute: 'Silenciar el sonido de {{name}}',
    solo: 'Solo el sonido de {{name}}',
  },
  share: 'Elegir qué compartir',
  shareAgain: 'Compartir otra cosa',
  tryAgain: 'Reintentar',
  off: 'No grabado',
  opening: 'Esperando al navegador…',
  idle: { video: 'Sin vídeo', screen: 'Aún no se comparte nada' },
  ended: {
    video: 'Sin vídeo de esta cámara: se desenchufó o se bloqueó el acceso.',
    screen: 'Ya no se comparte: se cerró la ventana o se dejó de compartir.',
  },
  keptSoFar: 'Todo lo anterior está guardado.',
  still: {
    video: 'La cámara no da vídeo desde hace medio minuto: ¿sigue en marcha?',
    screen: 'Nada se mueve desde hace medio minuto: ¿sigue ahí lo que compartes?',
  },
  nothingYet: 'Esperando el primer fotograma…',
  missing: {
    one: 'No se está grabando',
    names: 'No se está grabando: {{names}}',
    take: 'No se está grabando todo: {{names}}',
    missed: '{{names}} no se grabó durante {{seconds}} s',
  },
  nothingGiven: 'Sin vídeo de {{name}}',
  nothingGivenNote: 'No está en esta grabación. Mira su vista previa antes de la siguiente.',
  settings: {
    quality: 'Calidad de vídeo',
    qualities: { high: 'Alta 1080p 320kbps', medium: 'Media 720p 192kbps', low: 'Baja 480p 128kbps' },
    qualityHint: 'Resolución máxima y tasa de bits del audio al exportar. El sonido se graba sin pérdida.',
    qualityHintAlone: 'Resolución máxima.',
    format: 'Formato de vídeo',
    formats: { mp4: 'MP4 H.264', webm: 'WebM VP9', mov: 'MOV ProRes' },
    formatHints: {
      mp4: 'Se graba en H.264, a salvo de un fallo.',
      webm: 'Se graba en VP9 si este navegador puede, a salvo de un fallo. Exige más cálculo que H.264.',
      mov: 'Se graba en H.264, a salvo de un fallo. La exportación lo convierte a ProRes.',
    },
  },
};

export const recordingWarnings: TranslationOf<'recordingWarnings'> = {
  slept: {
    title: 'El ordenador durmió {{duration}}',
    message:
      'No se grabó nada desde {{place}} hasta que despertó. Todo lo anterior y lo posterior está guardado.',
  },
  stoodStill: {
    title: 'SoundDesk estuvo suspendido {{duration}}',
    message:
      'En {{place}} de la grabación, el ordenador durmió, detuvo SoundDesk o estaba sobrecargado. Todo lo grabado está guardado; el certificado muestra lo que falta.',
  },
  more_one: 'Y {{count}} vez antes.',
  more_other: 'Y {{count}} veces antes.',
  disk: { DISK_LOW: 'El disco está casi lleno', DISK_SLOW: 'El disco es demasiado lento' },
  dismiss: 'Aceptar',
};

export const exports: TranslationOf<'exports'> = {
  rows: '{{rows}} hasta ahora',
  rowsOf: '{{rows}} de {{total}}',
  cancelled: 'Exportación cancelada. No se guardó ningún archivo.',
  cancelledLater: 'Exportación cancelada. Los archivos anteriores están guardados.',
  failed: 'La exportación falló',
};

export const list: TranslationOf<'list'> = {
  failed: 'No se pudo cargar la lista',
  failedAction: 'Eso no funcionó',
  offline: 'El servidor de cuentas no responde',
  offlineMessage: 'Comprueba la conexión y vuelve a intentarlo. No se cambió nada.',
  previous: 'Anterior',
  next: 'Siguiente',
  page: 'Página {{page}}',
  all: 'Todos',
  refresh: 'Actualizar',
};
