import type { TranslationOf } from '../texts.ts';

export const docs: TranslationOf<'docs'> = {
  documentation: {
    metaTitle: 'Documentación: SoundDesk',
    description:
      'Cómo funciona SoundDesk y cómo se usa: primer sonido, preajustes, grabaciones, complementos, la línea de órdenes, cuentas y privacidad.',
    title: 'Documentación',
    lead: '{{count}} artículos breves sobre todo lo que hay. Los mismos vienen con la aplicación y funcionan sin red.',
    sections: {
      'getting-started': {
        title: 'Primeros pasos',
        text: 'Desde el primer sonido limpio hasta tu cuenta, y qué hacer cuando algo no funciona.',
      },
      features: {
        title: 'Funciones',
        text: 'Qué se puede hacer con una voz y cómo se protege una grabación.',
      },
      integrations: {
        title: 'Integraciones',
        text: 'Con los programas, complementos y proveedores que ya usas.',
      },
      api: {
        title: 'API',
        text: 'Limpia y graba desde scripts, con cifras que un programa puede leer.',
      },
    },
    examples: {
      clean: 'Limpiar una grabación para un pódcast',
      figures: 'Lo mismo con sus cifras, como JSON',
      verify: 'Demostrar que las grabaciones están íntegras',
    },
    more: {
      title: 'Más artículos',
      text: 'Añadidos al sitio desde entonces; la aplicación no los contiene.',
    },
    sdk: 'Todavía no hay SDK. Cualquier cosa que inicie un programa y lea JSON puede usar la línea de órdenes.',
  },
  help: {
    metaTitle: 'Centro de ayuda: SoundDesk',
    description:
      'Respuestas a lo que más se pregunta sobre SoundDesk, artículos por tema y cómo contactar con nosotros.',
    title: '¿En qué podemos ayudarte?',
    categories: {
      begin: 'Primeros pasos',
      sound: 'Sonido y programas',
      recordings: 'Grabaciones',
      account: 'Cuenta y privacidad',
    },
    tutorials: {
      title: 'Tutoriales',
      featured: 'Destacado',
      newTab: 'se abre en otra pestaña',
      types: { video: 'Vídeo', article: 'Artículo', interactive: 'Para probar' },
      levels: { beginner: 'Principiante', intermediate: 'Intermedio', advanced: 'Avanzado' },
      views_one: '{{count}} visita',
      views_other: '{{count}} visitas',
    },
    questions: 'Lo que más se pregunta',
    more: 'Más: {{title}}',
    quickLinks: 'Enlaces rápidos',
    channels: {
      title: '¿No lo encuentras?',
      message: {
        title: 'Correo',
        text: 'Escríbenos y te respondemos en 24 horas.',
        action: 'Escribir un mensaje',
      },
      chat: {
        title: 'Chat en vivo',
        text: 'El asistente de esta página responde a cualquier hora. Es un programa: no hay nadie más en el chat. Hay personas de lunes a viernes, de 9 a 18 h EST.',
        action: 'Abrir la página de contacto',
      },
      feedback: {
        title: 'Desde la aplicación',
        text: 'Los comentarios pueden llevar datos de diagnóstico, que lees antes. No contienen sonido.',
        action: 'Abrir Ayuda y soporte',
      },
      documentation: {
        title: 'Documentación',
        text: 'Todos los artículos, por secciones, para leer desde el principio.',
        action: 'Abrir la documentación',
      },
    },
  },
  search: {
    label: 'Buscar en la ayuda',
    placeholder: 'Buscar artículos y preguntas',
    clear: 'Borrar la búsqueda',
    results_one: '{{count}} resultado para «{{query}}»',
    results_other: '{{count}} resultados para «{{query}}»',
    none: 'No se encontró nada para «{{query}}»',
    noneMessage: 'Prueba con menos palabras o con otras; los artículos están en inglés.',
    ask: 'Pregúntanos',
    kinds: { article: 'Artículo', question: 'Pregunta' },
    list: 'Resultados',
  },
  article: {
    contents: 'Artículos',
    where: 'Dónde estás',
    backToSearch: 'Resultados de la búsqueda',
    print: 'Imprimir',
    onPage: 'En esta página',
    more: 'Más artículos',
    wrong: '¿Falta algo aquí o hay algo mal?',
    tell: 'Dínoslo',
    table: 'Tabla',
    failed: 'No se pudo leer el artículo',
    english: 'Los artículos están en inglés.',
  },
};

export const api: TranslationOf<'api'> = {
  meta: {
    title: 'Referencia de la API: SoundDesk',
    description:
      'Los cuatro puntos de acceso de la API de SoundDesk, con peticiones, respuestas, claves y llamadas al mes.',
  },
  title: 'Referencia de la API',
  lead: 'Inicia la cancelación de ruido, grabaciones y emisiones, y transcribe voz, desde tus propios programas.',
  notServed:
    'Este es el borrador {{api}}: ninguna versión lo sirve todavía, tampoco la {{version}}. Hasta entonces, la línea de órdenes hace lo mismo desde scripts.',
  commandLine: 'La línea de órdenes',
  contents: 'Puntos de acceso',
  english: 'Los puntos de acceso están descritos en inglés.',
  keys: {
    title: 'Claves',
    text: 'Cada llamada lleva una clave de la organización, en la cabecera «Authorization: Bearer …». Una clave se muestra una sola vez al crearla, se guarda solo como hash y se revoca en cualquier momento. El acceso a la API forma parte del plan {{plan}}.',
  },
  tiers: {
    title: 'Llamadas al mes',
    unlimited: 'Ilimitadas',
    names: { essential: 'Essential', professional: 'Professional', enterprise: 'Enterprise' },
  },
  sdk: {
    title: 'SDK',
    text: 'Aún no hay ninguno. El documento es OpenAPI 3.1: con él se generan programas para casi todos los lenguajes.',
    document: 'docs/api/openapi.json en el código fuente',
  },
  endpoint: {
    request: 'Petición',
    answer: 'Respuesta',
    failures: 'Errores',
    required: 'obligatorio',
    example: 'Ejemplo',
    copy: 'Copiar',
    copyCall: 'Copiar la llamada de {{name}}',
    copyAnswer: 'Copiar la respuesta de {{name}}',
    copied: 'Copiado',
    copyFailed: 'Aquí no se permite copiar: selecciona el texto y cópialo.',
  },
};

export const status: TranslationOf<'status'> = {
  meta: {
    title: 'Estado de los servicios: SoundDesk',
    description:
      'Cómo están ahora las partes de SoundDesk que necesitan un servidor, y cómo estuvieron en los últimos 30 días.',
  },
  title: 'Estado',
  lead: 'Solo las cuentas, las licencias y los mensajes necesitan un servidor. La cancelación de ruido, la grabación y los complementos funcionan en tu propio ordenador, diga lo que diga esta página.',
  summary: {
    operational: 'Todas las partes funcionan',
    degraded: 'Algunas partes van lentas',
    outage: 'Algunas partes no responden',
    unknown: 'No se sabe por el momento',
    checked: 'Última comprobación: {{when}}',
  },
  tiles: {
    uptime: 'Respondido en 30 días',
    uptimeHint: 'El objetivo es el {{aim}} por ciento.',
    response: 'Respuesta media',
    services: 'Partes en funcionamiento',
    ms: '{{ms}} ms',
    ofCount: '{{count}} de {{all}}',
    noData: 'Aún no hay datos',
  },
  states: {
    operational: 'En funcionamiento',
    degraded: 'Degradado',
    outage: 'Interrumpido',
    unknown: 'Desconocido',
    not_configured: 'Sin configurar',
  },
  services: {
    title: 'Partes',
    database: 'Base de datos',
    rest: 'Interfaz REST',
    auth: 'Inicio de sesión',
    functions: 'Funciones',
    uptime: '{{percent}} % en 30 días',
    response: '{{ms}} ms',
    chart: '{{service}}: los últimos 30 días, {{days}} de ellos con datos',
    day: '{{day}}: {{answered}} de {{checks}} comprobaciones respondidas, {{ms}} ms',
    dayWithout: '{{day}}: sin datos',
    oldest: 'Hace 30 días',
    newest: 'Hoy',
    mail: 'Correo',
    payments: 'Pagos',
    voice: 'Proveedores de voz',
    without: {
      mail: 'Aquí no hay ningún servicio de correo configurado: no se comprueba nada.',
      payments: 'Aquí no hay pagos configurados: no se comprueba nada.',
      voice:
        'Aquí no hay ningún proveedor de voz configurado: las claves son tuyas y se quedan en tu ordenador.',
    },
  },
  incidents: {
    title: 'Incidencias',
    none: 'No se ha comunicado ninguna incidencia.',
    states: {
      investigating: 'En investigación',
      monitoring: 'En observación',
      resolved: 'Resuelta',
      completed: 'Terminada',
    },
    impact: { low: 'Impacto bajo', medium: 'Impacto medio', high: 'Impacto alto' },
  },
  subscribe: {
    title: 'Incidencias por correo electrónico',
    lead: 'Un correo cuando empieza una incidencia y otro cuando se resuelve. Nada más, y cada uno tiene un enlace que lo termina y borra tu dirección.',
    email: 'Correo electrónico',
    emailInvalid: 'Escribe una dirección de correo válida.',
    homepage: 'Deja esto vacío',
    send: 'Suscribirse',
    sent: 'Mira tu buzón: hay un correo para {{email}}.',
    sentHint: 'Su enlace confirma la dirección y vale 48 horas. Antes no se envía nada más.',
    again: 'Otra dirección',
    unreached: 'El servidor no ha respondido. Inténtalo de nuevo.',
    unreachedLink: 'El servidor no ha respondido. Vuelve a cargar la página para intentarlo de nuevo.',
    done: {
      confirm: 'Confirmado: recibirás las incidencias por correo electrónico.',
      unsubscribe: 'Ya no recibirás estos correos, y tu dirección se ha borrado.',
    },
  },
  empty: 'Aún no hay datos',
  emptyMessage: 'El servidor comprueba sus partes cada cinco minutos y todavía no ha empezado.',
  failed: 'No se pudo leer el estado',
  none: {
    title: 'Aquí no hay servidor',
    text: 'Este SoundDesk funciona sin servidor ({{reason}}): no hay nada que comprobar.',
  },
};

export const contact: TranslationOf<'contact'> = {
  meta: {
    title: 'Contacto: SoundDesk',
    description:
      'Escribe a quienes hacen SoundDesk: preguntas, ayuda, ventas, licencias, colaboración y prensa.',
  },
  title: 'Escríbenos',
  lead: 'Dinos de qué se trata y te respondemos a tu dirección de correo en 24 horas.',
  form: {
    type: 'De qué se trata',
    types: {
      general: 'Pregunta general',
      support: 'Ayuda',
      sales: 'Ventas',
      license_request: 'Solicitud de licencia',
      download_support: 'Ayuda con una descarga',
      partnership: 'Colaboración',
      media: 'Medios y prensa',
    },
    name: 'Nombre',
    email: 'Correo electrónico',
    subject: 'Asunto',
    message: 'Mensaje',
    homepage: 'Deja esto vacío',
    required: 'Rellena este campo.',
    tooLong: 'Es demasiado largo.',
    emailInvalid: 'Escribe una dirección de correo, como name@example.com.',
    send: 'Enviar mensaje',
    sending: 'Enviando…',
    unreached: 'No se pudo llegar al servidor. No se envió nada; tu texto sigue aquí: inténtalo de nuevo.',
  },
  licenceRequest: {
    subject: 'Solicitud de un enlace de descarga y una licencia de prueba',
    message:
      'Por favor, enviadme un enlace de descarga de la aplicación de escritorio y una clave de licencia de prueba de 7 días.\n\nMi sistema: ',
  },
  sent: {
    title: '¡Mensaje enviado!',
    text: 'Te responderemos en 24 horas.',
    again: 'Enviar otro mensaje',
  },
  none: {
    title: 'Desde aquí no se envían mensajes',
    text: 'Este SoundDesk no tiene un servidor que pueda recibir un mensaje ({{reason}}).',
  },
  ways: 'Otras formas de contacto',
  hours: {
    title: 'Horario de atención',
    text: 'De lunes a viernes, de 9:00 a 18:00 EST (de 15:00 a 24:00 en la España peninsular).',
  },
  faq: {
    title: 'Antes de escribir',
    items: {
      download: {
        question: '¿Dónde consigo la aplicación de escritorio?',
        answer:
          'Hoy, desde el código fuente: la orden está en la página de inicio. Pide aquí una clave de licencia y di qué sistema usas.',
      },
      noise: {
        question: 'Algo suena mal. ¿Qué debo enviar?',
        answer:
          'El formulario de comentarios de Ayuda y soporte puede adjuntar datos de diagnóstico que lees antes. Dicen qué dispositivos, frecuencias y latencias se usaban, y no contienen sonido.',
      },
      delete: {
        question: '¿Cómo consulto o borro mis datos?',
        answer:
          'Escribe una pregunta general desde la dirección de tu cuenta. Se responde en un plazo de 30 días.',
      },
    },
  },
};

export const gdpr: TranslationOf<'gdpr'> = {
  meta: {
    title: 'Derechos sobre tus datos (RGPD): SoundDesk',
    description:
      'Tus derechos sobre tus datos, qué guarda SoundDesk de ti y cómo consultarlo, corregirlo, llevártelo o borrarlo.',
  },
  title: 'Tus datos son tuyos',
  lead: 'Consulta lo que se guarda de ti, llévatelo o haz que se borre. Cada solicitud se tramita en 30 días.',
  tabs: {
    label: 'Derechos sobre tus datos (RGPD)',
    rights: 'Tus derechos',
    data: 'Tus datos',
    requests: 'Solicitudes',
  },
  rights: {
    access: {
      title: 'Acceso',
      text: 'Consulta lo que se guarda de ti. Con una cuenta lo descargas todo al momento.',
    },
    rectification: {
      title: 'Rectificación',
      text: 'Haz corregir lo que esté mal. Tu nombre y tu dirección los cambias tú.',
    },
    erasure: {
      title: 'Supresión',
      text: 'Haz que se borren tus datos. Con una cuenta la borras tú; desaparece tras una espera de {{days}} días.',
    },
    portability: {
      title: 'Portabilidad',
      text: 'Llévate tus datos a otro sitio, como JSON que cualquier programa puede leer.',
    },
    consent: {
      title: 'Retirar el consentimiento',
      text: 'Tan fácil como darlo: el de las cookies, en la Política de cookies; el de las cifras de uso, en los ajustes.',
    },
    complaint: {
      title: 'Reclamación',
      text: 'Dirígete a la autoridad de protección de datos de tu país, nos hayas preguntado antes o no.',
    },
  },
  data: {
    table: 'Qué se guarda de ti y durante cuánto tiempo',
    head: { what: 'Qué', contents: 'Qué contiene', kept: 'Cuánto tiempo' },
    rows: {
      account: {
        what: 'Datos de la cuenta',
        contents:
          'Dirección de correo, nombre si lo diste, licencias y los nombres de los dispositivos que las usan',
        kept: 'Mientras la cuenta esté activa',
      },
      usage: {
        what: 'Datos de uso',
        contents: 'Cuándo hubo una sesión, cuánto duró y sus cifras medidas; solo si lo activaste',
        kept: '2 años',
      },
      media: {
        what: 'Contenido de audio y vídeo',
        contents: 'Nada: se procesa en tu propio ordenador y no se nos envía',
        kept: 'No lo guardamos',
      },
      billing: {
        what: 'Datos de facturación',
        contents: 'Suscripciones y facturas; los números de tarjeta nunca nos llegan',
        kept: '7 años, como pide la ley',
      },
      messages: {
        what: 'Lo que nos escribes',
        contents: 'Comentarios, mensajes y solicitudes, con la dirección que diste',
        kept: 'Hasta que se resuelva o se borre tu cuenta',
      },
    },
    local:
      'Los ajustes, los preajustes, las grabaciones y el diario están en tu propio ordenador. No forman parte de una descarga ni los borramos nosotros: bórralos donde están.',
  },
  officer: {
    title: 'Delegado de protección de datos',
    text: 'Responde en {{hours}} horas. Escribe por el formulario de contacto y empieza el asunto con «Protección de datos».',
    action: 'Escribir un mensaje',
  },
  form: {
    title: 'Solicítalo',
    lead: 'Para todos, con cuenta y sin ella.',
    type: 'Qué solicitas',
    choose: 'Elige…',
    types: {
      access: 'Acceso: qué se guarda de mí',
      rectification: 'Rectificación: algo está mal',
      erasure: 'Supresión: borrad mis datos',
      portability: 'Portabilidad: entregadme mis datos',
    },
    email: 'Correo electrónico',
    emailHint: 'Allí va la respuesta. Debe ser la dirección a la que pertenecen los datos.',
    emailInvalid: 'Escribe una dirección de correo, como name@example.com.',
    details: 'Detalles (opcional)',
    tooLong: 'Es demasiado largo.',
    homepage: 'Deja esto vacío',
    send: 'Enviar solicitud',
    sending: 'Enviando…',
    unreached: 'No se pudo llegar al servidor. No se envió nada; tu texto sigue aquí: inténtalo de nuevo.',
  },
  sent: {
    title: 'Solicitud enviada',
    text: 'Se tramita en 30 días y tendrás noticias en la dirección que diste.',
    again: 'Enviar otra solicitud',
  },
  own: {
    title: 'Tu cuenta',
    signedIn: 'Sesión iniciada como {{email}}.',
    signedOut:
      'Con la sesión iniciada, aquí descargas todos tus datos y borras tu cuenta tú mismo, al momento.',
    signIn: 'Iniciar sesión',
    download: 'Descargar mis datos',
    downloaded: 'Tus datos se descargaron como {{name}}.',
    progress: 'Leyendo: {{rows}} entradas hasta ahora',
    givenUp: 'Se canceló la descarga. No se guardó ningún archivo.',
    downloadFailed: 'No se pudieron leer tus datos: {{reason}}',
    delete: 'Borrar mi cuenta',
    deleteQuestion: '¿Borrar tu cuenta?',
    deleteMessage:
      'Se borra a los {{days}} días, con tus licencias, mensajes y datos de uso. Hasta entonces puedes deshacerlo aquí. Una suscripción que siga activa se cancela ese día en PayPal: para dejar de pagar antes, cancélala primero en la página de facturación. Las facturas y los pagos se conservan 7 años con el nombre y la dirección que figuran en ellos, como pide la ley.',
    deleteConfirm: 'Borrar mi cuenta',
    keep: 'Conservarla',
    deleteFailed: 'Tu cuenta no quedó marcada para borrarse: {{reason}}',
    due: 'Tu cuenta se borra el {{day}}. Hasta entonces todo funciona como antes.',
    takeBack: 'Conservar mi cuenta',
    takeBackFailed: 'No se pudo deshacer el borrado: {{reason}}',
    kept: 'Tu cuenta se queda.',
  },
  cases: {
    title: 'Tus solicitudes',
    states: { pending: 'Recibida', in_progress: 'En trámite', done: 'Resuelta' },
    by: 'Se resuelve antes del {{day}}',
  },
  none: {
    title: 'Desde aquí no se envían solicitudes',
    text: 'Este SoundDesk no tiene un servidor que guarde datos tuyos ({{reason}}).',
  },
};
