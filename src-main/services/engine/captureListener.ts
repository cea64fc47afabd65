import type { CaptureDeviceState, CaptureLevels } from '../../../src-shared/contract/capture.ts';
import type { TakeProgress } from '../../../src-shared/contract/recording.ts';
import type { SoundEnd } from '../../../src-shared/recording/index.ts';
import type { CaptureEvent, TakeMoment, TakeOptions } from './captureContract.ts';

/** Where a recording continues that the death of the engine has cut. */
export type TakePlace = Pick<TakeOptions, 'folder' | 'name'>;

export interface CaptureListener {
  onStateChanged(): void;
  onLevelsMeasured(levels: CaptureLevels): void;
  onDeviceChanged(device: CaptureDeviceState): void;
  onOverloaded(event: Omit<Extract<CaptureEvent, { type: 'overloaded' }>, 'type'>): void;
}

export interface TakeListener {
  /** Where the first frame, a pause or its end lies. */
  onTakeMoved(moment: TakeMoment): void;
  onTakeProgressed(progress: TakeProgress): void;
  onTakeWarned(warning: Omit<Extract<CaptureEvent, { type: 'takeWarning' }>, 'type'>): void;
  onTakeEnded(take: SoundEnd): void;
  /** An empty folder beside the cut take's. */
  placeContinuation(take: TakePlace): TakePlace;
}
