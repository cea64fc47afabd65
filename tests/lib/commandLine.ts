import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { observeProgram, type Run } from './programs.ts';

/** What a user starts, to be run by Node. */
export const COMMAND_LINE_PATH = join(import.meta.dirname, '..', '..', 'bin', 'sounddesk.js');

/** The command line as a user runs it, in a folder, with a data folder of its own. */
export function createCommandLine(dir: string) {
  return (
    args: string[],
    options: { env?: NodeJS.ProcessEnv; onStarted?: (child: ChildProcess) => void } = {},
  ): Promise<Run> =>
    observeProgram(process.execPath, [COMMAND_LINE_PATH, ...args], {
      cwd: dir,
      env: { ...process.env, SOUNDDESK_DATA_DIR: join(dir, '.data'), ...options.env },
      ...(options.onStarted ? { onStarted: options.onStarted } : {}),
    });
}

export interface FileReport {
  file: string;
  output: string;
  seconds: number;
  realTimeFactor: number;
  latencyFrames: number;
  integratedLufsIn: number | null;
  integratedLufsOut: number | null;
  truePeakDbOut: number | null;
  speechRatio: number | null;
  meanReductionDb: number | null;
  error?: { code: string; message: string };
}

export function parseReports({ stdout }: Run): FileReport[] {
  return JSON.parse(stdout) as FileReport[];
}
