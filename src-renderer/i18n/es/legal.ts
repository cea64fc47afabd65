import { LICENCE_TRIAL_DAYS } from '../../../src-shared/domain/licence.ts';
import { MONEY_BACK_DAYS } from '../../../src-shared/domain/plans.ts';
import type { LegalDocuments } from '../../site/legal/legalDocument.ts';

export const legalDocuments: LegalDocuments = {
  privacy: {
    title: 'Política de privacidad',
    description:
      'Qué sabe SoundDesk de ti, dónde se guarda, durante cuánto tiempo y cómo consultarlo o borrarlo.',
    updated: '2026-11-24',
    lead: 'Tu sonido y tus imágenes se tratan donde se grabaron: en tu propio ordenador. Una cuenta necesita una dirección de correo. Eso es casi todo; el resto está abajo.',
    sections: [
      {
        id: 'audio-and-video',
        title: 'Tu sonido y tus imágenes',
        paragraphs: [
          'La cancelación de ruido, la grabación y la limpieza de archivos se hacen en tu ordenador. SoundDesk no sube nada de ello. El sonido que se limpia en directo no se guarda; las grabaciones son archivos en una carpeta que tú eliges.',
          'La IA de voz, si la usas, envía lo que le das al proveedor cuya clave introdujiste. La clave es tuya, se guarda en tu ordenador y nunca se envía a nuestros servidores.',
        ],
      },
      {
        id: 'what-we-keep',
        title: 'Qué se guarda en el servidor',
        paragraphs: ['Con una cuenta:'],
        list: [
          'datos de la cuenta: tu dirección de correo, tu nombre si lo diste y una contraseña de la que solo se conoce el hash;',
          'licencias: qué clave te pertenece, y el nombre y la plataforma de cada dispositivo que la usa;',
          'datos de facturación: suscripciones, facturas y lo que el proveedor de pagos nos dice de un pago. Los números de tarjeta nunca nos llegan;',
          'por el enlace de qué afiliado llegaste, si fue por uno: el afiliado ve un número y lo que ha ganado, ni tu nombre ni tu dirección;',
          'lo que nos escribes: comentarios, mensajes y solicitudes, con la dirección de correo que diste;',
          'datos de uso, solo si los activaste en los ajustes: cuándo hubo una sesión, cuánto duró y sus cifras medidas. Sin sonido.',
        ],
      },
      {
        id: 'third-parties',
        title: 'Quién trabaja para nosotros',
        paragraphs: ['Servicios de estos tipos ven lo que necesitan para su trabajo, y nada más:'],
        list: [
          'base de datos y autenticación: tu cuenta;',
          'pago: tus pagos;',
          'IA de voz: lo que le das, con tu propia clave;',
          'transcripción y traducción: lo que les das, con tu propia clave.',
        ],
      },
      {
        id: 'how-long',
        title: 'Cuánto tiempo se guarda',
        paragraphs: [],
        table: {
          head: ['Qué', 'Cuánto tiempo'],
          rows: [
            ['Datos de la cuenta', 'Mientras la cuenta esté activa'],
            ['Datos de uso', '2 años'],
            [
              'Dirección de correo para avisos de incidencias',
              'Hasta que te des de baja; 48 horas si no la confirmas',
            ],
            ['Datos de facturación', '7 años, como pide la ley'],
            ['Audio y vídeo', 'Se procesan en tu ordenador; no los guardamos'],
          ],
        },
      },
      {
        id: 'your-rights',
        title: 'Tus derechos',
        paragraphs: [
          'Puedes consultar tus datos, hacer que se corrijan, que se te entreguen en un formato común y que se borren. Cada solicitud se responde en 30 días.',
          'Con una cuenta, descargas todos tus datos y borras la cuenta tú mismo, en la página de derechos sobre tus datos. Se borra a los 14 días, en los que puedes deshacerlo; las facturas y los pagos se conservan 7 años, con el nombre y la dirección que figuran en ellos, como pide la ley.',
          'El consentimiento que diste se retira tan fácilmente como se dio: en los ajustes y, para las cookies, en la página de la Política de cookies.',
        ],
      },
      {
        id: 'children',
        title: 'Edad',
        paragraphs: [
          'SoundDesk es para personas de 18 años o más, o que tengan el consentimiento de su padre, madre o tutor.',
        ],
      },
      {
        id: 'security',
        title: 'Cómo se protege',
        paragraphs: [
          'Cada fila de la base de datos pertenece a alguien, y la propia base de datos comprueba quién pregunta. Las conexiones van cifradas. Las claves de licencia se guardan selladas; las contraseñas, solo como hash. La aplicación de escritorio guarda las claves en el llavero del sistema.',
        ],
      },
      {
        id: 'changes',
        title: 'Cambios',
        paragraphs: [
          'Si este texto cambia en algo que importe, quienes tienen cuenta lo saben 30 días antes de que cuente.',
        ],
      },
    ],
  },
  terms: {
    title: 'Condiciones del servicio',
    description: 'Qué obtienes con SoundDesk, cuánto cuesta, cómo termina y quién responde de qué.',
    updated: '2026-11-21',
    lead: 'Estas condiciones rigen entre tú y quienes hacen SoundDesk. El programa en sí es software libre bajo la GPL, versión 3 o posterior, cuyos términos prevalecen donde difieran.',
    sections: [
      {
        id: 'account',
        title: 'Tu cuenta',
        paragraphs: [
          'Tienes 18 años o más, o el consentimiento de tu padre, madre o tutor. Guardas tu contraseña para ti y respondes de lo que se haga con tu cuenta.',
        ],
      },
      {
        id: 'trial',
        title: 'La prueba',
        paragraphs: [
          `Cada cuenta nueva lo tiene todo durante ${LICENCE_TRIAL_DAYS} días, sin tarjeta. Cuando la prueba acaba no se cobra nada: sigues con el plan gratuito o eliges otro.`,
        ],
      },
      {
        id: 'payment',
        title: 'Pago, renovación y reembolsos',
        paragraphs: [
          'Los planes se pagan por usuario, cada mes o cada año, por adelantado, a los precios de la página de precios. Se renuevan hasta que canceles, lo que puedes hacer en cualquier momento; lo pagado sigue entonces hasta su final.',
          `En los ${MONEY_BACK_DAYS} días siguientes a un pago lo recuperas sin dar motivos.`,
        ],
      },
      {
        id: 'licence',
        title: 'La clave de licencia',
        paragraphs: [
          'La aplicación de escritorio pide una clave de licencia. Una clave pertenece a una persona y puede pasar de un dispositivo a otro. Sin ella funciona el plan gratuito.',
        ],
      },
      {
        id: 'yours',
        title: 'Lo que haces es tuyo',
        paragraphs: [
          'Las grabaciones, los vídeos y los textos que haces con SoundDesk te pertenecen. No reclamamos ningún derecho sobre ellos. Respondes de tener el consentimiento de las personas a las que grabas, como lo pida la ley donde estés.',
        ],
      },
      {
        id: 'service',
        title: 'A qué aspiramos',
        paragraphs: [
          'Aspiramos a que los servicios en línea estén disponibles el 99,9 por ciento del tiempo. La aplicación de escritorio funciona sin ellos. Los suscriptores de pago tienen ayuda prioritaria.',
        ],
      },
      {
        id: 'forbidden',
        title: 'Qué no está permitido',
        paragraphs: [],
        list: [
          'grabar a personas en secreto donde esté prohibido;',
          'clonar una voz sin el consentimiento de la persona a quien pertenece;',
          'atacar los servicios o usarlos para perjudicar a otros.',
        ],
      },
      {
        id: 'end',
        title: 'Cómo termina',
        paragraphs: [
          'Puedes borrar tu cuenta en cualquier momento. Nosotros podemos terminarla con un aviso de 30 días, o al momento si se usa contra estas condiciones; lo pagado por el tiempo posterior se devuelve.',
        ],
      },
      {
        id: 'liability',
        title: 'Responsabilidad',
        paragraphs: [
          'SoundDesk viene sin garantía, hasta donde lo permite la ley. Cuando respondamos, será por no más de lo que hayas pagado en los 12 meses anteriores.',
        ],
      },
      {
        id: 'changes',
        title: 'Cambios',
        paragraphs: [
          'Los cambios se anuncian 30 días antes de que cuenten. Las preguntas sobre estas condiciones se responden en 30 días.',
        ],
      },
    ],
  },
  cookies: {
    title: 'Política de cookies',
    description:
      'Qué guarda SoundDesk en tu navegador, para qué espera tu consentimiento y cómo cambiar de opinión.',
    updated: '2026-11-21',
    lead: 'SoundDesk no pone ninguna cookie propia antes de que la aceptes. Lo que debe recordar lo guarda en el almacenamiento de tu navegador, que no se envía con las peticiones. Esta página llama «cookie» a ambas cosas.',
    sections: [
      {
        id: 'necessary',
        title: 'Necesarias',
        paragraphs: [
          'Tu sesión mientras estás conectado, tus ajustes y la elección que haces en esta página. No necesitan consentimiento, porque sin ellas nada funciona.',
        ],
      },
      {
        id: 'optional',
        title: 'Opcionales',
        paragraphs: ['Dos grupos están desactivados hasta que los actives:'],
        list: [
          'preferencias: lo que una página pública recuerda de ti, durante 60 días también de qué afiliado era el enlace que seguiste;',
          'estadísticas: el recuento de visitas por un servicio de analítica web.',
        ],
      },
      {
        id: 'your-choice',
        title: 'Tu elección',
        paragraphs: ['Retirar el consentimiento es tan fácil como darlo:'],
      },
      {
        id: 'third-parties',
        title: 'Servicios de otros',
        paragraphs: [
          'Servicios de estos tipos pueden guardar algo en tu navegador, cada uno solo cuando lo usas o lo has aceptado: autenticación y base de datos, pago, analítica web, chat de ayuda.',
        ],
      },
      {
        id: 'retention',
        title: 'Cuánto tiempo se quedan',
        paragraphs: [],
        table: {
          head: ['Grupo', 'Se guardan'],
          rows: [
            ['Cookies de sesión', 'Hasta que se cierra el navegador'],
            ['Cookies de preferencias', '1 año'],
            ['Cookies de estadísticas', '2 años'],
          ],
        },
      },
      {
        id: 'browser',
        title: 'En tu navegador',
        paragraphs: [
          'Todos los navegadores muestran y borran lo que guardan las páginas: en Chrome y Edge, en Configuración, Privacidad y seguridad, Datos de sitios; en Firefox, en Ajustes, Privacidad y seguridad, Cookies y datos del sitio; en Safari, en Ajustes, Privacidad, Gestionar datos de sitios web.',
        ],
      },
      {
        id: 'deletion',
        title: 'Qué se pierde con ellas',
        paragraphs: [
          'Se cierra tu sesión. En la aplicación del navegador desaparecen tus ajustes, tus preajustes y el recuento de tus sesiones, porque no están en ningún otro sitio; la aplicación de escritorio los guarda en archivos y no pierde nada.',
        ],
      },
      {
        id: 'contact',
        title: 'Preguntas',
        paragraphs: [
          'Escríbenos por la página de contacto. Lo que se refiere a las cookies lo respondemos en 48 horas.',
        ],
      },
    ],
  },
};
