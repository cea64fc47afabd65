import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { writeAddress } from './address.ts';
import type { Block, Inline } from './articles/article.ts';
import { Marked } from './Marked.tsx';

interface Words {
  /** What is marked. */
  words: readonly string[];
}

/** The blocks of an article. They never change, so that their places are their keys. */
export function ArticleBlocks({ blocks, words }: { blocks: readonly Block[] } & Words) {
  return blocks.map((block, index) => <ArticleBlock key={index} block={block} words={words} />);
}

function ArticleBlock({ block, words }: { block: Block } & Words) {
  switch (block.kind) {
    case 'heading':
      return (
        <h3 id={block.id} className="mt-3 text-[0.9375rem] font-semibold text-t1 print:break-after-avoid">
          <Inlines inlines={block.children} words={words} />
        </h3>
      );
    case 'paragraph':
      return (
        <p className="text-sm leading-relaxed text-t1">
          <Inlines inlines={block.children} words={words} />
        </p>
      );
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul';
      return (
        <List
          className={`grid gap-2 pl-5 text-sm leading-relaxed text-t1 marker:text-t3 ${block.isOrdered ? 'list-decimal' : 'list-disc'}`}
        >
          {block.items.map((item, index) => (
            <li key={index}>
              <Inlines inlines={item} words={words} />
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
          <Marked text={block.text} words={words} />
        </pre>
      );
    case 'table':
      return <ArticleTable {...block} words={words} />;
  }
}

function ArticleTable({ head, rows, words }: Extract<Block, { kind: 'table' }> & Words) {
  const { t } = useTranslation('help');
  return (
    <div
      role="region"
      aria-label={t('article.table')}
      tabIndex={0}
      className="overflow-x-auto rounded-lg border border-line"
    >
      <table className="w-full text-left text-sm">
        <thead className="bg-inset text-xs text-t2">
          <tr>
            {head.map((cell, index) => (
              <th key={index} scope="col" className="px-3 py-2 font-medium">
                <Inlines inlines={cell} words={words} />
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
                  <Inlines inlines={cell} words={words} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Inlines({ inlines, words }: { inlines: readonly Inline[] } & Words) {
  return inlines.map((inline, index) => <InlineText key={index} inline={inline} words={words} />);
}

function InlineText({ inline, words }: { inline: Inline } & Words) {
  switch (inline.kind) {
    case 'text':
      return <Marked text={inline.text} words={words} />;
    case 'code':
      return (
        <code className="rounded bg-raise px-1 py-px font-mono text-[0.85em] break-words">
          <Marked text={inline.text} words={words} />
        </code>
      );
    case 'strong':
      return (
        <strong className="font-semibold">
          <Inlines inlines={inline.children} words={words} />
        </strong>
      );
    case 'emphasis':
      return (
        <em>
          <Inlines inlines={inline.children} words={words} />
        </em>
      );
    case 'link':
      return (
        <Link
          to={writeAddress({ articleId: inline.articleId })}
          className="font-medium text-accent underline underline-offset-3"
        >
          <Inlines inlines={inline.children} words={words} />
        </Link>
      );
  }
}
