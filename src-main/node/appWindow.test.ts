import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryDir } from '../../tests/lib/temporaryDir.ts';
import { findWindowBrowser } from './appWindow.ts';

it('a browser with windows of their own is looked for in the path, by order of preference', () => {
  const dir = temporaryDir();
  const [first, second] = [join(dir, 'first'), join(dir, 'second')];
  for (const folder of [first, second]) mkdirSync(folder);
  const path = [first, second].join(delimiter);
  expect(findWindowBrowser(path)).toBeNull();
  expect(findWindowBrowser('')).toBeNull();
  writeFileSync(join(first, 'google-chrome'), '', { mode: 0o755 });
  writeFileSync(join(second, 'chromium'), '', { mode: 0o644 });
  expect(findWindowBrowser(path)).toBe(join(first, 'google-chrome'));
  chmodSync(join(second, 'chromium'), 0o755);
  expect(findWindowBrowser(path)).toBe(join(second, 'chromium'));
});
