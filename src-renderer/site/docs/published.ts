import { useState } from 'react';
import type { PublishedArticle } from '../../features/content/index.ts';
import type { Findable } from '../../articles/search.ts';

/** What the part of a page that asks the server gives it: all articles of admins, once they were read. */
export type OnPublished = (articles: readonly PublishedArticle[]) => void;

/** What the page of one such article gives to the part that shows it. */
export interface PublishedPlace {
  id: string;
  /** What is marked. */
  words: readonly string[];
  onPublished: OnPublished;
}

/** null until they were read, and where there is no server. */
export function usePublished(): [readonly PublishedArticle[] | null, OnPublished] {
  return useState<readonly PublishedArticle[] | null>(null);
}

/** Such an article as it is searched. */
export function findableOfPublished({ id, title, summary, sections }: PublishedArticle): Findable {
  return {
    id,
    kind: 'article',
    title,
    headings: [summary, ...sections.map(({ heading }) => heading)],
    text: [summary, ...sections.flatMap(({ text, items, link }) => [text, ...items, link?.label ?? ''])].join(
      ' ',
    ),
  };
}
