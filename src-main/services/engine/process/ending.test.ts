import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const MODULE = JSON.stringify(join(import.meta.dirname, 'ending.ts'));

it('ends the process when what runs has been ended, also where that fails', async () => {
  expect(await exitOf('() => {}')).toEqual([0, null]);
  expect(await exitOf('() => { throw new Error("no"); }')).toEqual([0, null]);
});

it('ends the process in its time where what runs cannot be ended', async () => {
  expect(await exitOf('() => { for (;;); }')).toEqual([null, 'SIGKILL']);
});

async function exitOf(stop: string): Promise<unknown[]> {
  const script = `const { endWithParent } = await import(${MODULE}); endWithParent(${stop}, 100);`;
  return (await once(spawn(process.execPath, ['--input-type=module', '-e', script]), 'exit')) as unknown[];
}
