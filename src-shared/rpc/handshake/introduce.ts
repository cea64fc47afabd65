import { RpcError } from '../../contract/errors.ts';
import type { Channel } from '../channel.ts';
import { readFrames, type FrameReader } from './frameReader.ts';
import { hostFrameSchema, type Credential, type HostFrame, type RefusalReason } from './frames.ts';
import {
  createNonce,
  createSecretProver,
  createVerifier,
  nameSecret,
  type Identity,
  type Transcript,
} from './proof.ts';

/** By what a page or a program gets in: a secret, which pairs the browser beside it, or the key of a paired browser. */
export type Introduction =
  | { kind: 'secret'; secret: string; browser: Identity | null }
  | { kind: 'browser'; browser: Identity; knownHostKeys: readonly string[] };

export interface IntroduceOptions {
  /** Of this page: a proof that is made here is good nowhere else. */
  origin: string;
  limitMs?: number;
}

const LIMIT_MS = 10_000;

/**
 * The page's side of the handshake. Resolves with the host's public key once the host has proved itself and let the page
 * in; the channel then belongs to the client. Nothing that is sent is of use to another program: no secret, and proofs that
 * only this host, in this start, at this origin and for this connection accepts, and only after the host's own.
 *
 * Rejects with `UNAUTHENTICATED` where the host refuses, with `HOST_UNVERIFIED` where something else answers in its place.
 */
export async function introduce(
  channel: Channel,
  introduction: Introduction,
  { origin, limitMs = LIMIT_MS }: IntroduceOptions,
): Promise<string> {
  const reader = readFrames(channel);
  // A program that takes the connection and says nothing is not waited for.
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    channel.close();
  }, limitMs);
  try {
    return await speak(channel, reader, introduction, origin);
  } catch (error) {
    channel.close();
    throw isLate ? unverified() : error;
  } finally {
    clearTimeout(timer);
    reader.detach();
  }
}

async function speak(
  channel: Channel,
  reader: FrameReader,
  introduction: Introduction,
  origin: string,
): Promise<string> {
  const credential = await credentialOf(introduction);
  const pageNonce = createNonce();
  channel.send({ kind: 'greet', nonce: pageNonce, credential });
  const first = await readHostFrame(reader);
  if (first.kind === 'admit') throw unverified();
  const transcriptOf = (word: NonNullable<Extract<HostFrame, { kind: 'refuse' }>['word']>): Transcript => ({
    origin,
    hostKey: word.hostKey,
    startId: word.startId,
    pageNonce,
    hostNonce: word.nonce,
    credential,
  });
  if (first.kind === 'refuse') {
    await checkRefusal(first, introduction, transcriptOf);
    throw refused(first.reason);
  }
  const transcript = transcriptOf(first);
  if (!(await isHostItself(introduction, transcript, first.proof))) throw unverified();
  const prover =
    introduction.kind === 'secret' ? await createSecretProver(introduction.secret) : introduction.browser;
  channel.send({ kind: 'respond', proof: await prover.prove('page', transcript) });
  const last = await readHostFrame(reader);
  if (last.kind === 'challenge') throw unverified();
  if (last.kind === 'refuse') throw refused(last.reason);
  return first.hostKey;
}

async function credentialOf(introduction: Introduction): Promise<Credential> {
  if (introduction.kind === 'browser') return { kind: 'browser', browserKey: introduction.browser.publicKey };
  const keyId = await nameSecret(introduction.secret);
  const { browser } = introduction;
  return { kind: 'secret', keyId, ...(browser ? { browserKey: browser.publicKey } : {}) };
}

async function readHostFrame(reader: FrameReader): Promise<HostFrame> {
  const parsed = hostFrameSchema.safeParse(await reader.next());
  if (!parsed.success) throw unverified();
  return parsed.data;
}

async function isHostItself(
  introduction: Introduction,
  transcript: Transcript,
  proof: string,
): Promise<boolean> {
  if (introduction.kind === 'secret')
    return await (await createSecretProver(introduction.secret)).verify('host', transcript, proof);
  if (!introduction.knownHostKeys.includes(transcript.hostKey)) return false;
  return (await (await createVerifier(transcript.hostKey))?.verify('host', transcript, proof)) ?? false;
}

/** A paired page is sent away by its own host alone: what another program says is as good as nothing. */
async function checkRefusal(
  { reason, word }: Extract<HostFrame, { kind: 'refuse' }>,
  introduction: Introduction,
  transcriptOf: (said: NonNullable<typeof word>) => Transcript,
): Promise<void> {
  if (introduction.kind === 'secret') return;
  if (!word || !introduction.knownHostKeys.includes(word.hostKey)) throw unverified();
  const verifier = await createVerifier(word.hostKey);
  if (!(await verifier?.verify(`refuse:${reason}`, transcriptOf(word), word.proof))) throw unverified();
}

function refused(reason: RefusalReason): RpcError {
  return new RpcError('UNAUTHENTICATED', REFUSALS[reason], { details: { reason } });
}

/** The page's own words: what a program says that has not proved itself is not shown. */
const REFUSALS: Readonly<Record<RefusalReason, string>> = {
  unknownBrowser: 'This browser is not paired with SoundDesk. Use the link from your terminal.',
  unknownLink: 'This link is no longer valid. Use the link from your terminal.',
  usedLink: 'This link was already used, so it was turned off. Run “npx sounddesk open” for a new one.',
  badProof: 'SoundDesk did not accept this page. Use the link from your terminal.',
  malformed: 'This page and the SoundDesk behind it are of different versions. Reload the page.',
};

function unverified(): RpcError {
  return new RpcError(
    'HOST_UNVERIFIED',
    'Another program answers at the address of SoundDesk. Nothing was sent to it.',
    { retryable: true },
  );
}
