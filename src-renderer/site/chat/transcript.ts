import { MAX_CONTACT_MESSAGE_LENGTH } from '../../../src-shared/domain/contact.ts';
import type { ChatMessage } from './conversation.ts';

interface TranscriptTexts {
  head: string;
  heading: string;
  you: string;
  assistant: string;
}

/** A conversation as a message for the contact form; of a long one its end. */
export function transcriptOf(messages: readonly ChatMessage[], texts: TranscriptTexts): string {
  const start = `${texts.head}\n\n\n${texts.heading}\n`;
  const reported = messages
    .map(({ type, content }) => `${type === 'user' ? texts.you : texts.assistant}: ${content}`)
    .join('\n\n');
  return start + reported.slice(-(MAX_CONTACT_MESSAGE_LENGTH - start.length));
}
