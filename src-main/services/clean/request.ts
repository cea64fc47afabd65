import type { CleaningSettings } from '../../../src-shared/contract/engine.ts';
import type { CleanMastering, CleanProgress, CleanResult, FilePlugin } from '../engine/index.ts';
import type { Container, SoundContainer } from './naming.ts';

export interface CleanRequest {
  inputPath: string;
  outputPath: string;
  container: Container;
  denoise: CleaningSettings;
  /** Whether RNNoise runs frame by frame: slower, and the same samples. */
  isSequential?: boolean;
  mastering: CleanMastering;
  /** After the effects, before the loudness; none where absent. */
  plugin?: FilePlugin | null;
  /**
   * Where what was taken away goes, as a WAV file of floats: the recording less the result, sample by sample, before a lossy kind
   * of file makes it inexact. None where absent.
   */
  removedPath?: string | null;
  /** Whether files at `outputPath` and `removedPath` are replaced. */
  force: boolean;
}

/** One without video. */
export type SoundRequest = CleanRequest & { container: SoundContainer };

export interface CleanTask {
  signal: AbortSignal;
  onProgress: (progress: CleanProgress) => void;
}

export interface CleanService {
  /**
   * Cleans one recording. The result appears under its name when it is whole, and not before.
   * Throws an `RpcError`; `CANCELLED` after an abort.
   */
  clean(request: CleanRequest, task: CleanTask): Promise<CleanResult>;
  /** Removes at once what unfinished work has left: for a process that must end now. */
  removeUnfinished(): void;
}
