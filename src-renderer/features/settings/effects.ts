import { i18n } from '../../i18n/index.ts';
import type { FeatureEffects } from '../../lib/effects.ts';
import { readTakesFolder } from './takesFolderSlice.ts';

/** At a start: recordings have nowhere to go. Later the card of the folder says it. */
export const settingsEffects: FeatureEffects<unknown> = (listen, { showNotice }) =>
  listen.on(readTakesFolder.fulfilled, ({ payload: { problem }, meta }) => {
    if (problem === null || !meta.arg.isAtStart) return;
    const t = i18n.getFixedT(null, 'shell', 'notices');
    showNotice({ id: 'takes-folder', tone: 'warning', title: t('takesFolder'), message: problem });
  });
