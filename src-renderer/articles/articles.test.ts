import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Inline } from './article.ts';
import { parseArticle } from './parseArticle.ts';
import { findableOf, marksIn, search, wordsOf } from './search.ts';
import { inContentsOrder, CONTENTS } from './contents.ts';

const FOLDER = new URL('../../docs/help/', import.meta.url);
const ids = readdirSync(FOLDER).map((name) => name.replace(/\.md$/, ''));
const articles = await Promise.all(
  ids.map((id) => parseArticle(id, readFileSync(new URL(`${id}.md`, FOLDER), 'utf8'))),
);
const parse = (markdown: string) => parseArticle('test', `# Title\n\nSum.\n\n${markdown}`);

describe('the articles', () => {
  it('stand in the User Guide, each once', () => {
    expect(CONTENTS.flatMap((group) => group.ids as readonly string[]).toSorted()).toEqual(ids.toSorted());
    expect(inContentsOrder(articles)[0]?.id).toBe('first-sound');
  });

  it('link to articles that there are', () => {
    const links = (children: readonly Inline[]): string[] =>
      children.flatMap((inline) => [
        ...(inline.kind === 'link' ? [inline.articleId] : []),
        ...('children' in inline ? links(inline.children) : []),
      ]);
    for (const { id, blocks } of articles) {
      const targets = blocks.flatMap((block) =>
        block.kind === 'list' ? block.items.flatMap(links) : 'children' in block ? links(block.children) : [],
      );
      expect(
        targets.filter((target) => !ids.includes(target)),
        id,
      ).toEqual([]);
    }
  });

  it('have a title, a summary that fits a card, and something to say', () => {
    for (const { id, title, summary, blocks } of articles) {
      expect(title.length, id).toBeLessThan(40);
      expect(summary.length, id).toBeLessThan(170);
      expect(blocks.length, id).toBeGreaterThan(1);
    }
  });
});

describe('Markdown', () => {
  it('becomes blocks', async () => {
    const { title, summary, blocks } = await parse(
      '## Far & wide\n\nA **b _c_** `d`\n[e](f.md).\n\n1. x\n2. y\n\n| k | v |\n| - | - |\n| 1 | 2 |\n\n```sh\nls <b>\n```\n',
    );
    const text = (value: string) => ({ kind: 'text', text: value });
    expect({ title, summary }).toEqual({ title: 'Title', summary: 'Sum.' });
    expect(blocks).toEqual([
      { kind: 'heading', id: 'far-wide', children: [text('Far & wide')] },
      {
        kind: 'paragraph',
        children: [
          text('A '),
          { kind: 'strong', children: [text('b '), { kind: 'emphasis', children: [text('c')] }] },
          text(' '),
          { kind: 'code', text: 'd' },
          text(' '),
          { kind: 'link', articleId: 'f', children: [text('e')] },
          text('.'),
        ],
      },
      { kind: 'list', isOrdered: true, items: [[text('x')], [text('y')]] },
      { kind: 'table', head: [[text('k')], [text('v')]], rows: [[[text('1')], [text('2')]]] },
      { kind: 'code', text: 'ls <b>' },
    ]);
  });

  it.each([
    ['HTML', '<script>alert(1)</script>'],
    ['HTML in a line', 'a <img src=x onerror=alert(1)> b'],
    ['an image', '![x](https://example.org/x.png)'],
    ['an address elsewhere', '[x](https://example.org)'],
    ['a script for an address', '[x](javascript:alert(1))'],
    ['a heading of another level', '### Deep'],
    ['a list in a list', '- a\n  - b'],
  ])('with %s is refused by name', async (_what, markdown) => {
    await expect(parse(markdown)).rejects.toThrow('docs/help/test.md cannot be shown');
  });

  it('needs a title and a summary', async () => {
    await expect(parseArticle('test', 'Hello')).rejects.toThrow('must begin with a title');
  });
});

describe('the search', () => {
  const items = articles.map(findableOf);
  const foundBy = (query: string) => search(items, query).map(({ item }) => item.id);

  it.each([
    ['latency', 'latency'],
    ['LATENCY p99', 'latency'],
    ['virt mic', 'virtual-microphone'],
    ['vst3', 'plug-ins'],
    ['sha-256', 'takes-and-certificates'],
    ['free tier', 'licence-and-free-tier'],
    ['equaliz', 'equalizer-and-compressor'],
  ])('for “%s” finds %s first', (query, id) => {
    expect(foundBy(query)[0]).toBe(id);
  });

  it('wants every word, and finds nothing for none', () => {
    expect(foundBy('latency zebra')).toEqual([]);
    expect(foundBy('  -- ')).toEqual([]);
  });

  it('does not mind case and accents, and marks what it found', () => {
    expect(wordsOf('Ünmúted, 2×')).toEqual(['unmuted', '2']);
    expect(marksIn('Crème brûlée', wordsOf('BRULEE creme'))).toEqual([
      { from: 0, to: 5 },
      { from: 6, to: 12 },
    ]);
  });

  it('keeps places where a letter would become two', () => {
    expect(marksIn('İstanbul and x', ['x'])).toEqual([{ from: 13, to: 14 }]);
  });

  it('shows the place around the first word', () => {
    const { excerpt } = search(items, 'bluetooth')[0] ?? { excerpt: '' };
    expect(excerpt).toContain('Bluetooth headphones');
    expect(excerpt.length).toBeLessThan(170);
  });
});
