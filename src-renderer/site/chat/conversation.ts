import type { Answer } from './answers.ts';

/** Document 3, section 9: a reply comes after one to three seconds. */
const LEAST_DELAY_MS = 1000;
const MOST_DELAY_MS = 3000;
/** A longer answer takes longer, as if it were written. */
const DELAY_MS_PER_CHARACTER = 3;

export const MAX_QUESTION_LENGTH = 1000;

export interface ChatMessage {
  id: number;
  type: 'bot' | 'user';
  content: string;
  timestampMs: number;
  links: Answer['links'];
  offersPerson: boolean;
}

interface ConversationState {
  view: 'closed' | 'open' | 'minimised';
  messages: readonly ChatMessage[];
  isThinking: boolean;
}

const AT_FIRST: ConversationState = { view: 'closed', messages: [], isThinking: false };

export function replyDelayMs(text: string): number {
  return Math.min(MOST_DELAY_MS, LEAST_DELAY_MS + DELAY_MS_PER_CHARACTER * text.length);
}

/** A conversation in memory: it outlives a change of the page, and nothing of it outlives the tab. */
export function createConversation(nowMs: () => number = Date.now) {
  let state = AT_FIRST;
  let nextId = 1;
  let reply: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  const change = (next: Partial<ConversationState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  const add = (type: ChatMessage['type'], { text, links, offersPerson }: Answer): ChatMessage[] => [
    ...state.messages,
    { id: nextId++, type, content: text, timestampMs: nowMs(), links, offersPerson },
  ];

  return {
    read: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    show: (view: 'open' | 'minimised') => change({ view }),
    /** Ends it: nothing of it is kept. */
    forget() {
      clearTimeout(reply);
      change(AT_FIRST);
    },
    /** Asks, and answers when the time of a reply is over. False where there is nothing to ask, or one thing is being asked. */
    ask(question: string, answer: (question: string) => Answer): boolean {
      const text = question.trim();
      if (text === '' || text.length > MAX_QUESTION_LENGTH || state.isThinking) return false;
      change({ messages: add('user', { text, links: [], offersPerson: false }), isThinking: true });
      const answered = answer(text);
      reply = setTimeout(
        () => change({ messages: add('bot', answered), isThinking: false }),
        replyDelayMs(answered.text),
      );
      return true;
    },
  };
}

/** The one of this tab. */
export const conversation = createConversation();
