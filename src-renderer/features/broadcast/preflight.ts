import type { BroadcastView } from '../../../src-shared/contract/broadcast.ts';
import {
  ENCODER_SPARE,
  masterQuality,
  type MasterQualityId,
} from '../../../src-shared/domain/broadcast/quality.ts';
import type { SpeedResult } from '../broadcastAccounts/index.ts';
import type { EncoderProbe } from './broadcastState.ts';

/** `wait`: not known yet. */
export type CheckGrade = 'good' | 'warn' | 'bad' | 'wait';

export type CheckRow =
  | { kind: 'sources'; grade: 'good' | 'warn'; count: number }
  | { kind: 'noSound'; grade: 'warn' }
  | { kind: 'sound'; grade: 'good' | 'warn' | 'wait'; levelDb: number | null }
  | { kind: 'encoder'; grade: CheckGrade; probe: EncoderProbe | null; wantedFps: number }
  | { kind: 'disk'; grade: 'good' | 'warn' | 'wait'; freeBytes: number | null }
  | { kind: 'destinations'; grade: 'good' | 'bad'; count: number }
  | { kind: 'missingKey'; grade: 'bad'; id: string; name: string }
  | { kind: 'speed'; grade: CheckGrade; id: string; name: string; test: SpeedResult['test'] | null };

export interface PreflightFacts {
  sourceCount: number;
  /** `none`: nothing is captured. null: no level was measured yet. dBFS. */
  sound: number | null | 'none';
  quality: MasterQualityId;
  probe: EncoderProbe | null;
  freeBytes: number | null;
  destinations: readonly Pick<
    BroadcastView['destinations'][number],
    'id' | 'name' | 'isEnabled' | 'hasKey'
  >[];
  isMultiStream: boolean;
  /** What was measured, by destination. */
  speeds: Readonly<Record<string, SpeedResult>>;
}

/** What is quieter is no voice. */
const QUIET_DB = -60;
/** Some minutes of a recording beside the broadcast. */
const LOW_DISK_BYTES = 1e9;

/** What is well before going live, and what is not. */
export function preflight(facts: PreflightFacts): CheckRow[] {
  const { sourceCount, sound, freeBytes } = facts;
  return [
    { kind: 'sources', grade: sourceCount > 0 ? 'good' : 'warn', count: sourceCount },
    sound === 'none' ? { kind: 'noSound', grade: 'warn' } : soundRow(sound),
    encoderRow(facts),
    ...destinationRows(facts),
    {
      kind: 'disk',
      grade: freeBytes === null ? 'wait' : freeBytes < LOW_DISK_BYTES ? 'warn' : 'good',
      freeBytes,
    },
  ];
}

function soundRow(levelDb: number | null): CheckRow {
  if (levelDb === null) return { kind: 'sound', grade: 'wait', levelDb };
  return { kind: 'sound', grade: levelDb < QUIET_DB ? 'warn' : 'good', levelDb };
}

function encoderRow({ probe, quality }: PreflightFacts): CheckRow {
  const wantedFps = masterQuality(quality).fps * ENCODER_SPARE;
  if (probe?.quality !== quality) return { kind: 'encoder', grade: 'wait', probe: null, wantedFps };
  const { isSupported, encodedFps } = probe;
  const grade = !isSupported || encodedFps === null ? 'bad' : encodedFps < wantedFps ? 'warn' : 'good';
  return { kind: 'encoder', grade, probe, wantedFps };
}

/** Where the next broadcast goes. */
export function usedDestinations<D extends { isEnabled: boolean }>(
  destinations: readonly D[],
  isMultiStream: boolean,
): D[] {
  const enabled = destinations.filter(({ isEnabled }) => isEnabled);
  return isMultiStream ? enabled : enabled.slice(0, 1);
}

function destinationRows({ destinations, isMultiStream, speeds, quality }: PreflightFacts): CheckRow[] {
  const used = usedDestinations(destinations, isMultiStream);
  const missing = used.filter(({ hasKey }) => !hasKey);
  const count = used.length - missing.length;
  return [
    ...(used.length === 0 || count > 0
      ? [{ kind: 'destinations', grade: count > 0 ? 'good' : 'bad', count } as const]
      : []),
    ...missing.map(({ id, name }) => ({ kind: 'missingKey', grade: 'bad', id, name }) as const),
    ...used
      .filter(({ hasKey }) => hasKey)
      .map(({ id, name }): CheckRow => {
        const result = speeds[id];
        const test = result?.quality === quality ? result.test : null;
        return { kind: 'speed', grade: speedGrade(test), id, name, test };
      }),
  ];
}

function speedGrade(test: SpeedResult['test'] | null): CheckGrade {
  if (test === null || test === 'measuring') return 'wait';
  if (test.kind === 'measured') return test.isEnough ? 'good' : 'warn';
  return test.kind === 'answered' ? 'good' : 'bad';
}
