import type { TranslationOf } from '../texts.ts';

export const common: TranslationOf<'common'> = {
  loading: 'Cargando {{product}}…',
  cancel: 'Cancelar',
  close: 'Cerrar',
  retry: 'Reintentar',
  reload: 'Recargar',
  unknown: '—',
  crash: {
    title: 'Esta página ha dejado de funcionar',
    message:
      'Lo que se ejecuta en segundo plano sigue adelante. Recarga la página; si vuelve a ocurrir, envíanos los detalles.',
    copy: 'Copiar los detalles',
    copied: 'Copiado',
    details: 'Detalles',
  },
  theme: { label: 'Tema', system: 'Sistema', dark: 'Oscuro', light: 'Claro' },
};
