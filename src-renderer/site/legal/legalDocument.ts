/** A legal text as data: what the page draws, what a search reads, what a translator translates. */
export interface LegalDocument {
  title: string;
  /** Of the tab and for search engines. */
  description: string;
  /** ISO day of the last change. */
  updated: string;
  lead: string;
  sections: readonly LegalSection[];
}

export interface LegalSection {
  /** Also the anchor. */
  id: string;
  title: string;
  paragraphs: readonly string[];
  list?: readonly string[];
  table?: { head: readonly string[]; rows: readonly (readonly string[])[] };
}

/** The documents that there are. */
export type LegalDocumentId = 'privacy' | 'terms' | 'cookies';

/** All of them in one language. */
export type LegalDocuments = Record<LegalDocumentId, LegalDocument>;
