/** The backend of this machine as a host runs it: started with it, watched, ended with it. */
import { z } from 'zod';
import type { AccountsProject } from '../../../src-shared/contract/accounts.ts';
import type { BackendLauncher, BackendProcess, Log } from '../ports.ts';

/** Time between an end that nobody asked for and the next start. */
const RESTART_PAUSE_MS = 1000;
const STOP_LIMIT_MS = 20_000;

/** A backend ends with this code where its data is to be worked on: anyone who started it starts it again. */
export const BACKEND_RESTS_CODE = 75;

/** What the first start made, for the user to be shown once. */
const welcomeSchema = z.object({ email: z.string(), password: z.string(), licenceKey: z.string() });
export type Welcome = z.infer<typeof welcomeSchema>;

/** Answers a welcome that was reported: the backend forgets the password then. */
export const WELCOME_REPORTED = 'welcome reported';

/** How a backend is reached. */
const reachableSchema = z.object({ port: z.number(), anonKey: z.string(), socketPath: z.string() });

/** What a backend's process reports once to the process that started it. */
export const backendOutcomeSchema = z.discriminatedUnion('isReady', [
  reachableSchema.extend({
    isReady: z.literal(true),
    /** For a host that has no terminal to show it in. */
    welcome: welcomeSchema.optional(),
  }),
  z.object({
    isReady: z.literal(false),
    /** A sentence for the user. */
    message: z.string(),
    /** Where another process serves this data folder's backend already. */
    running: reachableSchema.optional(),
  }),
]);
export type BackendOutcome = z.infer<typeof backendOutcomeSchema>;

/** The project of this machine, with the socket at which it is asked: its port may be another program's. */
export type OwnProject = AccountsProject & { socketPath: string };
/** Or why there is none, as a sentence for the user. */
export type OwnBackendPlace = OwnProject | { kind: 'none'; reason: string };

export interface OwnBackend {
  place: OwnBackendPlace;
  close(): Promise<void>;
}

/**
 * Starts the backend of this machine where none runs; one that was started by hand is used, and continues
 * when the host ends. Where it cannot run, the reason is answered.
 */
export async function startOwnBackend(
  launch: BackendLauncher,
  log: Log,
  reportWelcome?: (welcome: Welcome) => Promise<void>,
): Promise<OwnBackend> {
  const first = await start(launch, undefined);
  const { child, outcome } = first;
  if (outcome.isReady) {
    if (outcome.welcome && reportWelcome)
      reportWelcome(outcome.welcome).then(
        () => child.post(WELCOME_REPORTED),
        (error: unknown) => log.error('the first account could not be shown', error),
      );
    const supervisor = supervise(child, () => start(launch, outcome.port), log);
    return { place: placeAt(outcome), close: () => supervisor.close() };
  }
  if (outcome.running) return { place: placeAt(outcome.running), close: async () => undefined };
  log.info('there are no accounts', { message: outcome.message });
  return { place: { kind: 'none', reason: outcome.message }, close: async () => undefined };
}

function placeAt({ port, anonKey, socketPath }: z.infer<typeof reachableSchema>): OwnProject {
  return { kind: 'project', url: `http://127.0.0.1:${port}`, anonKey, isOnThisMachine: true, socketPath };
}

/** Resolves when the process has said how its start went, or ended without a word. */
export async function outcomeOf(child: BackendProcess): Promise<BackendOutcome> {
  return new Promise((resolve) => {
    child.onMessage((message) => resolve(backendOutcomeSchema.parse(message)));
    child.onExit(({ code, signal }) =>
      resolve({
        isReady: false,
        message: `The backend ended while it started (${signal ?? `code ${code}`}). Its log says why: ${child.logFile}`,
      }),
    );
  });
}

async function start(launch: BackendLauncher, port: number | undefined) {
  const child = launch(port);
  return { child, outcome: await outcomeOf(child) };
}

/** Starts the backend again, at the same address, where it ends and nobody asked it to, or rests. */
function supervise(first: BackendProcess, startAgain: () => ReturnType<typeof start>, log: Log) {
  let current: BackendProcess | null = first;
  let isClosing = false;
  let restarting: Promise<void> | null = null;

  const restart = async () => {
    while (!isClosing) {
      await new Promise((resolve) => setTimeout(resolve, RESTART_PAUSE_MS));
      if (isClosing) return;
      const { child, outcome } = await startAgain();
      if (outcome.isReady) return watch(child);
      log.info('the backend is not back yet', { reason: outcome.message });
    }
  };
  const watch = (child: BackendProcess) => {
    current = child;
    child.onExit(({ code }) => {
      current = null;
      // Zero is a clean end: "sounddesk backend stop" or a reset.
      if (isClosing || code === 0) return;
      if (code === BACKEND_RESTS_CODE) log.info('the backend rests while its data is worked on');
      else log.error('the backend ended and is started again', new Error('unexpected end'), { code });
      restarting = restart();
    });
  };
  watch(first);
  return {
    async close() {
      isClosing = true;
      await restarting;
      if (current) await end(current);
    },
  };
}

async function end(child: BackendProcess): Promise<void> {
  const gone = new Promise<void>((resolve) => child.onExit(() => resolve()));
  child.stop();
  const killer = setTimeout(() => child.kill(), STOP_LIMIT_MS);
  await gone;
  clearTimeout(killer);
}
