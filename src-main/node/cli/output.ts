import { PRODUCT_NAME } from '../../../src-shared/domain/product.ts';

/** Exit codes of every command. */
export const EXIT = { ok: 0, failed: 1, usage: 2, interrupted: 130, terminated: 143 } as const;

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function printError(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** What the user typed is not of this command: one line, exit code 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** Rows as columns that stand below each other; the last column keeps its length. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>(
    (known, row) => row.map((cell, column) => Math.max(known[column] ?? 0, cell.length)),
    [],
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Percent on standard error, on a terminal alone. */
export function createPercentage(name: string): { update: (done: number) => void; clear: () => void } {
  if (!process.stderr.isTTY) return { update: () => undefined, clear: () => undefined };
  const clear = () => void process.stderr.write('\r\x1b[2K');
  return {
    clear,
    update(done) {
      clear();
      process.stderr.write(`${PRODUCT_NAME}: ${name} ${Math.floor(done * 100)} %`);
    },
  };
}
