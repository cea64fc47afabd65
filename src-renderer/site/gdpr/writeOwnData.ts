import { untilAborted } from '../../lib/untilAborted.ts';

/** What there is one of, or none, and the names of the lists. */
export interface OwnFacts {
  facts: Record<string, unknown>;
  lists: readonly string[];
}

export interface OwnPage {
  rows: readonly unknown[];
  /** Where the page after this one begins; null: there is none. */
  next: { at: string; id: string } | null;
}

export interface OwnDataSource {
  readFacts: () => Promise<OwnFacts>;
  readList: (list: string, after: OwnPage['next']) => Promise<OwnPage>;
}

interface Part {
  text: string;
  /** Rows up to here. */
  rows: number;
}

/**
 * One's own data as JSON, in parts of a page each: nothing more is held. One object with the facts, and an array for each list
 * with a row a line. Ends with the signal's reason where it was given up.
 */
export async function* writeOwnData(source: OwnDataSource, signal: AbortSignal): AsyncGenerator<Part> {
  const { facts, lists } = await untilAborted(source.readFacts(), signal);
  const entries = Object.entries(facts).map(([name, value]) => `${keyOf(name)}${JSON.stringify(value)}`);
  yield { text: `{\n${entries.join(',\n')}`, rows: 0 };
  let rows = 0;
  for (const list of lists) {
    let after: OwnPage['next'] = null;
    let isFirst = true;
    yield { text: `,\n${keyOf(list)}[`, rows };
    do {
      signal.throwIfAborted();
      const page: OwnPage = await untilAborted(source.readList(list, after), signal);
      const lines = page.rows.map((row) => `\n    ${JSON.stringify(row)}`).join(',');
      rows += page.rows.length;
      yield { text: isFirst || lines === '' ? lines : `,${lines}`, rows };
      isFirst &&= lines === '';
      after = page.next;
    } while (after !== null);
    yield { text: isFirst ? ']' : '\n  ]', rows };
  }
  yield { text: '\n}\n', rows };
}

const keyOf = (name: string) => `  ${JSON.stringify(name)}: `;
