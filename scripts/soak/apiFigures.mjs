/**
 * Figures of the API: what it adds to a call (2 ms at most, 99 of 100), 1,000 listeners of events, 10 GB up and down in flat memory.
 * `node scripts/soak/apiFigures.mjs [calls] [listeners] [gigabytes]`; ends with 1 where one is missed.
 */
import { startApiHost } from '../../tests/lib/apiHost.ts';
import { measureCallCost, measureListeners, measureTransfer } from '../../tests/lib/apiFigures.ts';

const MOST_ADDED_MS = 2;
const MOST_GROWTH_MIB = 200;

const [calls = 5000, listeners = 1000, gigabytes = 10] = process.argv.slice(2).map(Number);
const api = await startApiHost();
try {
  const cost = await measureCallCost(api, calls);
  console.log('call', JSON.stringify(cost));
  const events = await measureListeners(api, listeners, 50);
  console.log('listeners', JSON.stringify(events));
  const transfer = await measureTransfer(api, gigabytes * 1e9);
  console.log('transfer', JSON.stringify(transfer));
  const { up, down } = transfer.grewMiB;
  const isGood = cost.addedP99Ms <= MOST_ADDED_MS && Math.max(up, down) <= MOST_GROWTH_MIB;
  console.log(isGood ? 'good' : 'missed');
  process.exitCode = isGood ? 0 : 1;
} finally {
  await api.close();
}
process.exit();
