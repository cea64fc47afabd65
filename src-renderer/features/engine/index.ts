export {
  devicesSlice,
  findDevice,
  readDevices,
  selectDevices,
  selectInputDevices,
  selectOutputDevices,
} from './devicesSlice.ts';
export {
  engineReported,
  engineSlice,
  selectEngineReport,
  selectEngineState,
  selectLive,
  selectLiveAction,
  selectMeasuredLive,
} from './engineSlice.ts';
export { createLevelsFeed, type LevelsFeed } from './levelsFeed.ts';
export { LiveFeedsProvider, useLevelText, useLiveFeeds, type LiveFeeds } from './LiveFeeds.tsx';
export {
  chooseDevice,
  choosePreset,
  readEngine,
  startLive,
  stopLive,
  type DeviceChoice,
} from './liveThunks.ts';
export { selectActivePresetId } from './activePreset.ts';
export { createScopeFeed } from './scopeFeed.ts';
export type { EngineReport, EngineRoot } from './engineTypes.ts';
