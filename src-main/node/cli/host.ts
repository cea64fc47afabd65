import { flushCompileCache } from 'node:module';
import { AccountSettingsError } from '../../services/accounts/index.ts';
import { describeSystemError } from '../../services/clean/index.ts';
import { findDiskTrouble } from '../../services/dataDisk/index.ts';
import { findDataDir } from '../dataDir.ts';
import { PREFERRED_PORT, startHost, type Host } from '../host.ts';
import { HostRunningError } from '../hostLock.ts';
import { hasDisplay } from '../openBrowser.ts';
import { EXIT, print, printError, UsageError } from './output.ts';
import { findLink, showLink } from './link.ts';
import { parseCommand, parseNumber } from './parse.ts';
import { reportWelcome } from './welcome.ts';

const HOST_HELP = `sounddesk host [--port N] [--no-open] [--no-accounts]

Starts SoundDesk without a window and prints the address that opens it in a browser.
It listens on this machine alone (127.0.0.1). The address opens it until it ends; a browser
that opened it once is paired and needs none afterwards. "sounddesk open" prints a new one.
A second start on the same data folder prints a link to the one that runs already.

  --port N     listen on this port (default: 47800, or a free one where that is taken)
  --no-open    do not open a browser (none is opened where there is no display)
  --no-accounts
               do without accounts: nobody signs in, and no backend is started
  --help       print this

Accounts are kept by the backend of this machine, which starts and ends with it, unless
$SOUNDDESK_SUPABASE_URL and $SOUNDDESK_SUPABASE_ANON_KEY name a hosted project.

The data folder is $SOUNDDESK_DATA_DIR, else this user's usual place for data.
Ctrl-C ends it. Exit codes: 0 ended or running already, 1 could not start, 2 wrong usage.`;

/** Runs the host until a signal ends it; resolves with the exit code. */
export async function runHost(args: string[]): Promise<number> {
  const { values, positionals } = parseCommand('host', args, {
    port: { type: 'string' },
    'no-open': { type: 'boolean' },
    'no-accounts': { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  });
  if (values.help) {
    print(HOST_HELP);
    return EXIT.ok;
  }
  if (positionals.length > 0) throw new UsageError(`"host" takes no "${positionals[0]}".`);
  const port = values.port === undefined ? undefined : parseNumber('port', values.port, 0, 65_535);
  if (port !== undefined && !Number.isInteger(port)) throw new UsageError('--port is a whole number.');
  const mayOpen = !values['no-open'] && hasDisplay();
  const dataDir = findDataDir();
  let host: Host;
  try {
    host = await startHost({
      dataDir,
      hasAccounts: !values['no-accounts'],
      ...(port === undefined ? {} : { port }),
    });
  } catch (error) {
    return await onStartFailed(error, dataDir, mayOpen);
  }
  // Before anything is said: anyone who reads it may press Ctrl-C at once.
  const ended = untilEnded(host);
  print(`SoundDesk is ready: ${host.address}`);
  host.onAddressChanged((address) => print(`A browser was removed. The link is new now: ${address}`));
  if (port === undefined && host.port !== PREFERRED_PORT) print(otherPort(host.port));
  const trouble = findDiskTrouble(dataDir);
  if (trouble) printError(trouble.message);
  reportAccounts(host, dataDir);
  // By a link for one browser, once: others on this computer can read a program's arguments.
  if (mayOpen) showLink(await host.createLink());
  // Now, not at the end: a host that is killed leaves nothing for the next start.
  flushCompileCache();
  return await ended;
}

async function onStartFailed(error: unknown, dataDir: string, mayOpen: boolean): Promise<number> {
  const link = error instanceof HostRunningError && error.port > 0 ? await findLink(dataDir) : null;
  if (link !== null) {
    print(`SoundDesk is already running: ${link}`);
    if (mayOpen) showLink(link);
    return EXIT.ok;
  }
  const { code, message, syscall } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    printError('This port is taken by another program. Choose another with --port, or leave it out.');
  } else if (code === 'EACCES' && syscall === 'listen') {
    printError('This port may not be used by you. Choose one above 1023 with --port, or leave it out.');
  } else if (error instanceof AccountSettingsError) {
    printError(error.message);
  } else if (syscall === 'mkdir') {
    printError(
      `The data folder ${dataDir} cannot be made: ${describeSystemError(error)}. Name another in $SOUNDDESK_DATA_DIR.`,
    );
  } else {
    printError(`SoundDesk could not start: ${message}`);
  }
  return EXIT.failed;
}

/** Anyone who opens a bookmark now meets a program that is not ours. */
const otherPort = (port: number) =>
  `Port ${PREFERRED_PORT} is used by another program, so SoundDesk is at port ${port} this time. Bookmarks to port ${PREFERRED_PORT} open that program, not SoundDesk.`;

function reportAccounts({ accounts }: Host, dataDir: string): void {
  if (accounts?.kind === 'none') print(`There are no accounts: ${accounts.reason} All else works.`);
  if (accounts?.kind === 'project' && accounts.isOnThisMachine) reportWelcome(dataDir);
}

/** One Ctrl-C can arrive twice: from the terminal, and passed on by npm. */
const SAME_SIGNAL_MS = 1000;

/** A first signal closes the host cleanly, a later one ends it at once. */
function untilEnded(host: Host): Promise<number> {
  return new Promise((resolve, reject) => {
    let endingSinceMs: number | null = null;
    const end = () => {
      if (endingSinceMs !== null) {
        if (performance.now() - endingSinceMs > SAME_SIGNAL_MS) process.exit(EXIT.failed);
        return;
      }
      endingSinceMs = performance.now();
      host.close().then(() => resolve(EXIT.ok), reject);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
    // A terminal that has gone ends no recording, and there is nobody to whom it could be said.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
    const onCrash = (error: unknown) => {
      host.log.error('the host failed', error);
      printError(
        `SoundDesk failed: ${error instanceof Error ? error.message : String(error)}. The log says more.`,
      );
      void host.close().finally(() => process.exit(EXIT.failed));
    };
    process.on('uncaughtException', onCrash);
    process.on('unhandledRejection', onCrash);
  });
}
