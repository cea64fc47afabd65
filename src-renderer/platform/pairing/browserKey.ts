import { createIdentity, IDENTITY_CURVE, type Identity } from '../../../src-shared/rpc/index.ts';

/**
 * The key by which this browser is let in again, and the hosts that it knows. It rests in IndexedDB, which browsers keep by
 * origin (cookies of a computer are shared by all its ports), and cannot be read, not even by the page: it signs and no more.
 */
export interface BrowserKey {
  identity: Identity;
  /** Public keys of the hosts that have let this browser in at this origin, the latest first. */
  knownHostKeys: readonly string[];
}

interface Kept {
  keys: CryptoKeyPair;
  knownHostKeys: string[];
}

const DATABASE = 'sounddesk-pairing';
const STORE = 'browser';
const ENTRY = 'key';
/** Data folders that are used at the same port in turn. */
const MAX_HOSTS = 8;

/** Where the browser keeps nothing, such as in some private windows: gone with the page. */
let unkept: Kept | null = null;

/** This browser's key, made where there is none yet. */
export async function readBrowserKey(): Promise<BrowserKey> {
  const { keys, knownHostKeys } = await readOrMake();
  return { identity: await createIdentity(keys), knownHostKeys };
}

/** From now on this host is asked to let this browser in, and no other. */
export async function rememberHost(hostKey: string): Promise<void> {
  await change((kept) => {
    const others = kept.knownHostKeys.filter((known) => known !== hostKey);
    return { ...kept, knownHostKeys: [hostKey, ...others].slice(0, MAX_HOSTS) };
  });
}

async function readOrMake(): Promise<Kept> {
  const known = await change((kept) => kept);
  if (known) return known;
  const keys = await crypto.subtle.generateKey(IDENTITY_CURVE, false, ['sign', 'verify']);
  const made: Kept = { keys, knownHostKeys: [] };
  // Another tab may have made one meanwhile: that one counts.
  return (await change((kept) => kept, made)) ?? made;
}

/** Changes what is kept in one transaction, or puts `first` where nothing is; answers what is kept then. */
async function change(next: (kept: Kept) => Kept, first?: Kept): Promise<Kept | null> {
  try {
    return await changeStored(next, first);
  } catch {
    // Without storage it lasts as long as the page does.
    unkept = unkept ? next(unkept) : (first ?? null);
    return unkept;
  }
}

async function changeStored(next: (kept: Kept) => Kept, first?: Kept): Promise<Kept | null> {
  const database = await openDatabase();
  try {
    const transaction = database.transaction(STORE, 'readwrite', { durability: 'strict' });
    const store = transaction.objectStore(STORE);
    const kept = (await resultOf(store.get(ENTRY))) as Kept | undefined;
    const changed = kept ? next(kept) : (first ?? null);
    if (changed && changed !== kept) await resultOf(store.put(changed, ENTRY));
    return changed;
  } finally {
    database.close();
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  return resultOf(opening);
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the browser keeps nothing'));
  });
}
