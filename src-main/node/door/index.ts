import { join } from 'node:path';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { createNonce, type Door } from '../../../src-shared/rpc/index.ts';
import {
  createPairedBrowsers,
  createSecret,
  createSecrets,
  type BrowserDoor,
  type PairedBrowsers,
} from '../../services/browsers/index.ts';
import type { Clock, Log } from '../../services/ports.ts';
import { loadHostIdentity } from './hostIdentity.ts';

/** Who may come in to this host: see `docs/decisions/0054-door-of-the-host.md`. */
export interface HostDoor extends BrowserDoor {
  /** Opens this start, as often as it is used; shown to whoever started it. */
  token: string;
  /** What the handshake asks, for a connection of this browser. */
  forVisitor(name: string): Door;
}

export async function createHostDoor({
  dataDir,
  port,
  clock,
  log,
}: {
  dataDir: string;
  /** Known once the host listens. */
  port: () => number;
  clock: Clock;
  log: Log;
}): Promise<HostDoor> {
  const identity = await loadHostIdentity(join(dataDir, 'host-key'), log);
  const browsers: PairedBrowsers = createPairedBrowsers({
    path: join(dataDir, 'paired-browsers.json'),
    clock,
    log,
  });
  const token = createSecret();
  const secrets = await createSecrets({
    startToken: token,
    clock,
    onOverheard(browserId) {
      log.info('a link was used by two browsers: the first was removed', { browserId });
      browsers.remove(browserId);
    },
  });
  const startId = createNonce();
  return {
    token,
    browsers,
    async createLink() {
      const { secret, expiresAtMs } = await secrets.createLink();
      return { url: hostAddress(port(), secret), expiresAtMs };
    },
    forVisitor: (name) => ({
      identity,
      startId,
      findSecret: (keyId) => secrets.find(keyId),
      isPaired: (browserId, origin) => browsers.isPaired(browserId, origin),
      enter({ keyId, origin, browserId }) {
        if (secrets.use(keyId, browserId) === 'refused') return false;
        if (browserId !== null) browsers.pair({ id: browserId, origin, name });
        return true;
      },
    }),
  };
}

/** The address of a host. Its secret is in the fragment, which browsers send to no server. */
export function hostAddress(port: number, secret: string): string {
  return `http://127.0.0.1:${port}${ROUTES.dashboard}#token=${secret}`;
}
