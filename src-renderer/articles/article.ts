/** A help article as the build makes it of its Markdown: no parser and no HTML reach the page. */

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'strong' | 'emphasis'; children: Inline[] }
  /** To another article, by its id. */
  | { kind: 'link'; articleId: string; children: Inline[] };

export type Block =
  | { kind: 'heading'; id: string; children: Inline[] }
  | { kind: 'paragraph'; children: Inline[] }
  | { kind: 'list'; isOrdered: boolean; items: Inline[][] }
  | { kind: 'code'; text: string }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] };

/** What a link to an article needs. */
export interface ArticleCard {
  /** The file's name, without its ending. */
  id: string;
  title: string;
  /** The first paragraph. */
  summary: string;
}

export interface Article extends ArticleCard {
  /** What follows the summary. */
  blocks: Block[];
}

/** What a reader reads of it. */
export function plainText(children: readonly Inline[]): string {
  return children.map((inline) => ('text' in inline ? inline.text : plainText(inline.children))).join('');
}
