import { i18n } from '../../i18n/index.ts';
import type { FeatureEffects } from '../../lib/effects.ts';
import { sendKept } from './feedback/feedbackThunks.ts';

/** What was written without a connection has arrived. */
export const helpEffects: FeatureEffects<unknown> = (listen, { showNotice }) =>
  listen.on(sendKept.fulfilled, ({ payload: count }) => {
    if (count === 0) return;
    const t = i18n.getFixedT(null, 'shell', 'notices');
    showNotice({ id: 'feedback-sent', tone: 'success', title: t('feedbackSent', { count }) });
  });
