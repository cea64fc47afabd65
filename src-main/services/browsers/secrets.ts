import { randomBytes } from 'node:crypto';
import { nameSecret } from '../../../src-shared/rpc/index.ts';
import type { Clock } from '../ports.ts';

const SECRET_BYTES = 32;
/** Time enough for a browser to start. */
const LINK_LIMIT_MS = 10 * 60_000;
/** Beyond it the oldest goes. */
const MAX_LINKS = 32;

/** A new secret that nobody can guess; its name reveals nothing about it. */
async function createNamed(): Promise<{ secret: string; keyId: string }> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return { secret, keyId: await nameSecret(secret) };
}

/** What a use of a secret comes to. */
export type SecretUse = 'entered' | 'refused';

/** The secrets that let somebody in now: that of this start, as often as it is shown; and links, each of which pairs one browser. */
export interface Secrets {
  /** That of this start. */
  readonly startToken: string;
  /** By its name. */
  find(keyId: string): string | null;
  /** Called with proved knowledge. A link that comes from a second browser was overheard: it lets neither in. */
  use(keyId: string, browserId: string | null): SecretUse;
  createLink(): Promise<{ secret: string; expiresAtMs: number }>;
  /** The secret of this start, and all links, open nothing any more; answers the new one. */
  renew(): Promise<string>;
}

interface Link {
  secret: string;
  expiresAtMs: number;
  /** Which browser it has paired. */
  browserId: string | null;
}

export async function createSecrets({
  clock,
  onOverheard,
}: {
  clock: Clock;
  /** Hears which browser came with a link that another one had too. */
  onOverheard: (browserId: string) => void;
}): Promise<Secrets> {
  let start = await createNamed();
  const links = new Map<string, Link>();
  const dropExpired = () => {
    for (const [keyId, { expiresAtMs }] of links) if (clock.nowMs() >= expiresAtMs) links.delete(keyId);
  };
  return {
    get startToken() {
      return start.secret;
    },
    find(keyId) {
      dropExpired();
      return keyId === start.keyId ? start.secret : (links.get(keyId)?.secret ?? null);
    },
    use(keyId, browserId) {
      if (keyId === start.keyId) return 'entered';
      dropExpired();
      const link = links.get(keyId);
      if (!link || browserId === null) return 'refused';
      // The same browser again: its page was loaded again before it knew that it is paired.
      if (link.browserId === browserId) return 'entered';
      if (link.browserId !== null) {
        onOverheard(link.browserId);
        return 'refused';
      }
      link.browserId = browserId;
      return 'entered';
    },
    async createLink() {
      const { secret, keyId } = await createNamed();
      dropExpired();
      const [oldest] = links.keys();
      if (links.size >= MAX_LINKS && oldest !== undefined) links.delete(oldest);
      const expiresAtMs = clock.nowMs() + LINK_LIMIT_MS;
      links.set(keyId, { secret, expiresAtMs, browserId: null });
      return { secret, expiresAtMs };
    },
    async renew() {
      start = await createNamed();
      links.clear();
      return start.secret;
    },
  };
}
