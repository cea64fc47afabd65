import type { ChatChange } from '../../../src-shared/contract/broadcastAccounts.ts';
import { MOST_CHAT_ENTRIES, type ChatEntry } from '../../../src-shared/domain/broadcast/accounts.ts';
import type { ChatFact } from './driver.ts';

const MOST_TEXT_CHARS = 2000;
const keyOf = ({ platform, id }: Pick<ChatEntry, 'platform' | 'id'>) => `${platform} ${id}`;

/** The last messages of all chats in one list; `onChanged` hears each change. */
export class ChatLog {
  readonly #onChanged: (change: ChatChange) => void;
  #entries = new Map<string, ChatFact>();

  constructor(onChanged: (change: ChatChange) => void) {
    this.#onChanged = onChanged;
  }

  get entries(): ChatEntry[] {
    return [...this.#entries.values()].map(toEntry);
  }

  find(which: Pick<ChatEntry, 'platform' | 'id'>): ChatFact | undefined {
    return this.#entries.get(keyOf(which));
  }

  add(facts: readonly ChatFact[]): void {
    const added = facts.filter((fact) => !this.#entries.has(keyOf(fact)));
    if (added.length === 0) return;
    for (const fact of added) this.#entries.set(keyOf(fact), fact);
    for (const [key] of [...this.#entries].slice(0, -MOST_CHAT_ENTRIES)) this.#entries.delete(key);
    this.#onChanged({ added: added.map(toEntry), removed: [] });
  }

  remove(isRemoved: (entry: ChatFact) => boolean): void {
    const gone = [...this.#entries.values()].filter(isRemoved);
    if (gone.length === 0) return;
    for (const fact of gone) this.#entries.delete(keyOf(fact));
    this.#onChanged({ added: [], removed: gone.map(({ platform, id }) => ({ platform, id })) });
  }
}

const toEntry = ({ id, platform, author, text, atMs, isOwn }: ChatFact): ChatEntry => ({
  id,
  platform,
  author,
  atMs,
  isOwn,
  text: text.slice(0, MOST_TEXT_CHARS),
});
