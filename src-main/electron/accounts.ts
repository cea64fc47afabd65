import { clipboard, dialog } from 'electron';
import type { AccountsPlace, BackendLauncher, Log } from '../core/ports.ts';
import { readHostedProject, startOwnBackend, type Welcome } from '../services/accounts/index.ts';

export interface DesktopAccounts {
  /** Where people have their accounts; known when the backend has started, or could not. */
  readonly place: Promise<AccountsPlace>;
  /** Where pages may connect to: a hosted project. That of this machine they reach through the app. */
  connectSources: readonly string[];
  close(): Promise<void>;
}

export interface DesktopAccountsOptions {
  env: NodeJS.ProcessEnv;
  launch: BackendLauncher;
  log: Log;
}

/**
 * The hosted project that the settings name, else the backend of this machine, which starts beside the window.
 * Throws `AccountSettingsError` where the settings are wrong.
 */
export function startAccounts({ env, launch, log }: DesktopAccountsOptions): DesktopAccounts {
  const hosted = readHostedProject(env);
  if (hosted) {
    return {
      place: Promise.resolve(hosted),
      connectSources: [hosted.url],
      close: async () => undefined,
    };
  }
  const starting = startOwnBackend(launch, log, (welcome) => reportWelcome(welcome));
  const place = starting.then(
    (own) => own.place,
    (error: unknown): AccountsPlace => {
      log.error('The accounts of this computer could not be started.', error);
      return {
        kind: 'none',
        reason: 'The accounts of this computer could not be started: the log says why.',
      };
    },
  );
  return {
    place,
    connectSources: [],
    async close() {
      await place;
      await starting.then(
        (own) => own.close(),
        () => undefined, // It never ran, which was logged.
      );
    },
  };
}

/** What the first start made; the backend forgets it when this resolves. */
async function reportWelcome({ email, password, licenceKey }: Welcome): Promise<void> {
  const detail = `Super admin   ${email}\nPassword      ${password}\nTrial licence ${licenceKey}`;
  const { response } = await dialog.showMessageBox({
    type: 'info',
    message: 'SoundDesk keeps accounts on this computer. This is shown once:',
    detail,
    buttons: ['Copy and close', 'Close'],
    defaultId: 0,
    cancelId: 1,
  });
  if (response === 0) await clipboard.writeText(detail);
}
