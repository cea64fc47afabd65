import { DEFAULT_GATE, GATE, gateSettings, type GateValues } from './gate.ts';

/** Above it, sound under speech is treated as noise so readily that quiet consonants go with it. */
const PRESERVED_SENSITIVITY = 60;
/** The gate waits for the end of a breath and closes slowly. */
const PRESERVED_HOLD_MS = 300;
const PRESERVED_RELEASE_MS = 450;

/** What voice preservation makes of a sensitivity: it is capped. */
export function preservedSensitivity(sensitivity: number, isPreserving: boolean): number {
  return isPreserving ? Math.min(sensitivity, PRESERVED_SENSITIVITY) : sensitivity;
}

interface GateOfChain {
  gate: { isOn: boolean; threshold: number };
  voicePreservation: boolean;
}

/** The gate of a chain, slower where the voice is preserved; at `adaptedDb` where the noise in the room says so. */
export function gateOfChain(chain: GateOfChain, adaptedDb: number | null): GateValues & { isOn: boolean } {
  const gate = gateSettings(chain.gate);
  return {
    ...gate,
    ...(adaptedDb === null ? {} : { thresholdDb: adaptedDb }),
    holdMs: chain.voicePreservation ? PRESERVED_HOLD_MS : DEFAULT_GATE.holdMs,
    releaseMs: chain.voicePreservation ? PRESERVED_RELEASE_MS : DEFAULT_GATE.releaseMs,
  };
}

/** Above the noise that is left after cleaning: it stays closed on noise, and opens on quiet speech. */
const MARGIN_DB = 8;
/** As far as the slider goes: a louder room would close the gate on words. */
const HIGHEST_DB = -30;
/** Smaller changes of the room are not followed, nor more of them than one a second. */
const STEP_DB = 2;
const INTERVAL_MS = 1000;

export interface MeasuredNoise {
  /** Of the input in pauses; null until it is known. */
  noiseLevelDb: number | null;
  /** By how much cleaning lowers it; null until it is known. */
  reductionDb: number | null;
}

/** Follows the measured noise with the threshold of a gate, from what was learned of the room before. */
export function createAdaptiveGate(learnedDb: number | null = null): {
  /** The threshold now in dBFS; null until noise was measured. */
  readonly thresholdDb: number | null;
  /** The same where it was measured since, and not only learned before. */
  readonly measuredDb: number | null;
  /** Whether the threshold is another one since. */
  follow(noise: MeasuredNoise, nowMs: number): boolean;
} {
  let thresholdDb = learnedDb;
  let changedAtMs = -Infinity;
  let isMeasured = false;
  return {
    get thresholdDb() {
      return thresholdDb;
    },
    get measuredDb() {
      return isMeasured ? thresholdDb : null;
    },
    follow({ noiseLevelDb, reductionDb }, nowMs) {
      if (noiseLevelDb === null || nowMs - changedAtMs < INTERVAL_MS) return false;
      isMeasured = true;
      const leftDb = noiseLevelDb - Math.max(0, reductionDb ?? 0);
      const wantedDb = Math.min(HIGHEST_DB, Math.max(GATE.engineFields.thresholdDb.min, leftDb + MARGIN_DB));
      if (thresholdDb !== null && Math.abs(wantedDb - thresholdDb) < STEP_DB) return false;
      thresholdDb = Math.round(wantedDb * 2) / 2;
      changedAtMs = nowMs;
      return true;
    },
  };
}
