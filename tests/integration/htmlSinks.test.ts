import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { HTML_SINKS } from '../../scripts/lib/htmlSinks.mjs';

const REFUSED = [
  'element.innerHTML = text;',
  "element['innerHTML'] = text;",
  'element.outerHTML = text;',
  "element.insertAdjacentHTML('beforeend', text);",
  'document.write(text);',
  'window.document.writeln(text);',
  'range.createContextualFragment(text);',
  "new DOMParser().parseFromString(text, 'text/html');",
  'element.setHTMLUnsafe(text);',
  'frame.srcdoc = text;',
  'Object.assign(element, { innerHTML: text });',
  'const view = <p dangerouslySetInnerHTML={{ __html: text }} />;',
  'const view = <iframe srcDoc={text} />;',
  'new Worker(address);',
  "new Worker('/worker.js', { type: 'module' });",
  'new SharedWorker(address);',
];
const TAKEN = [
  'element.textContent = text;',
  'element.append(text);',
  'const view = <p>{text}</p>;',
  "new Worker(trustedScript(address), { type: 'module' });",
];
const FOUND = z.object({ diagnostics: z.array(z.object({ filename: z.string() })) });

/** Numbers of the pieces of code that lint refuses. */
function refusals(code: readonly string[]): Set<number> {
  const dir = mkdtempSync(join(tmpdir(), 'sounddesk-sinks-'));
  const plugin = createRequire(import.meta.url).resolve('oxlint-plugin-eslint');
  const config = {
    jsPlugins: [{ name: 'eslint-js', specifier: plugin }],
    categories: { correctness: 'off' },
    rules: { 'eslint-js/no-restricted-syntax': ['error', ...HTML_SINKS] },
  };
  writeFileSync(join(dir, '.oxlintrc.json'), JSON.stringify(config));
  for (const [index, text] of code.entries()) writeFileSync(join(dir, `${index}.jsx`), text);
  const oxlint = resolve('node_modules/oxlint/bin/oxlint');
  const { stdout } = spawnSync(process.execPath, [oxlint, '-c', '.oxlintrc.json', '-f', 'json', '.'], {
    cwd: dir,
    encoding: 'utf8',
  });
  rmSync(dir, { recursive: true });
  const { diagnostics } = FOUND.parse(JSON.parse(stdout));
  return new Set(diagnostics.map(({ filename }) => Number.parseInt(basename(filename), 10)));
}

describe('lint of what turns text into a page', () => {
  let refused = new Set<number>();
  beforeAll(() => {
    refused = refusals([...REFUSED, ...TAKEN]);
  });

  it.each([...REFUSED.entries()])('refuses %i: %s', (index) => {
    expect(refused).toContain(index);
  });

  it.each([...TAKEN.entries()])('takes %i: %s', (index) => {
    expect(refused).not.toContain(REFUSED.length + index);
  });
});
