import type { TranslationOf } from '../texts.ts';

export const licence: TranslationOf<'licence'> = {
  documentTitle: 'Licencia',
  loadFailed: 'No se pudo leer la licencia',
  welcome: {
    title: 'Te damos la bienvenida a {{product}}',
    message:
      'La aplicación de escritorio necesita una clave de licencia. Introdúcela una vez: a partir de ahí funciona sin conexión.',
    studioNext: 'Elige cómo continuar. Después se abre el estudio.',
  },
  states: {
    trialOver: {
      title: 'Tu prueba ha terminado',
      message:
        'Con un plan de pago, elige tu licencia abajo o introduce su clave. O sigue con el plan gratuito. Lo que grabaste se queda.',
    },
    ended: {
      title: 'Esta licencia ha caducado',
      message: 'Introduce otra clave de licencia o sigue con el plan gratuito. Lo que grabaste se queda.',
    },
    noContact: {
      title: 'Esta licencia no se pudo renovar',
      message:
        'Durante 21 días {{product}} no ha llegado al servidor de cuentas. Conecta este ordenador a la red y renueva.',
    },
    revoked: {
      title: 'Esta licencia ha sido revocada',
      message: 'Ya no se puede usar. Contacta con nosotros o introduce otra clave de licencia.',
    },
    deactivated: {
      title: 'Este dispositivo fue desactivado',
      message: 'La licencia se liberó desde otro sitio. Activa este dispositivo de nuevo para seguir.',
    },
    wrongDevice: {
      title: 'Esta licencia pertenece a otro dispositivo',
      message:
        'Los datos de {{product}} se copiaron de otro ordenador. Activa este: con su clave, o eligiéndolo entre tus licencias.',
    },
    clockMovedBack: {
      title: 'El reloj de este ordenador se atrasó',
      message:
        '{{product}} se usó por última vez el {{latest}}, y el reloj muestra una hora anterior. Ponlo en hora y comprueba otra vez; un contacto con el servidor de cuentas también lo arregla.',
    },
    damaged: {
      title: 'La licencia de este dispositivo está dañada',
      message:
        'Se cambió o no se puede leer. Introduce otra vez tu clave de licencia: no se ha perdido nada más.',
    },
  },
  key: {
    label: 'Clave de licencia',
    placeholder: 'SD-XXXXX-XXXXX-XXXXX-XXXXX',
    activate: 'Activar',
    form: 'Una clave de licencia tiene la forma SD-XXXXX-XXXXX-XXXXX-XXXXX.',
  },
  file: {
    drop: 'Suelta aquí un archivo de licencia, o',
    choose: 'elige un archivo',
    input: 'Archivo de licencia',
    tooLarge:
      'Este archivo es más grande de lo que puede ser uno de licencia. Elige el que vino con tu licencia.',
    unreadable: 'Este archivo no se pudo leer. Elige otro o pega la clave.',
  },
  or: 'o',
  account: {
    signIn: 'Iniciar sesión y elegir una licencia',
    startTrial: 'Prueba gratuita de 14 días',
    trialNote: 'Sin tarjeta de crédito. La prueba es la de tu cuenta y termina con ella.',
    signedInAs: 'Sesión iniciada como {{email}}',
    yours: 'Tus licencias',
    none: 'En esta cuenta todavía no hay ninguna licencia.',
    loadFailed: 'No se pudieron leer tus licencias',
    use: 'Usar en este dispositivo',
    useNamed: 'Usar en este dispositivo: {{key}}',
    inUse_zero: 'en ningún dispositivo',
    inUse_one: 'en {{count}} de {{most}} dispositivos',
    inUse_other: 'en {{count}} de {{most}} dispositivos',
    thisDevice: 'este dispositivo',
    deactivate: 'Desactivar',
    deactivateNamed: 'Desactivar {{name}}',
    since: 'desde el {{date}}',
    full: 'En uso en tantos dispositivos como permite: desactiva primero uno de ellos.',
    over: 'ya no se puede usar',
    otherProduct: 'no es para la aplicación de escritorio',
    otherPlatform: 'para {{platform}}',
  },
  usePlan: {
    failed: 'El plan aún no está en este dispositivo',
    none: 'Tu cuenta no tiene plaza en este plan: en el espacio de trabajo hay más personas que plazas pagadas.',
  },
  platforms: { windows: 'Windows', mac: 'macOS', linux: 'Linux', desktop: 'Todos los sistemas' },
  status: { trial: 'prueba', active: 'activa', expired: 'caducada', revoked: 'revocada' },
  noServer: {
    title: 'Aquí no hay servidor de cuentas',
    message:
      'Las claves, el inicio de sesión y la prueba necesitan uno. «npm start» inicia el de este ordenador con la aplicación; uno alojado se configura con SOUNDDESK_SUPABASE_URL y SOUNDDESK_SUPABASE_ANON_KEY.',
  },
  free: {
    action: 'Seguir con el plan gratuito',
    note: '{{minutes}} minutos de cancelación de ruido al día, sin licencia.',
    usedUp: 'El plan gratuito de hoy se ha agotado',
    usedUpMessage:
      'La cancelación de ruido ha funcionado hoy {{minutes}} minutos. Mañana empieza de nuevo; con una licencia no hay límite.',
  },
  renew: 'Renovar ahora',
  checkAgain: 'Comprobar otra vez',
  sent: {
    title: 'Qué se envía',
    sent: 'Se envía a {{server}}: la clave, un número aleatorio para este dispositivo ({{device}}…), su nombre «{{name}}» y su sistema.',
    sentNowhere: 'No se envía nada mientras no haya servidor de cuentas.',
    notSent: 'Nunca se envía: sonido, vídeo, nombres de archivos ni lo que haces en {{product}}.',
    offline: 'Después funciona sin red 14 días, y 7 más con un aviso. Cualquier contacto la renueva.',
    keychain: 'La licencia se guarda en el llavero de este sistema.',
    file: 'La licencia se guarda en un archivo que solo tu usuario de este ordenador puede leer: aquí no hay llavero.',
  },
  pill: {
    trial_one: 'Prueba: queda {{count}} día',
    trial_other: 'Prueba: quedan {{count}} días',
    active: 'Con licencia',
    grace_one: 'Renueva en {{count}} día',
    grace_other: 'Renueva en {{count}} días',
    free: 'Plan gratuito',
  },
  dialog: {
    title: 'Licencia',
    license: 'Licencia',
    plan: 'Plan',
    state: 'Estado',
    device: 'Este dispositivo',
    contact: 'Último contacto',
    never: 'nunca',
    trialEnds: 'Prueba hasta el {{date}}',
    activeUntil: 'Activa; funciona sin conexión hasta el {{date}}',
    graceUntil_one: 'Sin renovar; funciona {{count}} día más',
    graceUntil_other: 'Sin renovar; funciona {{count}} días más',
    freeUsed: 'Plan gratuito: {{used}} de {{limit}} minutos usados hoy',
    deactivate: 'Desactivar este dispositivo',
    deactivateAsk: '¿Desactivar este dispositivo?',
    deactivateMessage:
      'La licencia queda libre para otro dispositivo. Este vuelve a pedir una licencia o sigue con el plan gratuito.',
    renewed: 'La licencia se ha renovado',
    deactivated: 'Este dispositivo se ha desactivado',
  },
  activated: '{{product}} está activado',
};
