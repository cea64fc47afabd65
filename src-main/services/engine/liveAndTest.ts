import type { AudioTestState } from '../../../src-shared/contract/audioTest.ts';
import { AudioTestEngine } from './audioTest.ts';
import { LiveEngine, type LiveEngineOptions } from './live.ts';

export type LiveAndTestOptions = Omit<LiveEngineOptions, 'makeWay' | 'onOtherFailed'> & {
  onTestStateChanged?(state: AudioTestState): void;
  onTestLevelMeasured?(level: { peakDb: number }): void;
};

/** The live session and the audio test, which take the devices from each other, and the levels that both follow. */
export function openLiveAndTest(options: LiveAndTestOptions): {
  engine: LiveEngine;
  test: AudioTestEngine;
  setWantsLevels: (wantsLevels: boolean) => void;
} {
  const engine: LiveEngine = new LiveEngine({
    ...options,
    makeWay: () => test.makeWay(),
    onStateChanged(state) {
      test.onLiveChanged(state.live?.inputDevice.name ?? null);
      options.onStateChanged(state);
    },
    onLevelsMeasured(levels) {
      test.onLiveLevel(levels.inputPeakDb);
      options.onLevelsMeasured(levels);
    },
    onOtherFailed(message) {
      if (!test.isCapturing) return false;
      test.onFailed(message);
      return true;
    },
  });
  let wantsLevels = false;
  const followLevels = () => (engine.wantsLevels = wantsLevels || test.isFollowingLive);
  const test = new AudioTestEngine({
    supervisor: options.supervisor,
    log: options.log,
    live: {
      get inputName() {
        return engine.state.live?.inputDevice.name ?? null;
      },
      setTone: (isOn) => engine.playTone(isOn),
    },
    onStateChanged(state) {
      followLevels();
      options.onTestStateChanged?.(state);
    },
    onLevelMeasured: (level) => options.onTestLevelMeasured?.(level),
  });
  return {
    engine,
    test,
    setWantsLevels(isWanted) {
      wantsLevels = isWanted;
      followLevels();
    },
  };
}
