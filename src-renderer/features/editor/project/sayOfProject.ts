import { i18n } from '../../../i18n/index.ts';
import { showNotice } from '../../../ui/notice.ts';

/** Something to know about what was read or written. */
export const sayOfProject = (id: string, message: string): void =>
  showNotice({ id: `editor-${id}`, tone: 'info', title: i18n.t('editor:title'), message });
