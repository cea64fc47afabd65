import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import type { DenoiseEngine } from '../../../src-shared/domain/denoise.ts';
import { UsageError } from './output.ts';

/** `parseArgs` whose warnings are one line of ours. */
export function parseCommand<O extends ParseArgsOptionsConfig>(command: string, args: string[], options: O) {
  const hint = `"npx sounddesk ${command} --help" lists what there is.`;
  try {
    return parseArgs({ args: joinNegatives(args, options), options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(`${firstSentence(error)} ${hint}`);
  }
}

/** `--target-lufs -16` as `--target-lufs=-16`: `parseArgs` takes what begins with a dash for an option. */
function joinNegatives(args: readonly string[], options: ParseArgsOptionsConfig): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const name = joined.at(-1)?.replace(/^--/, '');
    const isValue = /^-[.\d]/.test(arg) && joined.at(-1) === `--${name}` && !joined.includes('--');
    if (isValue && name && options[name]?.type === 'string') joined[joined.length - 1] += `=${arg}`;
    else joined.push(arg);
  }
  return joined;
}

function firstSentence(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return `${message.split(/\.\s|\n/)[0] ?? message}.`.replace(/\.\.$/, '.');
}

/** An option's number, whole or not, within its limits. */
export function parseNumber(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < least || value > most) {
    throw new UsageError(`--${name} is a number from ${least} to ${most}, not "${text}".`);
  }
  return value;
}

/** The name of an engine after `--engine`. */
export function parseDenoiseEngine<E extends DenoiseEngine>(name: string, engines: readonly E[]): E {
  const engine = engines.find((known) => known === name);
  if (!engine) throw new UsageError(`--engine is one of ${engines.join(', ')}, not "${name}".`);
  return engine;
}
