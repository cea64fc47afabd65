/**
 * A new key pair for releases: `node scripts/release/new-key.mjs ID ADDRESS`. The private part is printed and kept nowhere: it belongs
 * into the secret SOUNDDESK_RELEASE_KEY. The public part goes into the next build, with the address where releases will lie.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { main, ROOT, say, StepError } from '../lib/steps.mjs';
import { makeReleaseKey, publicPartOf } from './releaseKey.mjs';

const TARGET = 'src-main/services/updates/publisher.json';

await main(async () => {
  const [id, address = ''] = process.argv.slice(2);
  if (!id || URL.parse(address)?.protocol !== 'https:')
    throw new StepError('A new key', 'say its id and the https address of the releases');
  const key = await makeReleaseKey(id);
  const publisher = { url: address.replace(/\/?$/, '/'), keys: [publicPartOf(key)] };
  writeFileSync(path.join(ROOT, TARGET), `${JSON.stringify(publisher, null, 2)}\n`);
  say(JSON.stringify(key));
  process.stderr.write(`The public part is in ${TARGET}. Build with it; the line above is the secret.\n`);
});
