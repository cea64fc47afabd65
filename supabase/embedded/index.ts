import { loadSecrets, type Secrets } from './secrets.ts';
import { prepareBackendHome } from './systemUser.ts';

export { backupBackend, restoreBackend } from './archive.ts';
export { checkPages } from './checkPages.ts';
export { startBackend, type Backend } from './backend.ts';
export { BackendError } from './errors.ts';
export { forgetWelcome, readWelcome } from './firstStart.ts';
export { outboxTokenOf } from './outbox.ts';
export { gatewaySocketPath } from './sockets.ts';
export { prepareBackendHome } from './systemUser.ts';

/** The secrets of the backend of a data folder. */
export function readBackendSecrets(dataDir: string): Promise<Secrets> {
  return loadSecrets(prepareBackendHome(dataDir).home);
}
