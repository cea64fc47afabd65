import type { Channel } from '../channel.ts';
import { failure } from '../failure.ts';
import { readFrames, type FrameReader } from './frameReader.ts';
import { greetingSchema, responseSchema, type Credential, type RefusalReason } from './frames.ts';
import {
  createNonce,
  createSecretProver,
  createVerifier,
  nameBrowser,
  type Identity,
  type Transcript,
  type Verifier,
} from './proof.ts';

/** Who is let in. */
export interface Visitor {
  /** Names the browser, by its key; null for a program that came with a secret alone. */
  browserId: string | null;
}

/** What a host knows about those who may come in. */
export interface Door {
  identity: Identity;
  /** Another at each start. */
  startId: string;
  /** The secret of this name: one that may be proved, also where it has opened once already. */
  findSecret(keyId: string): string | null;
  /** Whether this browser is paired, and at this very origin: a key is kept by origin, and so is what may be done with it. */
  isPaired(browserId: string, origin: string): boolean;
  /**
   * Called with proved knowledge of the secret. Pairs the browser, if it has said its key; false where the secret may not
   * be used again, or asks for a browser.
   */
  enter(entry: {
    keyId: string;
    origin: string;
    browserId: string | null;
    browserKey: string | null;
  }): boolean;
}

/**
 * The host's side of the handshake, of a page of this origin. Resolves with who is there, or with null where the channel
 * was refused and closed, or has gone. The caller says `admit`, as soon as somebody listens.
 */
export async function admit(
  channel: Channel,
  { door, origin }: { door: Door; origin: string },
): Promise<Visitor | null> {
  const reader = readFrames(channel);
  try {
    return await listen(channel, reader, door, origin);
  } catch (error) {
    if (error instanceof Refusal) refuse(channel, error);
    channel.close();
    return null;
  } finally {
    reader.detach();
  }
}

class Refusal extends Error {
  readonly reason: RefusalReason;
  readonly word: object | null;
  constructor(reason: RefusalReason, word: object | null = null) {
    super(reason);
    this.reason = reason;
    this.word = word;
  }
}

async function listen(channel: Channel, reader: FrameReader, door: Door, origin: string): Promise<Visitor> {
  const greeting = greetingSchema.safeParse(await reader.next());
  if (!greeting.success) throw new Refusal('malformed');
  const { credential, nonce: pageNonce } = greeting.data;
  const { identity, startId } = door;
  const said = { hostKey: identity.publicKey, startId, nonce: createNonce() };
  const transcript: Transcript = {
    origin,
    hostKey: said.hostKey,
    startId,
    pageNonce,
    hostNonce: said.nonce,
    credential,
  };
  const sendAway = async (reason: RefusalReason): Promise<never> => {
    throw new Refusal(reason, { ...said, proof: await identity.prove(`refuse:${reason}`, transcript) });
  };
  const browserId = credential.browserKey === undefined ? null : await nameBrowser(credential.browserKey);
  const { verifier, proof } =
    credential.kind === 'secret'
      ? await bySecret(credential, door, transcript, sendAway)
      : await byBrowser(credential.browserKey, browserId, door, transcript, sendAway);
  channel.send({ kind: 'challenge', ...said, proof });
  const response = responseSchema.safeParse(await reader.next());
  if (!response.success) return await sendAway('malformed');
  if (!(await verifier.verify('page', transcript, response.data.proof))) return await sendAway('badProof');
  if (credential.kind === 'browser') {
    // It may have been removed meanwhile.
    if (browserId === null || !door.isPaired(browserId, origin)) return await sendAway('unknownBrowser');
    return { browserId };
  }
  const { keyId, browserKey = null } = credential;
  if (!door.enter({ keyId, origin, browserId, browserKey })) return await sendAway('usedLink');
  return { browserId };
}

interface Checked {
  /** Of the page's answer. */
  verifier: Verifier;
  /** Of the host. */
  proof: string;
}

async function bySecret(
  credential: Extract<Credential, { kind: 'secret' }>,
  door: Door,
  transcript: Transcript,
  sendAway: (reason: RefusalReason) => Promise<never>,
): Promise<Checked> {
  const secret = door.findSecret(credential.keyId);
  if (secret === null) return await sendAway('unknownLink');
  // No key: nothing that could be let in later.
  if (credential.browserKey !== undefined && !(await createVerifier(credential.browserKey)))
    return await sendAway('malformed');
  const prover = await createSecretProver(secret);
  return { verifier: prover, proof: await prover.prove('host', transcript) };
}

async function byBrowser(
  browserKey: string,
  browserId: string | null,
  door: Door,
  transcript: Transcript,
  sendAway: (reason: RefusalReason) => Promise<never>,
): Promise<Checked> {
  const isPaired = browserId !== null && door.isPaired(browserId, transcript.origin);
  const verifier = isPaired ? await createVerifier(browserKey) : null;
  if (!verifier) return await sendAway('unknownBrowser');
  return { verifier, proof: await door.identity.prove('host', transcript) };
}

function refuse(channel: Channel, { reason, word }: Refusal): void {
  const error = failure('UNAUTHENTICATED', 'SoundDesk does not know this page.', { reason });
  channel.send({ kind: 'refuse', error, reason, ...(word ? { word } : {}) });
}
