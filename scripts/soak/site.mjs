/**
 * Presses every button of every public page, follows every link, and looks at each page in both themes at three widths:
 * `node scripts/soak/site.mjs [--kind links|buttons|looks] [--route /pricing]`, each as often as wanted; else all. Wants
 * the built site (`npm run build:renderer`). A line for each page; what leads nowhere, does nothing or fails is reported, and
 * the exit code says so.
 */
import { parseArgs } from 'node:util';
import { CRAWL_KINDS, PUBLIC_ROUTES, startSiteCrawl } from '../../tests/lib/siteCrawl.ts';
import { say } from '../lib/steps.mjs';

const { values } = parseArgs({
  options: {
    kind: { type: 'string', multiple: true, default: [...CRAWL_KINDS] },
    route: { type: 'string', multiple: true, default: [...PUBLIC_ROUTES] },
  },
});

const site = await startSiteCrawl();
let findings = 0;
try {
  for (const kind of values.kind) {
    for (const route of values.route) notify(`${kind} of ${route}`, await site.crawl(route, kind));
    if (kind === 'buttons') notify('buttons around every page', await site.pressAround());
  }
} finally {
  await site.close();
}
say(findings === 0 ? 'nothing leads nowhere' : `${findings} findings`);
process.exitCode = findings === 0 ? 0 : 1;

function notify(what, crawled) {
  findings += crawled.findings.length;
  say(`${what}: ${crawled.pressed.length} pressed, ${crawled.followed.length} followed`);
  for (const finding of crawled.findings) say(`  FAILED: ${finding}`);
}
