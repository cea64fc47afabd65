import type { SpanEngine } from '../voice/index.ts';
import type { TranscriptJournal } from './journal.ts';

/** How a track is transcribed. */
export interface TrackWork {
  journal: TranscriptJournal;
  engine: SpanEngine;
  sampleRateHz: number;
  /** Of those who may speak on it; null where nobody said how many. */
  mostSpeakers: number | null;
  signal: AbortSignal;
  /** So many seconds more are finished. */
  report: (sec: number) => void;
}
