import { i18n } from '../../i18n/index.ts';
import type { FeatureEffects } from '../../lib/effects.ts';
import { nothingGiven } from './video/videoEvents.ts';

/** A camera or screen that gives no video. */
export const studioEffects: FeatureEffects<unknown> = (listen, { showNotice }) =>
  listen.on(nothingGiven, ({ payload: { name } }) => {
    const t = i18n.getFixedT(null, 'studioVideo');
    const title = t('nothingGiven', { name });
    showNotice({ id: `nothing-given-${name}`, tone: 'warning', title, message: t('nothingGivenNote') });
  });
