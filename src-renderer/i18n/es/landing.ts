import type { TranslationOf } from '../texts.ts';

export const site: TranslationOf<'site'> = {
  meta: {
    title: 'SoundDesk: cancelación de ruido en tu propio ordenador',
    description:
      'SoundDesk quita ventiladores, zumbidos y siseos de una voz, en directo y en grabaciones de cualquier duración. Funciona en tu propio ordenador, no sube nada y muestra cifras medidas.',
  },
  lead: {
    label: 'Su correo electrónico',
    action: 'Continuar al registro',
    wrong: 'Escriba una dirección de correo como nombre@example.com.',
    note: 'Rellena el formulario de registro. Hasta entonces se queda en este navegador.',
  },
  unknownPath: {
    message: 'No hay ninguna página en {{path}}. Esta es la página de inicio.',
    close: 'Cerrar este aviso',
  },
  skip: 'Ir al contenido',
  nav: {
    label: 'Principal',
    home: 'SoundDesk, inicio de la página',
    features: 'Funciones',
    pricing: 'Precios',
    reviews: 'Opiniones',
    download: 'Descarga',
    open: 'Abrir SoundDesk',
    licenceKeys: 'Claves de licencia',
    signIn: 'Iniciar sesión',
    getStarted: 'Empezar',
    documentation: 'Documentación',
    helpCenter: 'Centro de ayuda',
    api: 'Referencia de la API',
    status: 'Estado',
    contact: 'Contacto',
    privacy: 'Política de privacidad',
    terms: 'Condiciones del servicio',
    cookies: 'Política de cookies',
    gdpr: 'Derechos sobre tus datos (RGPD)',
    toLight: 'Cambiar al tema claro',
    toDark: 'Cambiar al tema oscuro',
  },
  language: { label: 'Idioma', loading: 'Cargando el idioma…', other: 'Otro idioma…' },
  hero: {
    titleNoise: 'El ruido se va.',
    titleVoice: 'Tu voz se queda.',
    lead: 'SoundDesk quita ventiladores, zumbidos y siseos de tu micrófono mientras hablas, y de las grabaciones que ya tienes.',
    open: 'Abrir SoundDesk',
    try: 'Prueba gratuita de 14 días',
    note: 'Funciona en tu propio ordenador: no se sube nada.',
  },
  wave: {
    label: 'Una grabación con ruido, antes y después',
    raw: 'Original',
    clean: 'Limpia',
    hint: 'Arrastra la línea',
    slider: 'Dónde acaba la original y empieza la limpia',
    sliderValue: 'Original hasta los {{seconds}} segundos, después limpia',
    listen: 'Escuchar',
    listenLabel: 'Escuchar: original hasta la línea, limpia después',
    loading: 'Cargando',
    stop: 'Parar',
    failed:
      'No se pudo reproducir la grabación ({{reason}}). Comprueba la conexión y pulsa Escuchar otra vez.',
    pauses: 'Ruido en las pausas',
    distortion: 'Voz frente a ruido',
    level: 'Nivel de la voz',
    caption:
      'Una voz grabada con ruido generado de ventilador y zumbido de red, {{ratio}} dB por debajo de la voz; limpiada con <code>sounddesk clean</code> y los ajustes iniciales. La forma, el sonido y las cifras salen de estos archivos (voz frente a ruido: SI-SDR). Voz: Allison Smith, CC BY-SA 3.0.',
  },
  demo: {
    title: 'Pruébalo con tu propia voz',
    lead: 'El motor de la aplicación, funcionando en esta página. Habla, enciende un ventilador y cambia entre antes y después.',
    label: 'Demostración en vivo',
    idle: 'Pulsa un botón para empezar. El motor se carga entonces, y tu navegador pregunta antes de dejar que esta página te oiga.',
    microphone: {
      start: 'Usar mi micrófono',
      stop: 'Detener el micrófono',
      starting: 'Tu navegador pregunta si esta página puede oír tu micrófono. Permítelo para continuar.',
      running: 'Tu micrófono está encendido. Ponte auriculares y elige qué oyes.',
    },
    recording: {
      start: 'Reproducir una grabación con ruido',
      stop: 'Detener la grabación',
      starting: 'Cargando el motor y la grabación…',
      running: 'La grabación pasa por el motor una y otra vez. Cambia entre antes y después.',
    },
    hear: { label: 'Qué oyes', raw: 'Antes', clean: 'Después', off: 'Nada' },
    meter: {
      before: 'Nivel antes',
      after: 'Nivel después',
      none: 'No se mide nada',
      reduction: 'Ruido en las pausas',
    },
    failed: {
      denied:
        'Tu navegador no deja que esta página oiga el micrófono. Permítelo con el icono de la barra de direcciones y vuelve a pulsar el botón, o reproduce la grabación.',
      noMicrophone:
        'No se encontró ningún micrófono. Conecta uno y vuelve a pulsar el botón, o reproduce la grabación.',
      microphoneEnded: 'El micrófono se ha detenido. Conéctalo y vuelve a pulsar el botón.',
      otherTab: 'SoundDesk usa el micrófono en otra pestaña. Detenlo allí y vuelve a pulsar el botón.',
      unsupported: 'Este navegador no puede limpiar sonido en vivo. Actualízalo o prueba con otro.',
      notSecure: 'Esta página no se abrió por https, así que el navegador no le deja usar ningún micrófono.',
      notLoaded: 'No se pudo cargar el motor. Comprueba la conexión y vuelve a pulsar el botón.',
      failed: 'No ha funcionado ({{code}}): {{reason}}',
    },
    note: 'No se graba ni se envía nada. Niveles sobre 400 ms, ruido sobre los últimos tres segundos de pausas; ambos los mide el motor. Ajustes: el preajuste «Cafe - Noisy». Grabación: Allison Smith, CC BY-SA 3.0, con ruido generado.',
  },
  studio: {
    title: 'Un estudio que demuestra que no falta nada',
    lead: 'Micrófonos, cámaras y pantallas en una sola grabación, cada uno en su archivo y todos sincronizados. La imagen muestra la aplicación.',
    screenshot:
      'El estudio mientras graba: tres micrófonos con niveles y controles, una cámara, marcadores y la comprobación de cada muestra.',
    plans: 'Qué graba cada plan',
    points: {
      microphones: {
        title: 'Hasta {{audio}} micrófonos',
        text: 'Cada uno con su cancelación de ruido, ecualizador, compresor y complementos. La mezcla se graba al lado.',
      },
      cameras: {
        title: '{{video}} cámaras y {{screen}} pantallas',
        text: 'Grabadas en tu propio ordenador, hasta 1080p. Una cámara desenchufada vuelve a la misma grabación cuando regresa.',
      },
      clean: {
        title: 'Limpio, antes y después',
        text: 'Limpia las voces en directo o después de grabar. El sonido original se conserva: compara y deshaz cuando quieras.',
      },
      certificate: {
        title: 'Un certificado por grabación',
        text: 'Se cuenta cada muestra y cada fotograma. Un hueco se nombra con su lugar y duración, nunca se oculta.',
      },
    },
  },
  features: {
    title: 'Hecho para la voz que está ante el micrófono',
    lead: 'Seis cosas que funcionan hoy.',
    items: {
      live: {
        title: 'Limpia mientras hablas',
        text: 'RNNoise se sitúa entre tu entrada y tu salida. La latencia que ves se mide en la cadena en marcha, como p50 y p99.',
        proof: '20 ms en el modelo + búferes del dispositivo',
      },
      files: {
        title: 'Grabaciones de cualquier duración',
        text: 'Una orden limpia lo que leen libsndfile o FFmpeg, desde una nota de voz hasta horas de entrevista, sin gastar más memoria. El resultado coincide con el original muestra a muestra.',
        proof: 'npx sounddesk clean talk.mp4 -o talk.flac',
      },
      measured: {
        title: 'Medido, nunca inventado',
        text: 'Niveles, ruido y reducción llegan del motor de audio 30 veces por segundo. Lo que no se puede saber aparece como una raya, con el motivo.',
        proof: 'Bloques limpiados y perdidos, contados',
      },
      local: {
        title: 'Se queda en tu ordenador',
        text: 'Tu sonido se procesa donde se grabó. No se sube nada, y funciona sin internet.',
        proof: 'Sirve sus pantallas solo en 127.0.0.1',
      },
      crash: {
        title: 'Se vuelve a levantar',
        text: 'El motor de audio es un proceso propio. Si se cae, SoundDesk lo dice, lo inicia de nuevo y sigue con los mismos dispositivos y ajustes.',
        proof: 'En marcha otra vez en 2 s',
      },
      open: {
        title: 'Software libre',
        text: 'Léelo, cámbialo, compílalo, compártelo. Una orden ejecuta todas las pruebas en tu propia máquina, con dispositivos de sonido virtuales y un navegador real.',
        proof: 'GPL-3.0-or-later',
      },
    },
  },
  testimonials: { title: 'Lo que dice la gente', source: 'Dónde se dijo' },
  compare: {
    title: 'Junto a otros',
    lead: 'Otras formas de limpiar un micrófono mientras hablas. Solo lo que dicen las páginas de sus autores, a fecha de {{month}}.',
    rows: {
      licence: {
        name: 'Licencia',
        soundDesk: 'Software libre, GPL-3.0-or-later',
        krisp: 'Comercial',
        noiseTorch: 'Software libre, GPL-3.0',
      },
      systems: {
        name: 'Funciona en',
        soundDesk: 'Linux; navegadores Chromium; macOS y Windows desde el código fuente, sin probar',
        krisp: 'Windows, macOS',
        noiseTorch: 'Linux con PulseAudio o PipeWire',
      },
      where: {
        name: 'Limpia',
        soundDesk: 'En tu ordenador',
        krisp: 'En tu ordenador',
        noiseTorch: 'En tu ordenador',
      },
      model: {
        name: 'Modelo',
        soundDesk: 'RNNoise',
        krisp: 'Una red neuronal propia',
        noiseTorch: 'RNNoise',
      },
    },
    price: {
      name: 'Precio',
      soundDesk: '{{minutes}} minutos gratis al día; desde {{usd}} $ por usuario y mes.',
      own: 'Todos los precios',
      other: 'Precios de {{name}}',
      free: 'Gratuito',
    },
    source: { name: 'Fuente', soundDesk: 'Esta página y la lista de precios' },
  },
  download: {
    title: 'Consíguelo desde el código fuente',
    lead: 'Todavía no hay instaladores. En Debian o Ubuntu con Node 20 o posterior, escribe esto en la carpeta del código: instala lo que falta, compila el motor y abre SoundDesk o muestra su dirección.',
    requestLead:
      '¿Prefieres un instalador? Pídelo, y también una clave de licencia de prueba: respondemos por correo electrónico en 24 horas.',
    request: 'Solicitar la descarga para {{system}}',
    keyLead:
      'Si ya tienes una clave de licencia, pídenos el instalador para ella. Si no tienes ninguna, una cuenta incluye una prueba de 14 días, sin tarjeta de crédito.',
    withKey: 'Descargar con clave de licencia',
    requestWithLicence: 'Solicitar descarga y licencia',
    installer: 'Descargar {{file}} ({{size}})',
    systems: { windows: 'Windows', mac: 'Mac', linux: 'Linux' },
    start: 'Iniciar SoundDesk',
    clean: 'Limpiar una grabación',
    test: 'Ejecutar todas las pruebas',
    copy: 'Copiar',
    copyLabel: 'Copiar la orden {{command}}',
    copied: 'Copiado',
    copyFailed: 'Aquí no se permite copiar: selecciona la orden y cópiala.',
    tableTitle: 'Qué funciona y dónde',
    where: 'Dónde',
    files: 'Grabaciones',
    live: 'En directo',
    rows: {
      linux: {
        where: 'Linux',
        files: 'Funciona, probado',
        live: 'Funciona, probado con dispositivos virtuales',
      },
      macos: { where: 'macOS', files: 'Desde el código, sin probar', live: 'Desde el código, sin probar' },
      windows: {
        where: 'Windows',
        files: 'Desde el código, sin probar',
        live: 'Desde el código, sin probar',
      },
      browser: {
        where: 'Solo el navegador',
        files: 'En pantalla, probado en Chromium',
        live: 'Funciona, probado en Chromium',
      },
    },
  },
  chat: {
    open: 'Chatear con el asistente',
    loading: 'Abriendo el asistente',
    loadFailed: 'No se pudo cargar el asistente. Comprueba la conexión e inténtalo de nuevo.',
  },
  footer: {
    label: 'Pie de página',
    groups: { product: 'Producto', help: 'Ayuda', legal: 'Información legal' },
    licence: 'Software libre bajo la GPL, versión 3 o posterior.',
    version: 'Versión {{version}}',
  },
};

export const consent: TranslationOf<'consent'> = {
  banner: {
    label: 'Cookies',
    text: '¿Puede SoundDesk guardar en este navegador más de lo necesario? Nada opcional se guarda antes de que lo digas.',
    policy: 'Política de cookies',
    accept: 'Aceptar todo',
    refuse: 'Rechazar todo',
    choose: 'Elegir…',
  },
  title: 'Tu elección',
  manage: 'Gestionar las preferencias de cookies',
  footer: 'Ajustes de cookies',
  none: 'Aún no se ha elegido nada en este navegador: los grupos opcionales están desactivados.',
  chosen: 'Elegido en este navegador el {{day}}.',
  groups: {
    necessary: { name: 'Necesarias', text: 'La sesión y los ajustes. Sin ellas nadie sigue conectado.' },
    preferences: {
      name: 'Preferencias',
      text: 'Lo que una página pública debe recordar de ti, como el idioma.',
    },
    analytics: { name: 'Estadísticas', text: 'El recuento de visitas por un servicio de analítica web.' },
  },
  always: 'Siempre activas',
  save: 'Guardar mi elección',
  onlyNecessary: 'Solo lo necesario',
  failed: 'Este navegador no deja guardar la elección, así que los grupos opcionales siguen desactivados.',
};

export const simple: TranslationOf<'simple'> = {
  meta: {
    title: 'SoundDesk en pocas palabras: escucha cómo se va el ruido',
    description:
      'Limpia tu propio micrófono o una grabación con ruido en esta página, mira cómo funciona en tres pasos y cuánto cuesta.',
  },
  title: 'Escucha cómo se va el ruido.',
  lead: 'Pulsa un botón: tu micrófono o una grabación con ruido pasa por el motor de SoundDesk, en esta página. Juzga con tus propios oídos.',
  try: 'Prueba gratuita de 14 días',
  how: {
    title: 'Cómo funciona',
    steps: {
      open: {
        title: 'Elige un micrófono',
        text: 'Abre SoundDesk en este navegador o en tu ordenador y elige por dónde hablas.',
      },
      start: {
        title: 'Pulsa el botón grande',
        text: 'El ruido entre tus palabras y bajo ellas desaparece. Los medidores muestran lo que se mide, no lo que se desea.',
      },
      use: {
        title: 'Habla o graba',
        text: 'Las reuniones oyen la voz limpia por un micrófono virtual; las grabaciones mantienen cada pista en un mismo reloj.',
      },
    },
  },
  price: {
    title: 'Cuánto cuesta',
    free: 'Gratis: {{minutes}} minutos de cancelación de ruido al día.',
    plan: '{{plan}}: {{monthly}} $ por usuario y mes, o {{yearly}} $ al año.',
    names: { free: 'Gratis', essential: 'Essential', professional: 'Professional', enterprise: 'Enterprise' },
    all: 'Todos los precios',
    open: 'Ver precios',
    close: 'Cerrar',
    freeNote: 'al mes. {{minutes}} minutos de cancelación de ruido al día',
    planNote: 'por usuario y mes, o {{yearly}} $ al año',
  },
};

export const pricing: TranslationOf<'pricing'> = {
  meta: {
    title: 'Precios: SoundDesk',
    description:
      'Tres planes por usuario, mensuales o anuales, y 30 minutos gratuitos de cancelación de ruido al día.',
  },
  title: 'Precios sencillos, por usuario',
  lead: 'Prueba gratuita de 14 días en todos los planes, sin tarjeta de crédito. Garantía de devolución de 30 días; cancela cuando quieras.',
  cycle: { label: 'Periodo de pago', monthly: 'Mensual', yearly: 'Anual', save: 'Ahorra un {{percent}} %' },
  plan: {
    popular: 'El más elegido',
    perMonth: 'por usuario y mes',
    perYear: 'por usuario y año',
    saving: 'Ahorras {{saved}} $ al año frente al pago mensual',
    subscribe: 'Suscribirse ahora',
    subscribeTo: 'Suscribirse ahora a {{plan}}',
    everythingIn: 'Todo lo de {{plan}}, y además',
    making: 'En preparación',
  },
  names: { essential: 'Essential', professional: 'Professional', enterprise: 'Enterprise' },
  descriptions: {
    essential: 'Para una voz que debe sonar limpia en todas partes.',
    professional: 'Para podcasters y creadores con invitados, cámaras y público.',
    enterprise: 'Para equipos que graban mucho y quieren conectarlo con sus propias herramientas.',
  },
  features: {
    noise: 'Cancelación de ruido básica',
    singleTrack: 'Grabación en una pista',
    screenCapture: 'Captura de pantalla',
    dashboard: 'Panel en el navegador',
    emailSupport: 'Ayuda por correo',
    strongNoise: 'Cancelación de ruido avanzada',
    multiTrack: 'Grabación multipista (4 de audio + 2 de vídeo)',
    broadcasting: 'Emisión en directo',
    voiceAi: 'IA de voz y clonación de voz, con tus propias claves',
    transcription: 'Transcripción de reuniones',
    prioritySupport: 'Ayuda prioritaria',
    unlimited: 'Pistas y plataformas ilimitadas',
    apiAccess: 'Acceso a la API',
    analytics: 'Analíticas',
    integrations: 'Integraciones a medida',
    dedicatedSupport: 'Ayuda personal',
  },
  makingNote:
    'Lo marcado como «En preparación» todavía no existe. Donde los pagos no están configurados, tienes la prueba y el plan gratuito de {{minutes}} minutos de cancelación de ruido al día.',
  compare: {
    title: 'Compara los planes',
    feature: 'Función',
    rows: {
      audioTracks: 'Pistas de audio',
      videoSources: 'Fuentes de vídeo',
      broadcasting: 'Emisión en directo',
      voiceAi: 'IA de voz',
      apiAccess: 'Acceso a la API',
      apiCallsPerMonth: 'Llamadas a la API al mes',
      teams: 'Gestión de equipos',
      support: 'Ayuda',
    },
    unlimited: 'Ilimitado',
    yes: 'Sí',
    no: 'No',
    teams: { none: 'Ninguna', basic: 'Básica', advanced: 'Avanzada' },
    support: { email: 'Correo', priority: 'Prioritaria', dedicated: 'Personal' },
  },
  faq: {
    title: 'Preguntas frecuentes',
    items: {
      trial: {
        question: '¿Qué pasa en la prueba?',
        answer:
          'Empieza cuando te registras y dura {{trialDays}} días, con todo y sin tarjeta. Al acabar no se cobra nada: sigues con el plan gratuito, {{minutes}} minutos de cancelación de ruido al día.',
      },
      cancel: {
        question: '¿Puedo cancelar en cualquier momento?',
        answer: 'Sí. La suscripción sigue hasta el final del tiempo pagado y no se renueva.',
      },
      refund: {
        question: '¿Me devolvéis el dinero?',
        answer: 'En los {{refundDays}} días siguientes a un pago, sí, sin dar motivos.',
      },
      recordings: {
        question: '¿Qué pasa con mis grabaciones si dejo de pagar?',
        answer:
          'Son archivos en una carpeta de tu propio ordenador. Nadie los bloquea ni los borra, y se abren sin SoundDesk: WAV (RF64) y FLAC.',
      },
      volume: {
        question: '¿Hay descuento para muchas personas?',
        answer: 'A partir de {{seats}} puestos hay un descuento por volumen.',
      },
      keys: {
        question: '¿Los precios incluyen la IA de voz?',
        answer:
          'El estudio, no su uso: la IA de voz funciona con tus propias claves de los proveedores que elijas, que te cobran ellos mismos. Las claves se quedan en tu ordenador.',
      },
    },
  },
  dialog: {
    title: 'Suscribirse a {{plan}}',
    next: 'PayPal cobra lo que aceptas allí. Antes ves lo que hay que pagar hoy.',
    continue: 'Continuar',
    close: 'Cerrar',
  },
  cancelled: 'No se ha cobrado nada: has vuelto de PayPal sin aceptar.',
  cta: { title: 'Pruébalo antes de pagar', action: 'Prueba gratuita de 14 días' },
};

export const licenceKeys: TranslationOf<'licenceKeys'> = {
  meta: {
    title: 'Claves de licencia: SoundDesk',
    description:
      'Cómo obtener una clave de licencia de SoundDesk, cómo usarla y cómo llevarla a otro ordenador.',
  },
  title: 'Claves de licencia',
  lead: 'La aplicación de escritorio pide una clave de licencia. Sin ella hay {{free}} minutos de cancelación de ruido al día; en el navegador basta una cuenta.',
  steps: {
    get: {
      title: 'Obtenerla',
      text: 'Una cuenta nueva tiene una prueba de {{trial}} días, sin tarjeta de crédito. O pídenos una clave por correo electrónico.',
    },
    use: {
      title: 'Usarla',
      text: 'Escribe la clave en el primer inicio, o inicia sesión y elige una de tus licencias. Sin red funciona {{offline}} días, y {{grace}} más con un aviso; cualquier contacto la renueva.',
    },
    move: {
      title: 'Llevarla contigo',
      text: 'La ventana de licencia muestra tus claves y los dispositivos que las usan: pulsa la línea encima de tu nombre en el menú. Allí quitas una licencia de un dispositivo para usarla en otro.',
    },
  },
  links: {
    try: 'Prueba gratuita de 14 días',
    ask: 'Pedir una clave',
    open: 'Abrir SoundDesk',
    read: 'Leer más',
  },
};

export const translator: TranslationOf<'translator'> = {
  title: 'Esta página en otro idioma',
  text: 'El Traductor de Google muestra esta página en otros idiomas, en una pestaña nueva y en sus propios servidores. Google sabe entonces qué página lees, cuándo y desde qué dirección. No se envía nada antes de que aceptes, y nada suyo se carga en esta página.',
  agree: 'Aceptar y abrir',
  close: 'Cerrar',
  loading: 'El Traductor de Google se está abriendo en una pestaña nueva…',
  unreachable: 'Esta página no tiene una dirección pública, así que Google no puede leerla.',
};
