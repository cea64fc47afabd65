/** Not a test on its own: repairs every take of a folder, as the product's start does, for `recording.ts`. */
import { join } from 'node:path';
import { createCommandEngine } from '../../../src-main/node/cli/engine.ts';
import { listTakes, readTakeFolder, repairTake } from '../../../src-main/services/takes/index.ts';

const takesDir = process.argv[2] ?? '';
const engine = createCommandEngine();
for (const { id } of await listTakes(takesDir)) {
  const { problems } = await repairTake(await readTakeFolder(join(takesDir, id)), engine);
  if (problems[0]) throw new Error(problems[0].message);
}
await engine.close();
