import { findDataDir } from '../dataDir.ts';
import { hasDisplay } from '../openBrowser.ts';
import { findLink, showLink } from './link.ts';
import { EXIT, print, printError, UsageError } from './output.ts';
import { parseCommand } from './parse.ts';

const OPEN_HELP = `sounddesk open [--no-open]

Opens the SoundDesk that runs on this computer in a browser, and prints the link.
The link pairs one browser, once, within ten minutes. Afterwards that browser opens
SoundDesk without it; Settings lists the paired browsers and removes them.

  --no-open    print the link only (as where there is no display)
  --help       print this

The data folder is $SOUNDDESK_DATA_DIR, else this user's usual place for data.
Exit codes: 0 printed, 1 SoundDesk does not run, 2 wrong usage.`;

/** Prints a link to the running host and opens it; resolves with the exit code. */
export async function runOpen(args: string[]): Promise<number> {
  const { values, positionals } = parseCommand('open', args, {
    'no-open': { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  });
  if (values.help) {
    print(OPEN_HELP);
    return EXIT.ok;
  }
  if (positionals.length > 0) throw new UsageError(`"open" takes no "${positionals[0]}".`);
  const link = await findLink(findDataDir());
  if (link === null) {
    printError('SoundDesk is not running. Start it with "npm start" or "npx sounddesk host".');
    return EXIT.failed;
  }
  print(link);
  if (!values['no-open'] && hasDisplay()) showLink(link);
  return EXIT.ok;
}
