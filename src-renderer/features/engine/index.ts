export {
  devicesSlice,
  findDevice,
  readDevices,
  selectDevices,
  selectInputDevices,
  selectOutputDevices,
  type DevicesRoot,
} from './devicesSlice.ts';
export {
  engineReported,
  engineSlice,
  selectEngineReport,
  selectEngineState,
  selectLive,
  selectLiveAction,
  selectMeasuredLive,
  type EngineReport,
  type EngineRoot,
  type LiveAction,
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
export { denoiseOf } from './denoiseOf.ts';
export { selectActivePresetId } from './activePreset.ts';
export { createScopeFeed, type ScopeFeed } from './scopeFeed.ts';
