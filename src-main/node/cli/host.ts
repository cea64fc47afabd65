import { flushCompileCache } from 'node:module';
import { AccountSettingsError } from '../../services/accounts/index.ts';
import { describeSystemError } from '../../services/clean/index.ts';
import { findDiskTrouble } from '../../services/dataDisk/index.ts';
import { findDataDir } from '../dataDir.ts';
import { hostAddress, startHost, tokenPath, type Host } from '../host.ts';
import { HostRunningError } from '../hostLock.ts';
import { hasDisplay, openBrowser } from '../openBrowser.ts';
import { loadToken } from '../token.ts';
import { EXIT, print, printError, UsageError } from './output.ts';
import { parseCommand, parseNumber } from './parse.ts';
import { tellWelcome } from './welcome.ts';

const HOST_HELP = `sounddesk host [--port N] [--no-open] [--no-accounts]

Starts SoundDesk without a window and prints the address that opens it in a browser.
It listens on this machine alone (127.0.0.1), and the address carries its access token.
A second start on the same data folder prints the address of the one that runs already.

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
    return onStartFailed(error, dataDir, mayOpen);
  }
  // Before anything is said: whoever reads it may press Ctrl-C at once.
  const ended = untilEnded(host);
  print(`SoundDesk is ready: ${host.address}`);
  const trouble = findDiskTrouble(dataDir);
  if (trouble) printError(trouble.message);
  tellAccounts(host, dataDir);
  if (mayOpen) open(host.address);
  // Now, not at the end: a host that is killed leaves nothing for the next start.
  flushCompileCache();
  return await ended;
}

function onStartFailed(error: unknown, dataDir: string, mayOpen: boolean): number {
  if (error instanceof HostRunningError && error.port > 0) {
    const address = hostAddress(error.port, loadToken(tokenPath(dataDir)).token);
    print(`SoundDesk is already running: ${address}`);
    if (mayOpen) open(address);
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

function open(address: string): void {
  openBrowser(address, (reason) =>
    printError(`No browser could be opened (${reason}): open the address yourself.`),
  );
}

function tellAccounts({ accounts }: Host, dataDir: string): void {
  if (accounts?.kind === 'none') print(`There are no accounts: ${accounts.reason} All else works.`);
  if (accounts?.kind === 'project' && accounts.isOnThisMachine) tellWelcome(dataDir);
}

/** One Ctrl-C can arrive twice: from the terminal, and passed on by npm. */
const SAME_SIGNAL_MS = 1000;

/** A first signal closes the host in good order, a later one ends it at once. */
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
