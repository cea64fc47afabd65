export { engineEffects } from './effects.ts';
export {
  devicesSlice,
  findDevice,
  followDevices,
  readDevices,
  saysListFailed,
  selectDevices,
  selectInputDevices,
  selectIsFindingDevices,
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
export { useUnmeasuredReason } from './useUnmeasuredReason.ts';
export { useEffectTexts } from './effectTexts.ts';
export { EffectSliders } from './EffectSliders.tsx';
export { ReductionMeter, reductionSource } from './ReductionMeter.tsx';
export { createLevelsFeed, type LevelsFeed } from './levelsFeed.ts';
export { LiveFeedsProvider, useLevelText, useLiveFeeds, type LiveFeeds } from './LiveFeeds.tsx';
export { changeChain, choosePreset } from './chainThunks.ts';
export {
  chooseDevice,
  readEngine,
  setListening,
  startLive,
  stopLive,
  type DeviceChoice,
} from './liveThunks.ts';
export { selectActivePreset, selectActivePresetId } from './activePreset.ts';
export {
  presetsChanged,
  presetsSlice,
  readPresets,
  selectPresetList,
  selectPresets,
  type PresetsRoot,
} from './presetsSlice.ts';
export { OutputSwitch, useLatencyWords, useListenerWords } from './OutputSwitch.tsx';
export { followMonitor, setMonitoring, setSending } from './outputThunks.ts';
export { useVirtualMicrophone } from './useVirtualMicrophone.ts';
export { createScopeFeed } from './scopeFeed.ts';
export { createTestLevelFeed } from './testLevelFeed.ts';
export type { EngineReport, EngineRoot } from './engineTypes.ts';
