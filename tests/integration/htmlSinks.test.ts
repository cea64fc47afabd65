import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import { HTML_SINKS } from '../../scripts/lib/htmlSinks.mjs';

function refusalsOf(code: string): number {
  return new Linter({ configType: 'flat' }).verify(
    code,
    [
      {
        files: ['**/*.jsx'],
        languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } },
        rules: { 'no-restricted-syntax': ['error', ...HTML_SINKS] },
      },
    ],
    'page.jsx',
  ).length;
}

describe('lint of what turns text into a page', () => {
  it.each([
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
  ])('refuses %s', (code) => {
    expect(refusalsOf(code)).toBeGreaterThan(0);
  });

  it.each([
    'element.textContent = text;',
    'element.append(text);',
    'const view = <p>{text}</p>;',
    "new Worker(trustedScript(address), { type: 'module' });",
  ])('takes %s', (code) => {
    expect(refusalsOf(code)).toBe(0);
  });
});
