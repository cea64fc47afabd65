import { i18n } from '../../i18n/index.ts';
import type { FailureNotice } from '../../lib/effects.ts';
import type { studio } from './texts.ts';

type Title = Exclude<keyof (typeof studio)['failed'], 'start'>;

/** A notice with one of the studio's titles for what did not work, and why. */
export const failed =
  <Arg>(title: Title | ((arg: Arg) => Title)): Exclude<FailureNotice<Arg>, 'inPlace'> =>
  ({ code, message }, arg) => {
    const t = i18n.getFixedT(null, 'studio', 'failed');
    return {
      id: `studio-${code}`,
      tone: 'error',
      title: t(typeof title === 'function' ? title(arg) : title),
      message,
    };
  };

/** The document's sentence, which has the reason in it. */
export const startFailed: Exclude<FailureNotice<unknown>, 'inPlace'> = ({ code, message }) => ({
  id: code,
  tone: 'error',
  title: i18n.getFixedT(null, 'studio', 'failed')('start', { message }),
});
