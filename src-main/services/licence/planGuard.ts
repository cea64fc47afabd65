import { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { CaptureSetUp } from '../../../src-shared/domain/captureSetUp.ts';
import type { VideoTrackState } from '../../../src-shared/contract/video.ts';
import {
  DENOISE_ENGINES,
  type DefaultEngine,
  type DenoiseEngine,
} from '../../../src-shared/domain/denoise.ts';
import {
  defaultEngine,
  describeCleaningExcess,
  describeExcess,
  type LimitedSource,
  type RecordingLimits,
} from '../../../src-shared/domain/planLimits.ts';

export interface PlanGuard {
  /** Throws `PLAN_LIMIT` where one of these noise models is not part of the plan. */
  assertMayClean(engines: readonly DenoiseEngine[]): Promise<void>;
  /** What sound is cleaned with where no engine is asked for. */
  defaultEngine(): Promise<DefaultEngine>;
  /** Throws `PLAN_LIMIT` where a take of this set-up has more audio tracks than the plan lets it. */
  assertMayRecord(setUp: Pick<CaptureSetUp, 'channels' | 'recording'>): Promise<void>;
  /** Throws `PLAN_LIMIT` where the take has all the cameras or screens that the plan lets it have at a time. */
  assertMayAdd(
    kind: VideoTrackState['kind'],
    tracks: readonly Pick<VideoTrackState, 'kind' | 'isEnded'>[],
  ): Promise<void>;
}

/** Holds takes to the plan of this device. What is being recorded already is never cut off. */
export function createPlanGuard(readLimits: () => Promise<RecordingLimits | null>): PlanGuard {
  async function assertWithin(source: LimitedSource, count: number): Promise<void> {
    const excess = describeExcess(await readLimits(), source, count);
    if (excess !== null) throw new RpcError('PLAN_LIMIT', excess);
  }
  return {
    async assertMayClean(engines) {
      const limits = await readLimits();
      if (describeCleaningExcess(limits, engines) === null) return;
      throw failWith('PLAN_LIMIT', limits?.plan === 'free' ? 'cleaningBasicFree' : 'cleaningBasicEssential');
    },
    defaultEngine: async () => defaultEngine(await readLimits(), DENOISE_ENGINES),
    assertMayRecord: ({ channels, recording }) =>
      // A mix is one track, of however many channels.
      assertWithin(
        'audio',
        recording.mode === 'mixed' ? 1 : channels.filter(({ isEnabled }) => isEnabled).length,
      ),
    assertMayAdd(kind, tracks) {
      // A camera that was pulled out and is back is another track, and still one camera.
      const running = tracks.filter((track) => track.kind === kind && !track.isEnded);
      return assertWithin(kind, running.length + 1);
    },
  };
}
