import { spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../..');
const LOG_DIR = path.join(ROOT, '.cache/log');

/** A step that failed: what it was, why, and what the user can do. */
export class StepError extends Error {
  constructor(step, reason, remedy) {
    super(`${step} failed: ${reason}`);
    this.step = step;
    this.remedy = remedy;
  }
}

/** One plain line of progress. */
export function say(text) {
  process.stdout.write(`${text}\n`);
}

/**
 * Runs a command as a named step: its output goes to a log, its duration to the terminal. On
 * failure the end of the log is shown and a `StepError` with the remedy is thrown.
 */
export async function runStep(step, command, args, { remedy, env = {}, cwd = ROOT } = {}) {
  mkdirSync(LOG_DIR, { recursive: true });
  const logFile = path.join(LOG_DIR, `${step.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.log`);
  const log = openSync(logFile, 'w');
  const startedMs = Date.now();
  const stopTicking = tick(step, startedMs);
  try {
    const exit = await exitOf(
      spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', log, log] }),
    );
    if (exit.error) throw new StepError(step, `${command} could not be started (${exit.error.code})`, remedy);
    if (exit.code !== 0) {
      const tail = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-25).join('\n');
      process.stderr.write(`\n${tail}\n`);
      throw new StepError(
        step,
        `${command} ended with ${exit.signal ?? `code ${exit.code}`}; all of its output is in ${path.relative(ROOT, logFile)}`,
        remedy,
      );
    }
  } finally {
    stopTicking();
    closeSync(log);
  }
  say(`  ${step}: done in ${seconds(startedMs)} s`);
}

/** On a terminal a line that counts the seconds, else one line at the start. */
function tick(step, startedMs) {
  if (!process.stdout.isTTY) {
    say(`  ${step} …`);
    return () => undefined;
  }
  const draw = () => process.stdout.write(`\r  ${step} … ${seconds(startedMs)} s `);
  draw();
  const timer = setInterval(draw, 1000);
  return () => {
    clearInterval(timer);
    process.stdout.write('\r\u001b[K');
  };
}

function seconds(startedMs) {
  return ((Date.now() - startedMs) / 1000).toFixed(0);
}

/** How a child process ended. Never rejects. */
export function exitOf(child) {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, signal: null, error }));
    child.once('exit', (code, signal) => resolve({ code, signal, error: null }));
  });
}

/** Whether a command succeeds, quietly. */
export function succeeds(command, args) {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

/** Ends with the failure's own words; stacks only for what nobody foresaw. */
export async function main(run) {
  try {
    process.exitCode = (await run()) ?? 0;
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    process.stderr.write(`\n${error.message}\n`);
    if (error.remedy) process.stderr.write(`What to do: ${error.remedy}\n`);
    process.exitCode = 1;
  }
}
