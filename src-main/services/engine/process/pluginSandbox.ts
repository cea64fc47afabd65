import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { z } from 'zod';
import { RpcError, type ErrorCode } from '../../../../src-shared/contract/errors.ts';
import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import { parameterValueSchema } from '../../../../src-shared/contract/plugins.ts';
import { pluginEnvironment } from '../pluginEnvironment.ts';
import { pluginErrorCode } from '../pluginErrorCode.ts';
import { parseJson } from '../../../../src-shared/domain/parseJson.ts';

/** One line: the state of the largest plug-in, or the parameters of the one with the most. */
const MAX_LINE_CHARS = 32_000_000;
/** More in one second is no plug-in that is being turned but one that runs wild. */
const MAX_LINES_PER_SEC = 5000;
const MAX_WAITING_CALLS = 256;
/** Plug-ins read their presets and samples when they are loaded. */
const LOAD_LIMIT_MS = 10_000;
const CALL_LIMIT_MS = 3000;
/** To say good-bye in, before it is ended. */
const CLOSE_LIMIT_MS = 1000;

const messageSchema = z.union([
  z.object({ id: z.int(), ok: z.literal(true), result: z.unknown() }),
  z.object({ id: z.int(), ok: z.literal(false), code: z.string(), message: z.string() }),
  z.object({ event: z.string() }).loose(),
]);

const eventSchema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('latencyChanged'), latencyFrames: z.int().nonnegative() }),
  z.object({ event: z.literal('parametersChanged'), instanceId: z.string() }),
  z.object({
    event: z.literal('parameterEdited'),
    instanceId: z.string(),
    parameter: parameterValueSchema.shape.id,
    value: parameterValueSchema.shape.value,
    display: parameterValueSchema.shape.display.default(''),
  }),
  z.object({ event: z.literal('editorClosed'), instanceId: z.string() }),
  /** How many blocks held what is no number: they were made silent. */
  z.object({ event: z.literal('outputInvalid'), instanceId: z.string(), blocks: z.int().nonnegative() }),
  z.object({ event: z.literal('reloadFailed'), instanceId: z.string(), message: z.string().max(1000) }),
]);
export type SandboxEvent = z.infer<typeof eventSchema>;

export interface SandboxOptions {
  hostPath: string;
  env: NodeJS.ProcessEnv;
  memoryName: string;
  rateHz: number;
  blockFrames: number;
  channels: 1 | 2;
  /** The only plug-ins that it can load: where the system can, it sees no other file of the user. */
  bundles: readonly string[];
  onEvent(event: SandboxEvent): void;
  /** Once, however it ended, unless it was closed; `reason` as the user reads it. */
  onDied(death: { code: ErrorCode; reason: string; instanceId: string | null }): void;
  onWarning(line: string): void;
}

interface Waiting {
  instanceId: string | null;
  timer: NodeJS.Timeout;
  resolve: (result: unknown) => void;
  reject: (error: RpcError) => void;
}

/**
 * The process that holds the plug-ins of one channel. It runs other people's code: what it says is checked like
 * anything from outside, what it does not say in time ends it.
 */
export class PluginSandbox {
  readonly #options: SandboxOptions;
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #waiting = new Map<number, Waiting>();
  readonly #exited: Promise<void>;
  #calls = 0;
  #text: string[] = [];
  #textChars = 0;
  #lines = { inSec: 0, since: 0 };
  #death: { code: ErrorCode; reason: string; instanceId: string | null } | null = null;
  #isOver = false;

  constructor(options: SandboxOptions) {
    this.#options = options;
    const { hostPath, memoryName, rateHz, blockFrames, channels } = options;
    const child = spawn(
      hostPath,
      [
        ...['chain', '--memory', memoryName, '--rate', String(rateHz)],
        ...['--block', String(blockFrames), '--channels', String(channels)],
        ...options.bundles.flatMap((path) => ['--bundle', path]),
      ],
      {
        stdio: ['pipe', 'pipe', 'pipe'],
        env: pluginEnvironment(options.env),
        // A group of its own: Ctrl-C in a terminal is not for it, and what it starts ends with it.
        detached: process.platform !== 'win32',
        windowsHide: true,
      },
    );
    this.#child = child;
    child.stdout.setEncoding('utf8').on('data', (text: string) => this.#onText(text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => options.onWarning(text.slice(0, 1000)));
    // A pipe that breaks is reported by the process's end.
    child.stdin.on('error', () => undefined);
    this.#exited = new Promise((resolve) => {
      child.once('error', (error) => {
        const reason = `The program that loads plug-ins cannot be started (${error.message}). Run "npm start" once: it builds what is missing.`;
        this.#die('PLUGIN_HOST_UNAVAILABLE', reason, null);
        if (child.pid === undefined) resolve();
      });
      child.once('exit', (code, signal) => {
        this.#killGroup();
        this.#die('PLUGIN_CRASHED', describeExit(code, signal), this.#culprit());
        resolve();
      });
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Rejects with an `RpcError`; a call that is not answered in time ends the process. */
  call(name: string, input: { instanceId?: string; [key: string]: unknown } = {}): Promise<unknown> {
    if (this.#isOver || this.#death) return Promise.reject(this.#deathError());
    if (this.#waiting.size >= MAX_WAITING_CALLS) {
      return Promise.reject(failWith('PLUGIN_TIMED_OUT', 'pluginTooSlow', { retryable: true }));
    }
    this.#calls += 1;
    const id = this.#calls;
    const limitMs = ['load', 'setState', 'readPreset'].includes(name) ? LOAD_LIMIT_MS : CALL_LIMIT_MS;
    const instanceId = input.instanceId ?? null;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () =>
          this.giveUp(
            'PLUGIN_TIMED_OUT',
            `It did not answer within ${limitMs / 1000} s (${name}).`,
            instanceId,
          ),
        limitMs,
      );
      this.#waiting.set(id, { instanceId, timer, resolve, reject });
      this.#child.stdin.write(`${JSON.stringify({ id, call: name, ...input })}\n`);
    });
  }

  /** Ends a process that cannot continue; `onDied` is called. */
  giveUp(code: ErrorCode, reason: string, instanceId: string | null): void {
    this.#die(code, reason, instanceId);
    this.#killGroup();
  }

  /** Ends it cleanly, at the latest by force; `onDied` is not called. Resolves when it has gone. */
  async close(): Promise<void> {
    this.#isOver = true;
    this.#child.stdin.end();
    const timer = setTimeout(() => this.#killGroup(), CLOSE_LIMIT_MS);
    await this.#exited;
    clearTimeout(timer);
    this.#settleAll();
  }

  #onText(text: string): void {
    const pieces = text.split('\n');
    const last = pieces.pop() ?? '';
    for (const piece of pieces) {
      this.#text.push(piece);
      const line = this.#text.join('');
      this.#text = [];
      this.#textChars = 0;
      if (!this.#death) this.#onLine(line);
    }
    this.#text.push(last);
    this.#textChars += last.length;
    if (this.#textChars > MAX_LINE_CHARS) {
      this.giveUp('PLUGIN_BAD_ANSWER', 'It said more than a plug-in has to say.', null);
    }
  }

  #onLine(line: string): void {
    const second = Math.floor(performance.now() / 1000);
    this.#lines = { inSec: second === this.#lines.since ? this.#lines.inSec + 1 : 1, since: second };
    if (this.#lines.inSec > MAX_LINES_PER_SEC) {
      return this.giveUp('PLUGIN_BAD_ANSWER', 'It said more than a plug-in has to say.', null);
    }
    const parsed = messageSchema.safeParse(parseJson(line));
    if (!parsed.success) return this.#options.onWarning(`not understood: ${line.slice(0, 200)}`);
    const message = parsed.data;
    if ('event' in message) {
      const event = eventSchema.safeParse(message);
      // Events that are not known here are of a newer program: nothing depends on them.
      if (event.success) this.#options.onEvent(event.data);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    if (!waiting) return;
    this.#waiting.delete(message.id);
    clearTimeout(waiting.timer);
    if (message.ok) return waiting.resolve(message.result);
    const code = pluginErrorCode(message.code, 'PLUGIN_FAILED');
    waiting.reject(new RpcError(code, message.message.slice(0, 1000) || 'The plug-in refused.'));
  }

  /** The one that was being asked something when it happened. */
  #culprit(): string | null {
    return [...this.#waiting.values()].at(-1)?.instanceId ?? null;
  }

  #die(code: ErrorCode, reason: string, instanceId: string | null): void {
    if (this.#death) return;
    this.#death = { code, reason, instanceId };
    this.#settleAll();
    if (!this.#isOver) this.#options.onDied(this.#death);
  }

  #settleAll(): void {
    for (const { timer, reject } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(this.#deathError());
    }
    this.#waiting.clear();
  }

  #deathError(): RpcError {
    const { code, reason } = this.#death ?? { code: 'PLUGIN_FAILED', reason: 'The chain was closed.' };
    return new RpcError(code, reason, { retryable: true });
  }

  #killGroup(): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
    } catch (error) {
      // Nothing of it is left.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** As `native/sandbox/host_limits.hpp` has it. */
const OUT_OF_MEMORY_EXIT = 86;

function describeExit(code: number | null, signal: NodeJS.Signals | null): string {
  if (code === OUT_OF_MEMORY_EXIT) {
    return 'It took more memory than the plug-ins of a channel may have, and was ended.';
  }
  if (signal === 'SIGXCPU') return 'It hung while it processed sound and was ended.';
  return signal === null
    ? `It ended its process (exit code ${code ?? 'unknown'}).`
    : `It crashed (${signal}).`;
}
