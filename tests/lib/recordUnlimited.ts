import { runRecord } from '../../src-main/node/cli/record.ts';
import type { PlanGuard } from '../../src-main/services/licence/index.ts';

/** `sounddesk record` as a computer has it whose plan has no limits: `node recordUnlimited.ts record …`. */
const allowed = () => Promise.resolve();
const guard: PlanGuard = {
  assertMayClean: allowed,
  defaultEngine: () => Promise.resolve('auto'),
  assertMayRecord: allowed,
  assertMayAdd: allowed,
};

process.exitCode = await runRecord(process.argv.slice(3), () => guard);
process.exit();
