export {
  connectionChanged,
  connectionRefused,
  connectionSlice,
  selectConnection,
  selectIsConnected,
} from './connectionSlice.ts';
export {
  hostSlice,
  readHost,
  selectDeviceSelection,
  selectFileCleaning,
  selectGlobalShortcuts,
  selectHostMode,
  selectLiveCleaning,
  selectMultiChannelCapture,
  selectPlugins,
  selectAutoStart,
  selectPluginWindows,
  selectTray,
} from './hostSlice.ts';
export {
  readSettings,
  readSettingsDamage,
  selectSettings,
  selectSettingsStatus,
  settingsChanged,
  settingsExpected,
  settingsSettled,
  settingsSlice,
  updateSettings,
  type SettingsPatch,
  type SettingsRoot,
} from './settingsSlice.ts';
