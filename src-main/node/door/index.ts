import { join } from 'node:path';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { createNonce, Listeners, type Door } from '../../../src-shared/rpc/index.ts';
import {
  createPairedBrowsers,
  createSecrets,
  type BrowserDoor,
  type PairedBrowsers,
} from '../../services/browsers/index.ts';
import type { Clock, Log } from '../../services/ports.ts';
import { loadHostIdentity } from './hostIdentity.ts';

/** Who may come in to this host: see `docs/decisions/0054-door-of-the-host.md`. */
export interface HostDoor extends BrowserDoor {
  browsers: PairedBrowsers;
  /** Opens this start, as often as it is used, until a browser is removed; shown to anyone who started it. */
  readonly token: string;
  /** Called with each new token. */
  onTokenRenewed(listener: (token: string) => void): () => void;
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
  const renewals = new Listeners<string>();
  const secrets = await createSecrets({
    clock,
    onOverheard(browserId) {
      log.info('a link was used by two browsers: the first was removed', { browserId });
      browsers.remove(browserId);
    },
  });
  const startId = createNonce();
  return {
    get token() {
      return secrets.startToken;
    },
    browsers,
    onTokenRenewed: (listener) => renewals.add(listener),
    async remove(id) {
      const token = await secrets.renew();
      try {
        browsers.remove(id);
      } finally {
        renewals.notify(token);
      }
    },
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
