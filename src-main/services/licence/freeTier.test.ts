import { describe, expect, it } from 'vitest';
import { createRecordingLog } from '../../../tests/lib/recordingLog.ts';
import { createFreeTier } from './index.ts';

function open(usedSec: number, isLicensed: boolean) {
  const done: string[] = [];
  const freeTier = createFreeTier({
    isLicensed: () => Promise.resolve(isLicensed),
    readUsedSec: () => usedSec,
    stopLive: () => Promise.resolve(done.push('stopped')),
    onUsedUp: () => done.push('reported'),
    log: createRecordingLog(),
  });
  return { done, freeTier };
}

describe('the Free tier', () => {
  it('gives thirty minutes a day, then ends the session and says so', async () => {
    const before = open(1799, false);
    await before.freeTier.assertMayStart();
    await before.freeTier.look();
    expect(before.done).toEqual([]);
    const after = open(1800, false);
    await expect(after.freeTier.assertMayStart()).rejects.toMatchObject({ code: 'FREE_TIER_USED_UP' });
    await after.freeTier.look();
    expect(after.done).toEqual(['stopped', 'reported']);
  });

  it('does not bound a licence', async () => {
    const { done, freeTier } = open(100_000, true);
    await freeTier.assertMayStart();
    await freeTier.look();
    expect(done).toEqual([]);
  });
});
