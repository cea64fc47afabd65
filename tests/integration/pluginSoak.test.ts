import { expect, it } from 'vitest';
import { soakPluginChain } from '../lib/pluginSoak.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';

it('changes a chain at random while it records, without a gap, a click, a leak or a process left', async () => {
  const result = await soakPluginChain({ dir: temporaryDir(), calls: 100, seed: 7 });
  expect(result.refused).toEqual([]);
  expect(result).toMatchObject({ gaps: 0, hasStayedUp: true, zombies: 0, sandboxesLeft: 0 });
  expect(result.heardPeak).toBeGreaterThan(0.05);
  expect(result.clickDb).toBeLessThan(-60);
  expect(result.engineFilesGrowth).toBeLessThan(10);
}, 180_000);
