import { i18n } from '../../i18n/index.ts';
import type { FeatureEffects } from '../../lib/effects.ts';
import { licenceChanged } from './licenceSlice.ts';

/** The free minutes of the day are used up. */
export const licenceEffects: FeatureEffects<unknown> = (listen, { showNotice }) =>
  listen.on(licenceChanged, ({ payload: { state, freeTier } }) => {
    if (freeTier.usedSec < freeTier.limitSec || !freeTier.isChosen || 'licenceId' in state) return;
    const t = i18n.getFixedT(null, 'licence', 'free');
    const minutes = freeTier.limitSec / 60;
    showNotice({
      id: 'free-tier',
      tone: 'warning',
      title: t('usedUp'),
      message: t('usedUpMessage', { minutes }),
    });
  });
