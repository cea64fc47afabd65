import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { addressOfDocument, parseDeepLink, type Address } from '../../services/deepLinks/index.ts';
import { findDataDir } from '../dataDir.ts';
import { hasDisplay } from '../openBrowser.ts';
import { findLink, showLink } from './link.ts';
import { EXIT, print, printError, UsageError } from './output.ts';
import { parseCommand } from './parse.ts';

const OPEN_HELP = `sounddesk open [LINK | FILE] [--window] [--no-open]

Opens the SoundDesk that runs on this computer in a browser, and prints the link.
The link pairs one browser, once, within ten minutes. Afterwards that browser opens
SoundDesk without it; Settings lists the paired browsers and removes them.

  LINK         the screen to open, as in sounddesk://open/sounddesk-settings
  FILE         take.json of a recording, or project.journal of a project: what to show
  --window     start SoundDesk where it does not run, and open it in a window of its own
               (of Chromium or a browser of its kind; else in the browser that you use)
  --no-open    print the link only (as where there is no display)
  --help       print this

The data folder is $SOUNDDESK_DATA_DIR, else this user's usual place for data.
Exit codes: 0 printed, 1 SoundDesk does not run, 2 wrong usage.`;

const START_LIMIT_MS = 120_000;
const LOOK_EVERY_MS = 250;

/** Prints a link to the running host and opens it; resolves with the exit code. */
export async function runOpen(args: string[]): Promise<number> {
  const { values, positionals } = parseCommand('open', args, {
    window: { type: 'boolean' },
    'no-open': { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  });
  if (values.help) {
    print(OPEN_HELP);
    return EXIT.ok;
  }
  const [wanted, more] = positionals;
  if (more !== undefined) throw new UsageError(`"open" takes one link, not "${more}" too.`);
  const route = wanted === undefined ? null : (parseDeepLink(wanted) ?? addressOfDocument(wanted));
  if (wanted !== undefined && route === null)
    throw new UsageError(`"${wanted}" is no link to a screen of SoundDesk, and no recording or project.`);
  const found = (await findLink(findDataDir())) ?? (values.window ? await startAndFindLink() : null);
  if (found === null) {
    printError(
      values.window
        ? 'SoundDesk could not be started. "npx sounddesk host" says why.'
        : 'SoundDesk is not running. Start it with "npm start" or "npx sounddesk host".',
    );
    return EXIT.failed;
  }
  const link = route === null ? found : linkTo(route, found);
  print(link);
  if (!values['no-open'] && hasDisplay()) showLink(link, { isWindow: values.window === true });
  return EXIT.ok;
}

function linkTo(route: Address, found: string): string {
  const { pathname, search } = new URL(route, found);
  return Object.assign(new URL(found), { pathname, search }).href;
}

/** Starts a host that lives on after this command; null where it ended, or did not answer in time. */
async function startAndFindLink(): Promise<string | null> {
  const [script = ''] = process.argv.slice(1);
  const host = spawn(process.execPath, [script, 'host', '--no-open'], { stdio: 'ignore', detached: true });
  let hasEnded = false;
  for (const event of ['exit', 'error']) host.once(event, () => (hasEnded = true));
  host.unref();
  for (let waitedMs = 0; !hasEnded && waitedMs < START_LIMIT_MS; waitedMs += LOOK_EVERY_MS) {
    await sleep(LOOK_EVERY_MS);
    const link = await findLink(findDataDir());
    if (link !== null) return link;
  }
  return null;
}
