import { i18n } from '../../i18n/index.ts';
import type { FeatureEffects } from '../../lib/effects.ts';
import { engineNotice } from './engineNotice.ts';
import { selectEngineState } from './engineSlice.ts';
import type { EngineRoot } from './engineTypes.ts';
import { readPresets } from './presetsSlice.ts';

/** What the engine's process does on its own, and presets that could not be read. */
export const engineEffects: FeatureEffects<EngineRoot> = (listen, { showNotice }) => {
  listen.onChange(selectEngineState, (now, before) => {
    const notice = engineNotice(before, now, i18n.getFixedT(null, 'shell'));
    if (notice) showNotice(notice);
  });
  listen.on(readPresets.fulfilled, ({ payload: { damage } }) => {
    if (damage === null) return;
    const t = i18n.getFixedT(null, 'shell', 'notices');
    // It stays until it is closed, as that of the settings does.
    showNotice({ id: 'presets-damaged', tone: 'error', title: t('presetsDamaged'), message: damage });
  });
};
