import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { runProgram, stopProgram } from './programs.ts';

/** A screen of the test's own, without hardware. */
export interface VirtualDisplay {
  /** For `DISPLAY`. */
  name: string;
  /** Titles of all windows on it. */
  readTitles(): Promise<string[]>;
  close(): Promise<void>;
}

/** Xvfb, on the first number that is free. */
export async function startDisplay(size = '1280x1024'): Promise<VirtualDisplay> {
  const server = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', `${size}x24`, '-nolisten', 'tcp', '-noreset'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  server.on('error', (error) => {
    throw error;
  });
  const [number] = (await once(server.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer];
  const name = `:${number.toString().trim()}`;
  return {
    name,
    async readTitles() {
      const tree = await runProgram('xwininfo', ['-root', '-tree'], { ...process.env, DISPLAY: name });
      return [...tree.matchAll(/^\s+0x[0-9a-f]+ "([^"]*)"/gm)].map(([, title]) => title ?? '');
    },
    close: () => stopProgram(server),
  };
}
