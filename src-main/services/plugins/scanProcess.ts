import { spawn } from 'node:child_process';
import { z } from 'zod';
import type { ErrorCode } from '../../../src-shared/contract/errors.ts';
import type { PluginEntry } from '../../../src-shared/contract/plugins.ts';
import { pluginIdSchema } from '../../../src-shared/domain/plugins.ts';
import { pluginEnvironment, pluginErrorCode } from '../engine/index.ts';
import { lowerPriority } from '../processes/index.ts';
import { parseJson } from '../../../src-shared/domain/parseJson.ts';

/** A plug-in that does not say what it is within this time is taken for hung. */
export const SCAN_LIMIT_MS = 3000;
/** For the rest of the answer, when the process has ended. */
const DRAIN_LIMIT_MS = 200;
/** Of the answer: thousands of plug-ins in one file fit, a flood does not. */
const MAX_ANSWER_CHARS = 1_000_000;
const MAX_TEXT_CHARS = 200;
const MAX_PLUGINS_PER_MODULE = 5000;

/** What a plug-in says of itself is other people's text: one line, not too long. */
const textSchema = z
  .string()
  .default('')
  .transform((text) =>
    text
      .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
      .trim()
      .slice(0, MAX_TEXT_CHARS),
  );

const answerSchema = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    plugins: z
      .array(
        z.object({
          id: pluginIdSchema.transform((id) => id.toUpperCase()),
          name: textSchema,
          category: textSchema,
          vendor: textSchema,
          version: textSchema,
        }),
      )
      .max(MAX_PLUGINS_PER_MODULE),
  }),
  z.object({ ok: z.literal(false), code: z.string(), message: textSchema }),
]);

export type ScanAnswer =
  | { isOk: true; plugins: Omit<PluginEntry, 'path'>[] }
  | { isOk: false; code: ErrorCode; message: string }
  /** The program that scans is not there: no fault of the plug-in. */
  | { isOk: false; code: 'PLUGIN_HOST_UNAVAILABLE' | 'CANCELLED'; message: string };

export interface ScanProcessOptions {
  hostPath: string;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
  limitMs?: number;
}

/**
 * Looks at one module in a process of its own, which is ended by its id when it takes too long. Never rejects:
 * whatever happens is an answer.
 */
export function scanModule(path: string, options: ScanProcessOptions): Promise<ScanAnswer> {
  const { hostPath, env, signal, limitMs = SCAN_LIMIT_MS } = options;
  if (signal.aborted) return Promise.resolve(CANCELLED);
  return new Promise((resolve) => {
    const child = spawn(hostPath, ['scan', path], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: pluginEnvironment(env),
      // A group of its own, so that what the plug-in starts ends with it.
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    let answer = '';
    let verdict: ScanAnswer | null = null;
    const end = (why: ScanAnswer) => {
      verdict ??= why;
      killGroup(child.pid);
    };
    const timer = setTimeout(() => end(timedOut(limitMs)), limitMs);
    const onAbort = () => end(CANCELLED);
    signal.addEventListener('abort', onAbort, { once: true });
    const settle = (outcome: ScanAnswer) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      resolve(outcome);
    };
    child.once('spawn', () => lowerPriority(child.pid));
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (chunk: string) => {
      answer += chunk;
      if (answer.length > MAX_ANSWER_CHARS) end(badAnswer('It said more than a plug-in has to say.'));
    });
    child.once('error', (error) => settle(hostMissing(hostPath, error)));
    child.once('exit', (code, exitSignal) => {
      // What the plug-in has started may hold the pipe open: it ends too, and is not waited for.
      if (process.platform !== 'win32') killGroup(child.pid);
      const conclude = () => settle(verdict ?? read(answer, code, exitSignal));
      const drain = setTimeout(() => child.stdout.destroy(), DRAIN_LIMIT_MS);
      child.once('close', () => {
        clearTimeout(drain);
        conclude();
      });
    });
  });
}

const CANCELLED: ScanAnswer = { isOk: false, code: 'CANCELLED', message: 'Cancelled.' };

function timedOut(limitMs: number): ScanAnswer {
  return {
    isOk: false,
    code: 'PLUGIN_TIMED_OUT',
    message: `It did not answer within ${limitMs / 1000} s and was ended.`,
  };
}

function badAnswer(message: string): ScanAnswer {
  return { isOk: false, code: 'PLUGIN_BAD_ANSWER', message };
}

function hostMissing(hostPath: string, error: Error): ScanAnswer {
  return {
    isOk: false,
    code: 'PLUGIN_HOST_UNAVAILABLE',
    message: `The program that loads plug-ins cannot be started (${hostPath}: ${error.message}). Run "npm start" once: it builds what is missing.`,
  };
}

/** The last line is the answer, whatever a library has printed before it. */
function read(text: string, code: number | null, signal: NodeJS.Signals | null): ScanAnswer {
  const line = text.trimEnd().split('\n').at(-1) ?? '';
  const parsed = answerSchema.safeParse(parseJson(line));
  if (parsed.success) return toAnswer(parsed.data);
  if (signal !== null) {
    return { isOk: false, code: 'PLUGIN_CRASHED', message: `It crashed while it was loaded (${signal}).` };
  }
  if (line === '') {
    const message = `It ended the process while it was loaded (exit code ${code ?? 'unknown'}).`;
    return { isOk: false, code: 'PLUGIN_CRASHED', message };
  }
  return badAnswer('What it says of itself cannot be understood.');
}

function toAnswer(answer: z.infer<typeof answerSchema>): ScanAnswer {
  if (!answer.ok) {
    const code = pluginErrorCode(answer.code, 'PLUGIN_LOAD_FAILED');
    return { isOk: false, code, message: answer.message || 'It cannot be loaded.' };
  }
  if (answer.plugins.length === 0) {
    return { isOk: false, code: 'PLUGIN_NO_AUDIO_CLASS', message: 'It has no audio effect in it.' };
  }
  return { isOk: true, plugins: answer.plugins.map((plugin) => ({ ...plugin, name: plugin.name || '?' })) };
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch (error) {
    // Nothing of it is left.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
