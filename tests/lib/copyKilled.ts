import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A copy of a running take as a kill leaves it: the files as they are, and a writer that is gone. */
export function copyKilled(folder: string): string {
  const killed = `${folder} killed`;
  cpSync(folder, killed, { recursive: true });
  for (const name of ['take.json', 'pictures.json']) {
    const { writer: _, ...document } = JSON.parse(readFileSync(join(killed, name), 'utf8')) as {
      writer: object;
    };
    writeFileSync(join(killed, name), JSON.stringify({ ...document, writer: { pid: 0, startedTicks: 0 } }));
  }
  return killed;
}
