import { existsSync } from 'node:fs';
import { z } from 'zod';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import type { Settings } from '../../../src-shared/contract/settings.ts';
import type { UpdateInstall, UpdateState, updatesContract } from '../../../src-shared/contract/updates.ts';
import { isNewerVersion, isUpdateCheckDue, isVersion } from '../../../src-shared/domain/updateCheck.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';
import { readJsonSync, writeFileDurably } from '../../../src-node/files/index.ts';
import type { Clock, Log } from '../ports.ts';
import { parseJson } from '../../../src-shared/domain/parseJson.ts';
import { UpdateInstaller, type UpdateInstallerOptions } from './installer.ts';

export type { Activity, UpdateProgram } from './installer.ts';
export { BUILD_PUBLISHER, type Publisher } from './publisher.ts';

/** Whether it is due is looked at so often. */
const LOOK_EVERY_MS = 60 * 60_000;
const ANSWER_WITHIN_MS = 10_000;
/** An answer has some hundred bytes. */
const MOST_BYTES = 64_000;

const answerSchema = z.object({
  version: z.string().refine(isVersion),
  /** A page about it, for people. */
  url: z.url({ protocol: /^https$/ }).optional(),
});
const keptSchema = z.object({
  lastTryMs: z.number().nullable(),
  checkedAtMs: z.number().nullable(),
  newest: z.object({ version: z.string(), pageUrl: z.string().nullable() }).nullable(),
  /** Random: where this installation is in a roll-out. It goes nowhere. */
  installationId: z.string().nullable().default(null),
});
type Kept = z.infer<typeof keptSchema>;

export interface UpdateServiceOptions {
  version: string;
  /** As it is configured; checked here. */
  address: string | undefined;
  /** What was asked last rests here. */
  path: string;
  readSettings: () => Pick<Settings, 'privacyMode' | 'updateFrequency' | 'updateChannel' | 'updateInstall'>;
  /** How this installation is put in place of another version; null: not on its own. */
  installs: Pick<UpdateInstallerOptions, 'publisher' | 'program' | 'system' | 'findActivity'>;
  createId: () => string;
  onChanged: (state: UpdateState) => void;
  clock: Clock;
  log: Log;
}

export interface UpdateService {
  handlers: Handlers<typeof updatesContract>;
  /** Asks where that is due; never rejects. */
  look(): Promise<void>;
  /** A recording, a broadcast, an export or a live session began or ended. */
  onActivityChanged(): void;
  /** The last step of quitting; true where another version takes the place of this one. */
  installPending(): boolean;
  close(): void;
}

/** Asks the configured release address now and then whether there is a newer version. */
export function createUpdateService(options: UpdateServiceOptions): UpdateService {
  const { version, path, readSettings, clock, log } = options;
  const { address, reason } = checkAddress(options.address);
  let kept = readKept(path, log);
  let problem: string | null = null;
  let asking: Promise<void> | null = null;

  const state = (): UpdateState => ({
    version,
    address,
    reason: reason ?? (readSettings().privacyMode ? IN_PRIVACY : null),
    checkedAtMs: kept.checkedAtMs,
    newer: kept.newest && isNewerVersion(kept.newest.version, version) ? kept.newest : null,
    problem,
    install: installer.state,
  });

  const installer = new UpdateInstaller({
    ...options.installs,
    version,
    installationId() {
      if (kept.installationId === null) keep({ ...kept, installationId: options.createId() });
      return kept.installationId ?? '';
    },
    readSettings,
    onChanged: () => options.onChanged(state()),
    log,
  });

  function keep(next: Kept): void {
    kept = next;
    writeKept(path, kept, log);
  }

  async function ask(from: string): Promise<void> {
    const nowMs = clock.nowMs();
    keep({ ...kept, lastTryMs: nowMs });
    try {
      const { version: newest, url } = await readAnswer(from);
      problem = null;
      keep({ ...kept, checkedAtMs: nowMs, newest: { version: newest, pageUrl: url ?? null } });
    } catch (error) {
      log.error('the release address gave no answer', error, { address: from });
      const why = error instanceof Error ? error.message : String(error);
      problem = `${from} gave no answer about versions: ${why}. It is asked again at the next time.`;
    }
    options.onChanged(state());
  }
  const askOnce = (from: string) => (asking ??= ask(from).finally(() => (asking = null)));

  async function look(): Promise<void> {
    const { privacyMode, updateFrequency: frequency } = readSettings();
    const { lastTryMs } = kept;
    const from = address ?? options.installs.publisher?.url ?? null;
    if (!isUpdateCheckDue({ address: from, privacyMode, frequency, lastTryMs, nowMs: clock.nowMs() })) return;
    await askAll();
  }

  /** The release address for what is written about versions, and the publisher for what can be installed. */
  async function askAll(): Promise<void> {
    keep({ ...kept, lastTryMs: clock.nowMs() });
    if (address !== null) await askOnce(address);
    await installer.look();
    if (!hasAnswer(installer.state)) return;
    keep({ ...kept, checkedAtMs: clock.nowMs() });
    options.onChanged(state());
  }
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  timer.unref();

  return {
    look,
    onActivityChanged: () => installer.onActivityChanged(),
    installPending: () => installer.installPending(),
    close: () => clearInterval(timer),
    handlers: createHandlers(state, askAll, installer),
  };
}

function createHandlers(
  state: () => UpdateState,
  askAll: () => Promise<void>,
  installer: UpdateInstaller,
): UpdateService['handlers'] {
  return {
    'updates.read': state,
    async 'updates.check'() {
      const { reason: obstacle, install } = state();
      if (obstacle !== null && install.step === 'unsupported') throw new RpcError('UNSUPPORTED', obstacle);
      await askAll();
      return state();
    },
    'updates.download'() {
      void installer.download();
      return state();
    },
    'updates.install'() {
      installer.install();
      return state();
    },
    'updates.cancel'() {
      installer.cancel();
      return state();
    },
  };
}

const NOT_CONFIGURED =
  'No release address is configured (SOUNDDESK_RELEASES_URL), so SoundDesk does not look for new versions.';
const IN_PRIVACY = 'In privacy mode SoundDesk does not look for new versions.';

/** What is read from it is shown to people: not over a line that others can write on. */
function checkAddress(text: string | undefined): { address: string | null; reason: string | null } {
  if (text === undefined || text.trim() === '') return { address: null, reason: NOT_CONFIGURED };
  const url = URL.parse(text.trim());
  const isLocal = url?.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  if (url && (url.protocol === 'https:' || isLocal)) return { address: url.href, reason: null };
  const reason = 'The release address (SOUNDDESK_RELEASES_URL) has to begin with https://. Nothing is asked.';
  return { address: null, reason };
}

/** Nothing goes with the question: no cookie, no id, no version. */
async function readAnswer(address: string): Promise<z.infer<typeof answerSchema>> {
  const response = await fetch(address, {
    redirect: 'error',
    credentials: 'omit',
    headers: { accept: 'application/json', 'user-agent': 'SoundDesk' },
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  }).catch((cause: unknown) => {
    throw new Error('it cannot be reached', { cause });
  });
  if (!response.ok) throw new Error(`it answered ${response.status}`);
  const text = await readLimited(response);
  const parsed = answerSchema.safeParse(parseJson(text));
  if (!parsed.success) throw new Error('what it says is no version');
  return parsed.data;
}

async function readLimited(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  if (!response.body) return '';
  const body: AsyncIterable<Uint8Array> = response.body;
  for await (const part of body) {
    bytes += part.byteLength;
    if (bytes > MOST_BYTES) throw new Error('it says too much');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Whether the publisher said something, also what was refused then. */
function hasAnswer(install: UpdateInstall): boolean {
  return install.step !== 'unsupported' && !(install.step === 'failed' && install.why === 'unreachable');
}

function writeKept(path: string, kept: Kept, log: Log): void {
  try {
    writeFileDurably(path, `${JSON.stringify(kept)}\n`);
  } catch (error) {
    log.error('when a new version was looked for could not be kept', error, { path });
  }
}

function readKept(path: string, log: Log): Kept {
  const nothing: Kept = { lastTryMs: null, checkedAtMs: null, newest: null, installationId: null };
  if (!existsSync(path)) return nothing;
  try {
    return keptSchema.parse(readJsonSync(path, { mostBytes: 64 * 1024 }));
  } catch (error) {
    // It can be asked again at any time.
    log.error('when a new version was looked for could not be read', error, { path });
    return nothing;
  }
}
