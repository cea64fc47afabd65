import type { TranslationOf } from '../texts.ts';

export const chat: TranslationOf<'chat'> = {
  title: 'Asistente de SoundDesk',
  minimise: 'Minimizar el chat',
  restore: 'Mostrar el chat',
  close: 'Cerrar el chat y olvidarlo',
  log: 'Conversación',
  you: 'Tú',
  assistant: 'Asistente',
  welcome:
    'Pregunta sobre SoundDesk. Soy un programa que consulta la lista de precios y los artículos de ayuda; no guardo nada, y esta conversación desaparece al cerrarla.',
  input: 'Tu pregunta',
  placeholder: 'Escribe una pregunta',
  send: 'Enviar',
  thinking: 'La IA está pensando...',
  tooLong: 'Una pregunta tiene como máximo {{most}} caracteres.',
  promptsLabel: 'Preguntas rápidas',
  prompts: {
    product: '¿Qué es {{product}}?',
    pricing: 'Precios y planes',
    download: 'Descargar la aplicación de escritorio',
    requirements: 'Requisitos del sistema',
  },
  handOver: {
    action: 'Pasar a una persona',
    hint: 'Lleva esta conversación al formulario de contacto, donde puedes cambiarla antes de enviarla.',
    head: 'Mi pregunta va más allá de lo que el asistente pudo responder:',
    heading: 'Conversación con el asistente',
  },
  answers: {
    greeting: 'Hola. ¿Qué te gustaría saber de SoundDesk?',
    thanks: 'De nada.',
    plan: '{{plan}}: {{monthly}} $ por usuario y mes, o {{yearly}} $ al año.',
    free: 'Gratis: {{minutes}} minutos de cancelación de ruido al día.',
    planLine: '{{plan}}, {{monthly}} $ por usuario y mes o {{yearly}} $ al año, incluye:',
    planBefore: 'Todo lo de {{plan}}, y además:',
    inTheMaking: '{{feature}} (en preparación)',
    trial: 'Empieza al registrarte; no se pide ninguna tarjeta.',
    tracks: 'Cuánto graba cada plan a la vez:',
    tracksLine: '{{plan}}: audio {{audio}}, vídeo {{video}}',
    system: '{{where}}: grabaciones: {{files}}. En directo: {{live}}.',
    data: 'Qué se guarda de ti, qué derechos tienes y cómo eliminas tu cuenta tú mismo está en la página de derechos sobre los datos.',
    students: 'La lista de precios no tiene ningún precio para estudiantes ni escuelas. Pregúntanos.',
    phone: 'No hay aplicación para móviles ni tabletas. Qué funciona dónde:',
    teams: 'Gestión de equipos por plan:',
    teamsLine: '{{plan}}: {{level}}',
    invoices:
      'La página «Billing» muestra todas las facturas; la ven propietarios y administradores. «Download» guarda una factura en PDF. Tu número fiscal se introduce en «Billing details».',
    trialKey: 'Una clave de prueba para la aplicación de escritorio vale {{keyDays}} días.',
    status:
      'Cómo están ahora las partes que necesitan un servidor, y cómo estuvieron en los últimos 30 días, está en la página de estado.',
    human:
      'Soy un programa y nadie lee este chat. Escríbenos: el soporte responde en {{leastHours}}–{{mostHours}} horas. Horario de oficina: {{hours}}',
    unknown:
      'No estoy seguro. Prueba con otras palabras o escríbenos: el soporte responde en {{leastHours}}–{{mostHours}} horas.',
  },
  words: {
    greeting: 'hola, buenos días, buenas tardes, buenas noches, buenas, hey',
    thanks: 'gracias, muchas gracias, genial, perfecto, estupendo, adiós, hasta luego',
    product:
      'qué es sounddesk, qué es esto, qué hace, qué hace sounddesk, qué puede hacer, para quién es, sobre sounddesk, para qué sirve',
    pricing:
      'precio*, precios y planes, cuesta*, cuánto cuesta, cuánto vale, coste*, planes, suscripci*, suscribir*, caro, barato*, anual*, mensual*, comprar, pagar por, en dólares',
    essential: 'essential, plan essential',
    professional: 'professional, plan professional, plan pro',
    enterprise: 'enterprise, plan enterprise',
    free: 'gratis, gratuit*, versión gratuita, plan gratuito, sin pagar, minutos al día, minutos por día, minutos, límite diario, diario*, límite al día',
    trial:
      'prueba, probar*, prueba gratuita, periodo de prueba, período de prueba, probar gratis, 14 días, tarjeta de crédito, sin tarjeta',
    cancel:
      'cancelar, cancelo, cancelar mi*, cancelar la*, cancelar el plan, cancelar en cualquier momento, puedo cancelar, cancelar suscripción, cancelar la suscripción, cancelo mi suscripción, cancelo suscripción, darme de baja, de baja, dejar de pagar',
    refund:
      'reembols*, devolución del dinero, devolución*, devolver el dinero, devuelven el dinero, devuelvan el dinero, devuelv*, garantía*, garantía de devolución, dinero de vuelta, mi dinero de vuelta',
    volume: 'descuento*, descuento por volumen, muchas plazas, 50 plazas, equipo grande, equipos grandes',
    keys: 'claves propias, clave propia, mis propias claves, claves de proveedor*, clave de api, elevenlabs, openai, voz con ia, clonar voz, clonar una voz, clonar mi voz, clon*, clonación de voz',
    keep: 'cuando deje de pagar, si dejo de pagar, perder mis grabaciones, pierdo mis grabaciones, conservar mis grabaciones, grabaciones después de la prueba',
    tracks:
      'multipista*, cuántas pistas, cuántos micrófonos, cuántas cámaras, pistas a la vez, micrófonos a la vez, fuentes de vídeo',
    download:
      'descarg*, instalar*, instalador*, instalación, aplicación de escritorio, app de escritorio, dónde consigo',
    requirements:
      'requisitos del sistema, requisitos, qué sistema*, sistema* operativo*, compatible*, funciona en mi',
    licence: 'licencia*, clave de licencia, activar*, clave de prueba',
    payment: 'pago*, paypal, pagar con, forma de pago, formas de pago',
    data: 'eliminar mi cuenta, borrar mi cuenta, eliminar mis datos, borrar mis datos, mis datos, datos, qué datos, rgpd, derechos sobre los datos, datos personales, privacidad',
    status: 'estado, caída*, caído, avería*, está caído, el servidor, servidores, disponibilidad',
    human:
      'humano, persona, agente, soporte, contacto, contactar*, hablar con alguien, hablar con una persona, teléfono, llamar*, queja*, reclamación*, persona real',
    students:
      'estudiante*, descuento estudiante*, descuento para estudiantes, escuela*, colegio*, universidad*, universitari*, educación, educativ*, profesor*, alumn*, descuento para alumnos',
    invoices: 'factura*, recibo*, iva, nif',
    compare: 'krisp, noisetorch, alternativa*, compar*, diferenci*, competencia, mejor que, frente a',
    phone: 'iphone*, ipad*, ios, android*, tableta*, tablet*, móvil*, celular*, smartphone*',
    linux: 'linux, ubuntu, debian, fedora, arch, mint, suse',
    macos: 'mac, macos, mac os, macbook*, imac, apple, mi mac',
    windows: 'windows, win10, win11, pc',
    uploaded:
      'sube, subir*, subís, suben, nube, se envía*, envía*, a vuestros servidores, escuchar mis, privad*, a la nube',
    offline: 'sin conexión, internet, sin internet, offline, sin red, wifi, conexión, avión',
    latency: 'latencia*, retraso*, retardo*, milisegundos, ms, tiempo real',
    'other-programs':
      'zoom, discord, obs, google meet, meet, microsoft teams, ms teams, con teams, en teams, slack, skype, webex, otros programas, otras aplicaciones',
    echo: 'eco, ecos, quitar el eco, cancelación de eco, reverberación, eliminar el eco',
    password:
      'contraseña*, clave olvidada, olvidé contraseña, olvidé mi contraseña, restablecer contraseña, iniciar sesión, no puedo entrar, entrar en mi cuenta',
    guests: 'invitado*, invitad*, invitar*, entrevista*, a distancia, distancia, remot*, otra ciudad',
    formats: 'export*, mp3, wav, flac, ogg, opus, formato*, guardar como, guardar, tipo de archivo',
    teams:
      'equipo, equipos, plan para equipos, mi equipo, miembro*, empresa*, organización*, varios usuarios, gestionar usuarios, compañero*, empleado*',
  },
  emptyWords:
    'a al algo ante aquí así aun aunque cada como cómo con cual cuál cuándo cuando de del desde donde dónde dos el él ella en entre era es esa ese eso esta está estas este esto estos fue ha hace hacer hago hay la las le lo los más me mi mis muy no nos nuestro o os otra otro para pero poco por porque puede puedo que qué quién quiero se ser si sí sin sobre solo son soy su sus tan te tengo ti tiene tu tú tus un una unas uno unos usar uso y ya yo sounddesk',
  questions: {
    start: {
      question: '¿Cómo inicio la cancelación de ruido?',
      answer:
        'En Inicio, elige un micrófono y una salida, y pulsa el botón grande o la tecla N. Elige un preajuste rápido que vaya con la sala; hace efecto al momento.',
    },
    'other-programs': {
      question: '¿Cómo oyen Zoom, Meet, Teams, Discord u OBS la voz limpia?',
      answer:
        'En Linux, activa el micrófono virtual en Mejora de audio, envía allí el sonido y elige ese micrófono en el otro programa. En macOS y Windows, un cable virtual de otro fabricante hace lo mismo.',
    },
    uploaded: {
      question: '¿Se envía mi voz a algún sitio?',
      answer:
        'No. El sonido se procesa en tu propio ordenador, en directo y en archivos. Solo el inicio de sesión, las licencias y los comentarios que envías usan la red.',
    },
    offline: {
      question: '¿Funciona sin conexión a la red?',
      answer:
        'Sí: la cancelación de ruido, la grabación, la limpieza de archivos, los complementos y esta ayuda. Una licencia vale {{tokenDays}} días sin contacto, y {{graceDays}} más con un aviso.',
    },
    latency: {
      question: '¿Cuánto es el retardo?',
      answer:
        'Inicio muestra lo que se midió: la mediana y el percentil 99 del micrófono a la salida. El modelo de ruido tarda 20 ms; el resto son el búfer que elegiste y tus dispositivos.',
    },
    'cut-words': {
      question: '¿Por qué se cortan las palabras o suena hueca mi voz?',
      answer:
        'Baja primero «Sensitivity», después «Reduction», y desactiva la supresión de ruido del programa en el que hablas: quitar el ruido dos veces empeora una voz.',
    },
    files: {
      question: '¿Puedo limpiar una grabación que ya tengo?',
      answer:
        'Sí: suéltala en Mejora de audio, o usa la línea de órdenes para muchos archivos. El resultado coincide con la grabación muestra a muestra.',
    },
    formats: {
      question: '¿En qué formatos puedo guardar?',
      answer:
        'La aplicación de escritorio guarda una grabación limpia como {{formats}}; la página web, como WAV.',
    },
    echo: {
      question: '¿Quita el eco?',
      answer:
        'La cancelación de eco quita del micrófono lo que SoundDesk reproduce por los altavoces. Con auriculares no hay eco: déjala apagada. El eco de una sala se queda; acércate al micrófono.',
    },
    guests: {
      question: '¿Puedo grabar a invitados que están en otro lugar?',
      answer:
        'Sí. Reúnete con ellos en Zoom, Meet u otro programa: Meeting Recorder guarda tu voz y la de los demás en pistas separadas. SoundDesk no hace llamadas ni invita a nadie, y todos los demás comparten una pista.',
    },
    password: {
      question: 'He olvidado mi contraseña. ¿Y ahora?',
      answer:
        'En la página de inicio de sesión, pide una contraseña nueva por correo. Sirve una vez y te pide una propia; hasta que la uses, la actual sigue valiendo.',
    },
    browser: {
      question: '¿Qué puede hacer la aplicación de escritorio que la página web no puede?',
      answer:
        'Varios canales a la vez, complementos VST3, más tipos de archivos, el sonido del propio ordenador y un micrófono para otros programas. La página web limpia un micrófono, con el mismo sonido.',
    },
    free: {
      question: '¿Qué incluye el plan gratuito?',
      answer:
        '{{minutes}} minutos de cancelación de ruido al día, sin licencia. Nunca corta una grabación, y limpiar archivos no cuenta.',
    },
    'safe-takes': {
      question: '¿Qué pasa con una grabación si el programa o el ordenador se detiene?',
      answer:
        'Falta como mucho el último segundo. La toma se completa en el siguiente inicio, y su certificado dice lo que contiene, hasta la última muestra.',
    },
    'plug-ins': {
      question: '¿Puede un complemento arruinar mi grabación?',
      answer:
        'No. Los complementos de cada canal se ejecutan en un proceso propio. Uno que falla o se cuelga deja su canal sin efecto, y la grabación sigue.',
    },
    wrong: {
      question: 'Algo no funciona. ¿Qué os ayuda a ayudarme?',
      answer:
        'Di lo que hiciste y lo que esperabas, en la pestaña «Feedback». Puedes enviar también un diagnóstico: lo lees antes, y no contiene ninguna contraseña, clave ni dirección de correo.',
    },
  },
};
