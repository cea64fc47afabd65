import type { Preset } from '../../../src-shared/domain/presets.ts';
import { selectSettings, type SettingsRoot } from '../workspace/index.ts';
import { selectLive } from './engineSlice.ts';
import type { EngineRoot } from './engineTypes.ts';
import { selectPresetList, type PresetsRoot } from './presetsSlice.ts';

/** The preset in effect: one that was just chosen, else the running session's, else the setting. */
export function selectActivePresetId(root: EngineRoot & SettingsRoot): string | null {
  const chosen = root.settings.pending.findLast(({ patch }) => patch.activePresetId !== undefined);
  if (chosen) return chosen.patch.activePresetId ?? null;
  const live = selectLive(root);
  return live ? live.presetId : selectSettings(root).activePresetId;
}

/** The preset in effect, as the host lists it; null where there is none, or it was deleted. */
export function selectActivePreset(root: EngineRoot & SettingsRoot & PresetsRoot): Preset | null {
  const id = selectActivePresetId(root);
  return selectPresetList(root).find((preset) => preset.id === id) ?? null;
}
