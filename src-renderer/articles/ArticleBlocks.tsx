import { Link } from 'react-router-dom';
import { plainText, type Block, type Inline } from './article.ts';
import { Marked } from './Marked.tsx';

interface Shown {
  /** What is marked. */
  words: readonly string[];
  /** Where a link to another article leads. */
  addressOf: (articleId: string) => string;
  /** What a table is, for screen readers; its columns follow. */
  tableLabel: string;
  /** Of the article's own headings: one below its title. */
  headingLevel: 2 | 3;
}

/**
 * The blocks of an article, in the app's size or in the one that `--article-size` gives. They never change, so that
 * their places are their keys.
 */
export function ArticleBlocks({ blocks, ...shown }: { blocks: readonly Block[] } & Shown) {
  return blocks.map((block, index) => <ArticleBlock key={index} block={block} shown={shown} />);
}

function ArticleBlock({ block, shown }: { block: Block; shown: Shown }) {
  switch (block.kind) {
    case 'heading': {
      const Heading = `h${shown.headingLevel}` as const;
      return (
        <Heading
          id={block.id}
          className="mt-3 scroll-mt-20 text-[length:var(--article-heading,0.9375rem)] font-semibold text-t1 print:break-after-avoid"
        >
          <Inlines inlines={block.children} shown={shown} />
        </Heading>
      );
    }
    case 'paragraph':
      return (
        <p className="text-[length:var(--article-size,0.875rem)] leading-relaxed text-t1">
          <Inlines inlines={block.children} shown={shown} />
        </p>
      );
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul';
      return (
        <List
          className={`grid gap-2 pl-5 text-[length:var(--article-size,0.875rem)] leading-relaxed text-t1 marker:text-t3 ${block.isOrdered ? 'list-decimal' : 'list-disc'}`}
        >
          {block.items.map((item, index) => (
            <li key={index}>
              <Inlines inlines={item} shown={shown} />
            </li>
          ))}
        </List>
      );
    }
    case 'code':
      return (
        <pre
          tabIndex={0}
          className="overflow-x-auto rounded-lg border border-line bg-inset px-4 py-3 font-mono text-xs leading-relaxed text-t1 print:whitespace-pre-wrap"
        >
          <Marked text={block.text} words={shown.words} />
        </pre>
      );
    case 'table':
      return <ArticleTable {...block} shown={shown} />;
  }
}

function ArticleTable({ head, rows, shown }: Extract<Block, { kind: 'table' }> & { shown: Shown }) {
  return (
    <div
      role="region"
      aria-label={`${shown.tableLabel}: ${head.map(plainText).join(', ')}`}
      tabIndex={0}
      className="overflow-x-auto rounded-lg border border-line"
    >
      <table className="w-full text-left text-[length:var(--article-size,0.875rem)]">
        <thead className="bg-inset text-xs text-t2">
          <tr>
            {head.map((cell, index) => (
              <th key={index} scope="col" className="px-3 py-2 font-medium">
                <Inlines inlines={cell} shown={shown} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index} className="border-t border-line align-top">
              {row.map((cell, column) => (
                <td
                  key={column}
                  className={`px-3 py-2 leading-relaxed ${column === 0 ? 'text-t1' : 'text-t2'}`}
                >
                  <Inlines inlines={cell} shown={shown} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Inlines({ inlines, shown }: { inlines: readonly Inline[]; shown: Shown }) {
  return inlines.map((inline, index) => <InlineText key={index} inline={inline} shown={shown} />);
}

function InlineText({ inline, shown }: { inline: Inline; shown: Shown }) {
  switch (inline.kind) {
    case 'text':
      return <Marked text={inline.text} words={shown.words} />;
    case 'code':
      return (
        <code className="rounded bg-raise px-1 py-px font-mono text-[0.85em] break-words">
          <Marked text={inline.text} words={shown.words} />
        </code>
      );
    case 'strong':
      return (
        <strong className="font-semibold">
          <Inlines inlines={inline.children} shown={shown} />
        </strong>
      );
    case 'emphasis':
      return (
        <em>
          <Inlines inlines={inline.children} shown={shown} />
        </em>
      );
    case 'link':
      return (
        <Link
          to={shown.addressOf(inline.articleId)}
          className="font-medium text-accent underline underline-offset-3"
        >
          <Inlines inlines={inline.children} shown={shown} />
        </Link>
      );
  }
}
