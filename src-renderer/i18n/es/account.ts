import type { TranslationOf } from '../texts.ts';

export const auth: TranslationOf<'auth'> = {
  titles: {
    signin: { title: 'Iniciar sesión', subtitle: 'Te damos la bienvenida de nuevo' },
    signup: { title: 'Crear una cuenta', subtitle: 'Empieza tu prueba gratuita de 14 días' },
    forgot: {
      title: 'Restablecer la contraseña',
      subtitle:
        'Enviamos una contraseña nueva de 12 caracteres a tu dirección de correo. Sirve una vez, durante 15 minutos; hasta que la uses, la actual sigue valiendo.',
    },
    reset: {
      title: 'Poner una contraseña nueva',
      subtitle: 'Elige una contraseña de al menos 6 caracteres.',
    },
  },
  name: 'Nombre',
  email: 'Correo electrónico',
  password: 'Contraseña',
  newPassword: 'Contraseña nueva',
  confirmPassword: 'Confirmar la contraseña',
  showPassword: 'Mostrar la contraseña',
  hidePassword: 'Ocultar la contraseña',
  mismatch: 'Las contraseñas no coinciden',
  tooShort: 'La contraseña debe tener al menos 6 caracteres',
  signIn: 'Iniciar sesión',
  signUp: 'Crear una cuenta',
  sendPassword: 'Enviar una contraseña nueva',
  sendLink: 'Enviar un enlace en su lugar',
  setPassword: 'Poner la contraseña nueva',
  forgot: '¿Olvidaste la contraseña?',
  toSignUp: '¿Aún no tienes cuenta?',
  toSignUpLink: 'Crea una',
  toSignIn: '¿Tienes una cuenta?',
  toSignInLink: 'Inicia sesión',
  backToSignIn: 'Volver al inicio de sesión',
  requestReset: 'Pedir otra vez el restablecimiento',
  benefits: {
    label: 'Con tu prueba',
    items: {
      trial: '14 días gratis de todo lo que hay en Professional',
      card: 'Sin tarjeta de crédito',
      cancel: 'Cancela cuando quieras',
      money: 'Devolución durante 30 días',
    },
  },
  referral: {
    label: 'Enlace de afiliado',
    text: 'Has llegado por el enlace de un afiliado ({{code}}). Gana una parte si te suscribes; tu precio es el mismo, y no sabe ni tu nombre ni tu dirección.',
    keep: 'Recordarlo en este navegador durante {{days}} días',
    forget: 'Crear la cuenta sin él',
  },
  linkSent:
    'Mira tu correo: el enlace que contiene pone una contraseña nueva. Sirve una vez, durante una hora, en este navegador.',
  confirmEmail: 'Mira tu correo y pulsa el enlace de confirmación.',
  oneTimeUsed: 'Has iniciado sesión con una contraseña de un solo uso. Elige ahora una nueva.',
  updated: 'La contraseña se ha cambiado. Ya has iniciado sesión.',
  noAnswer:
    'El servidor de cuentas no responde. Comprueba la conexión; nada de lo que has escrito se ha perdido.',
  none: {
    title: 'Aquí no hay cuentas configuradas',
    message: '{{reason}} SoundDesk funciona sin ellas: lo que grabas y ajustas se queda en este ordenador.',
    open: 'Abrir SoundDesk',
  },
};

export const resetTest: TranslationOf<'resetTest'> = {
  title: 'Prueba del restablecimiento de contraseña',
  lead: 'Envía una contraseña de un solo uso, como hace «Restablecer la contraseña», y muestra lo que respondió el servidor.',
  email: 'Correo electrónico',
  run: 'Probar el restablecimiento',
  validation: {
    empty: 'Escribe una dirección de correo',
    invalid: 'Escribe una dirección de correo válida (con @ y dominio)',
  },
  status: {
    success: 'Correcto',
    failed: 'Fallido',
    validation: 'Entrada no válida',
    network: 'Error de red',
  },
  networkFailed: 'La petición de red falló',
  result: {
    title: 'Resultado',
    empty: 'Aún no se ha probado nada.',
    running: 'Esperando la respuesta…',
    status: 'Estado',
    message: 'Mensaje',
    time: 'Hora',
    took: '{{time}}, tras {{milliseconds}} ms',
    details: 'Detalles técnicos',
  },
  steps: {
    title: 'Qué ocurre',
    items: {
      request: 'La dirección se envía a la función «send-password-reset», con la clave pública del proyecto.',
      create:
        'El servidor crea una contraseña aleatoria de 12 caracteres, que sirve una vez, durante 15 minutos, junto a la actual.',
      mail: 'Se envía a la dirección. Una dirección sin cuenta lo sabe por correo; la respuesta aquí es la misma.',
      use: 'Quien inicia sesión con ella sustituye la antigua, y se le pide una nueva.',
    },
  },
  hint: 'Servicio de correo no configurado: falta en el servidor la clave del proveedor de correo.',
};
