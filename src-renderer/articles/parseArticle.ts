/**
 * Runs in the build alone (`vite.config.ts`). Prettier’s parser reads the articles: what it gives is
 * an mdast tree (github.com/syntax-tree/mdast). An article that holds what the help cannot show fails the build.
 */
import type { ParserOptions } from 'prettier';
import { parsers } from 'prettier/plugins/markdown';
import { z } from 'zod';
import { plainText, type Article, type Block, type Inline } from './article.ts';

interface Node {
  type: string;
  value?: string | undefined;
  url?: string | undefined;
  depth?: number | undefined;
  ordered?: boolean | null | undefined;
  children?: Node[] | undefined;
}

const nodeSchema: z.ZodType<Node> = z.lazy(() =>
  z.object({
    type: z.string(),
    value: z.string().optional(),
    url: z.string().optional(),
    depth: z.number().optional(),
    ordered: z.boolean().nullish(),
    children: z.array(nodeSchema).optional(),
  }),
);

/** Throws, naming the article, where it holds what cannot be shown. */
export async function parseArticle(id: string, markdown: string): Promise<Article> {
  const root = nodeSchema.parse(await parsers.markdown.parse(markdown, {} as ParserOptions));
  const [title, summary, ...rest] = root.children ?? [];
  if (title?.type !== 'heading' || title.depth !== 1 || summary?.type !== 'paragraph')
    throw new Error(`docs/help/${id}.md must begin with a title (#) and one paragraph that sums it up.`);
  try {
    return {
      id,
      title: plainText(inlinesOf(title)),
      summary: plainText(inlinesOf(summary)),
      blocks: rest.map(blockOf),
    };
  } catch (error) {
    throw new Error(`docs/help/${id}.md cannot be shown`, { cause: error });
  }
}

function blockOf(node: Node): Block {
  const children = node.children ?? [];
  switch (node.type) {
    case 'heading': {
      const content = inlinesOf(node);
      if (node.depth !== 2) throw new Error(`a heading of level ${node.depth}: articles have level 2 alone`);
      return { kind: 'heading', id: anchorOf(plainText(content)), children: content };
    }
    case 'paragraph':
      return { kind: 'paragraph', children: inlinesOf(node) };
    case 'list':
      return { kind: 'list', isOrdered: node.ordered === true, items: children.map(itemOf) };
    case 'code':
      return { kind: 'code', text: node.value ?? '' };
    case 'table': {
      const [head, ...rows] = children.map((row) => (row.children ?? []).map(inlinesOf));
      return { kind: 'table', head: head ?? [], rows };
    }
    default:
      throw new Error(`a block of the kind ${node.type}`);
  }
}

function itemOf(item: Node): Inline[] {
  const [content, ...more] = item.children ?? [];
  if (content?.type !== 'paragraph' || more.length > 0)
    throw new Error('a list item of more than one paragraph');
  return inlinesOf(content);
}

function inlinesOf(node: Node): Inline[] {
  return (node.children ?? []).map((child): Inline => {
    switch (child.type) {
      case 'text':
        return { kind: 'text', text: (child.value ?? '').replaceAll('\n', ' ') };
      case 'inlineCode':
        return { kind: 'code', text: child.value ?? '' };
      case 'strong':
      case 'emphasis':
        return { kind: child.type, children: inlinesOf(child) };
      case 'link': {
        const articleId = /^([a-z0-9-]+)\.md$/.exec(child.url ?? '')?.[1];
        if (!articleId) throw new Error(`a link to ${child.url}: articles link to articles alone`);
        return { kind: 'link', articleId, children: inlinesOf(child) };
      }
      default:
        throw new Error(`text of the kind ${child.type}`);
    }
  });
}

function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
