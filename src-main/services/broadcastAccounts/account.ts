import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountProblem, PlatformAccount } from '../../../src-shared/contract/broadcastAccounts.ts';
import {
  DEFAULT_ACCOUNT_OPTIONS,
  type AccountOptions,
} from '../../../src-shared/domain/broadcast/accounts.ts';
import { createTurns } from '../../../src-shared/lib/turns.ts';
import type { Log } from '../ports.ts';
import type { AccountRecord, AccountStore, ClientId } from './accountRecord.ts';
import type { Access, ChatListener, PlatformBroadcast, PlatformDriver, Session } from './driver.ts';
import { isProblem, platformError, problemOf } from './platformErrors.ts';

/** A token is renewed so long before it expires. */
const RENEW_BEFORE_MS = 60_000;
/** After a failure of the chat; a platform that asks for more gets it. */
const CHAT_AGAIN_MS = 2_000;
/** As Twitch asks for it; of YouTube's quota it is one unit. */
const CHECK_EVERY_MS = 3_600_000;
/** A stream that was shown and is missing so often in a row was ended there. */
const MISSED_READINGS = 2;
/** Once the day's requests are used up, nothing is asked for so long. */
const QUOTA_PAUSE_MS = 15 * 60_000;

export interface AccountOptionsOf {
  driver: PlatformDriver;
  store: AccountStore;
  ourClient: ClientId | null;
  viewersEveryMs: number;
  nowMs: () => number;
  log: Log;
  onChanged: () => void;
  chat: Pick<ChatListener, 'onAdded' | 'onRemoved'>;
}

/** Where a problem came from: what works again has none any more. */
const WORK = ['signIn', 'start', 'live', 'chat'] as const;
type Work = (typeof WORK)[number];
type Figures = Pick<PlatformAccount, 'viewers' | 'health'>;
const NO_FIGURES: Figures = { viewers: null, health: null };

/** The account at one platform: signed in or not, live or not, with a chat that is read or not. */
export class Account {
  readonly #options: AccountOptionsOf;
  readonly #inTurn = createTurns();
  readonly #loaded: Promise<void>;
  #record: AccountRecord | null = null;
  #ownClient: ClientId | null = null;
  #signingIn: { prompt: { link: string; code: string | null } | null; ending: AbortController } | null = null;
  readonly #problems = new Map<Work, AccountProblem>();
  #live: { broadcast: PlatformBroadcast | null; ending: AbortController } | null = null;
  #figures = NO_FIGURES;
  #wantsChat = false;
  #checkedAtMs: number | null = null;
  #chat: { of: string; ending: AbortController } | null = null;

  constructor(options: AccountOptionsOf) {
    this.#options = options;
    this.#loaded = this.#load();
  }

  get driver(): PlatformDriver {
    return this.#options.driver;
  }

  get broadcast(): PlatformBroadcast | null {
    return this.#live?.broadcast ?? null;
  }

  async view(): Promise<PlatformAccount> {
    await this.#loaded;
    const { driver, ourClient } = this.#options;
    const prompt = this.#signingIn?.prompt;
    return {
      platform: driver.platform,
      client: this.#ownClient ? 'own' : ourClient ? 'ours' : 'none',
      signIn: this.#record
        ? { kind: 'connected', name: this.#record.channel.name }
        : prompt
          ? { kind: 'waiting', ...prompt }
          : { kind: 'off' },
      options: this.#record?.options ?? DEFAULT_ACCOUNT_OPTIONS,
      problem: WORK.flatMap((work) => this.#problems.get(work) ?? [])[0] ?? null,
      ...this.#figures,
      hasChat: this.#record !== null && driver.hasChat(this.broadcast),
    };
  }

  /** Whether the access is still good: once an hour, where somebody looks at it. What is withdrawn is known before going live. */
  async check(): Promise<void> {
    await this.#loaded;
    const { driver, nowMs } = this.#options;
    if (!this.#record || nowMs() - (this.#checkedAtMs ?? -Infinity) < CHECK_EVERY_MS) return;
    this.#checkedAtMs = nowMs();
    // Withdrawn access is noted there; without a network nothing is known.
    await this.#authorized((access) => driver.check(access)).catch((error: unknown) => this.#report(error));
  }

  async saveClient(client: ClientId | null): Promise<void> {
    await this.#loaded;
    await this.#options.store.writeClient(client);
    this.#ownClient = client;
    this.#changed();
  }

  /** Resolves when it is known what the user has to open. */
  async connect(): Promise<void> {
    await this.#loaded;
    if (this.#record || this.#signingIn) return;
    const { driver, ourClient } = this.#options;
    const client = this.#ownClient ?? ourClient;
    if (!client) throw platformError(driver.platform, 'accountNoClient');
    const ending = new AbortController();
    const mine = { prompt: null, ending };
    this.#signingIn = mine;
    this.#problems.clear();
    const { promise: prompted, resolve, reject } = Promise.withResolvers<void>();
    this.#signIn(client, ending.signal, (prompt) => {
      if (this.#signingIn?.ending !== ending) return;
      this.#signingIn = { prompt, ending };
      this.#changed();
      resolve();
    })
      .then(resolve, (error: unknown) => {
        if (ending.signal.aborted) return resolve();
        if (this.#signingIn?.prompt) this.#note('signIn', error);
        reject(error);
      })
      .finally(() => {
        if (this.#signingIn?.ending === ending) this.#signingIn = null;
        this.#changed();
      })
      .catch(() => undefined);
    await prompted;
  }

  cancel(): void {
    this.#signingIn?.ending.abort();
    this.#signingIn = null;
    this.#changed();
  }

  async disconnect(): Promise<void> {
    await this.#loaded;
    const record = this.#record;
    this.cancel();
    if (!record) return;
    this.#live?.ending.abort();
    await this.#forget();
    this.#problems.clear();
    this.#changed();
    // It is gone here whatever the platform says; its owner can withdraw it there, too.
    await this.#options.driver
      .revoke(record.client, record.tokens)
      .catch((error: unknown) => this.#report(error));
  }

  async setOptions(options: AccountOptions): Promise<void> {
    await this.#loaded;
    await this.#save({ ...this.#require(), options });
    this.#changed();
  }

  async session(): Promise<Session> {
    await this.#loaded;
    const { channel, options, streamId } = this.#require();
    return {
      channel,
      options,
      streamId,
      authorized: (ask) => this.#authorized(ask),
      saveStreamId: (next) => this.#save({ ...this.#require(), streamId: next }),
    };
  }

  /** Its broadcast has begun: figures are read from now on. */
  begin(broadcast: PlatformBroadcast | null): void {
    this.#live?.ending.abort();
    this.#live = { broadcast, ending: new AbortController() };
    this.#problems.delete('start');
    void this.#readFigures(this.#live.ending.signal);
    this.#keepLive(broadcast).catch((error: unknown) => this.#report(error));
    this.#changed();
  }

  /** What was live when the host was killed, and still is; null: nothing. */
  async findInterrupted(): Promise<PlatformBroadcast | null> {
    await this.#loaded;
    const broadcast = this.#record?.live ?? null;
    if (!broadcast) return null;
    const { hasEnded } = await this.#options.driver.readLive(await this.session(), broadcast);
    return hasEnded ? null : broadcast;
  }

  async #keepLive(broadcast: PlatformBroadcast | null): Promise<void> {
    if (this.#record) await this.#save({ ...this.#record, live: broadcast });
  }

  /** It has ended here. */
  async end(): Promise<void> {
    const live = this.#live;
    if (!live) return;
    live.ending.abort();
    this.#live = null;
    this.#figures = NO_FIGURES;
    this.#problems.delete('live');
    this.#problems.delete('start');
    this.#changed();
    const record = this.#record;
    if (!record) return;
    // A planned one is over now; the next stream gets a new one.
    const isPlanned = live.broadcast && record.options.broadcastId === live.broadcast.id;
    const options = isPlanned ? { ...record.options, broadcastId: null } : record.options;
    if (live.broadcast) await this.#save({ ...record, options, live: null });
    await this.#options.driver
      .end(await this.session(), live.broadcast)
      .catch((error: unknown) => this.#note('live', error));
  }

  setWantsChat(isWanted: boolean): void {
    this.#wantsChat = isWanted;
    this.#changed();
  }

  /** What did not work before the start, to be shown. */
  note(error: unknown): void {
    this.#note('start', error);
  }

  close(): void {
    this.#signingIn?.ending.abort();
    this.#live?.ending.abort();
    this.#chat?.ending.abort();
  }

  async #load(): Promise<void> {
    const { store } = this.#options;
    [this.#record, this.#ownClient] = await Promise.all([store.readRecord(), store.readClient()]);
  }

  async #signIn(
    client: ClientId,
    signal: AbortSignal,
    onPrompt: (prompt: { link: string; code: string | null }) => void,
  ): Promise<void> {
    const { driver } = this.#options;
    const tokens = await driver.signIn(client, { onPrompt, signal });
    const channel = await driver.readChannel({ clientId: client.id, accessToken: tokens.accessToken });
    if (signal.aborted)
      return void (await driver.revoke(client, tokens).catch((error: unknown) => this.#report(error)));
    const options = DEFAULT_ACCOUNT_OPTIONS;
    const live = this.#live?.broadcast ?? null;
    await this.#save({ version: 1, client, tokens, channel, options, streamId: null, live });
    // Connected again while live.
    if (this.#live) this.begin(this.#live.broadcast);
  }

  #require(): AccountRecord {
    if (!this.#record) throw platformError(this.#options.driver.platform, 'accountNotConnected');
    return this.#record;
  }

  async #save(record: AccountRecord): Promise<void> {
    await this.#options.store.writeRecord(record);
    this.#record = record;
  }

  async #forget(): Promise<void> {
    await this.#options.store.writeRecord(null);
    this.#record = null;
    this.#figures = NO_FIGURES;
  }

  /** With a token that is fresh; where the platform does not take it, once more with a new one. */
  async #authorized<T>(ask: (access: Access) => Promise<T>): Promise<T> {
    const access = await this.#renewed(null);
    try {
      return await ask(access);
    } catch (error) {
      if (!isProblem(error, 'accountUnauthorized')) throw error;
      return await ask(await this.#renewed(access.accessToken));
    }
  }

  /** `refused`: the token that the platform did not take. A refresh token of Twitch is good for one use. */
  #renewed(refused: string | null): Promise<Access> {
    return this.#inTurn(async () => {
      const record = this.#require();
      const { driver, nowMs } = this.#options;
      const { accessToken, expiresAtMs, refreshToken } = record.tokens;
      const isFresh = expiresAtMs - nowMs() > RENEW_BEFORE_MS && accessToken !== refused;
      if (isFresh) return { clientId: record.client.id, accessToken };
      try {
        const tokens = await driver.refresh(record.client, refreshToken);
        await this.#save({ ...this.#require(), tokens });
        return { clientId: record.client.id, accessToken: tokens.accessToken };
      } catch (error) {
        if (isProblem(error, 'accountRevoked')) {
          await this.#forget();
          this.#note('signIn', error);
        }
        throw error;
      }
    });
  }

  async #readFigures(signal: AbortSignal): Promise<void> {
    const { driver, viewersEveryMs } = this.#options;
    let missed: number | null = null;
    while (!signal.aborted) {
      let pauseMs = viewersEveryMs;
      try {
        await this.check();
        const { hasEnded, isShown, ...figures } = await driver.readLive(await this.session(), this.broadcast);
        if (signal.aborted) return;
        this.#figures = figures;
        // A platform shows a stream a moment after it began.
        if (isShown) missed = 0;
        else if (isShown === false && missed !== null) missed += 1;
        if (missed !== null && missed >= MISSED_READINGS)
          throw platformError(driver.platform, 'accountEnded');
        if (hasEnded) throw platformError(driver.platform, 'accountEnded');
        this.#problems.delete('live');
        this.#changed();
      } catch (error) {
        if (signal.aborted) return;
        this.#figures = NO_FIGURES;
        this.#note('live', error);
        // Where a platform only shows it no more, it may come back.
        const isOver = isProblem(error, 'accountEnded') && missed === null;
        if (isOver || this.#record === null) return;
        pauseMs = Math.max(pauseMs, pauseAfter(error));
      }
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Reads the chat that there is, as long as somebody wants it. */
  #followChat(): void {
    const { driver } = this.#options;
    const isThere = this.#wantsChat && this.#record !== null && driver.hasChat(this.broadcast);
    const of = isThere ? `${this.#record?.channel.id} ${this.broadcast?.chatId}` : null;
    if ((this.#chat?.of ?? null) === of) return;
    this.#chat?.ending.abort();
    this.#chat = of === null ? null : { of, ending: new AbortController() };
    if (this.#chat) void this.#readChat(this.#chat.ending.signal);
  }

  async #readChat(signal: AbortSignal): Promise<void> {
    const { driver, chat } = this.#options;
    const onOpened = () => {
      if (this.#problems.delete('chat')) this.#changed();
    };
    while (!signal.aborted) {
      let pauseMs = CHAT_AGAIN_MS;
      try {
        await driver.followChat(await this.session(), this.broadcast, { ...chat, onOpened, signal });
      } catch (error) {
        if (signal.aborted) return;
        this.#note('chat', error);
        if (isProblem(error, 'accountChatClosed') || this.#record === null) return;
        pauseMs = Math.max(pauseMs, pauseAfter(error));
      }
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  #note(work: Work, error: unknown): void {
    this.#report(error);
    const problem = problemOf(error);
    if (problem) this.#problems.set(work, problem);
    this.#changed();
  }

  /** Only what may be shown: an answer of a platform is not logged. */
  #report(error: unknown): void {
    const { log, driver } = this.#options;
    const problem = problemOf(error);
    if (problem) log.info('an account has a problem', { platform: driver.platform, text: problem.text });
    else log.error('an account failed', error, { platform: driver.platform });
  }

  #changed(): void {
    this.#followChat();
    this.#options.onChanged();
  }
}

function pauseAfter(error: unknown): number {
  const problem = problemOf(error);
  if (problem?.text === 'accountQuota') return QUOTA_PAUSE_MS;
  return problem?.text === 'accountTooMany' ? Number(problem.values.seconds) * 1000 : 0;
}
