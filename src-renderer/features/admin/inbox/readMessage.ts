import { readContactMessage } from '../../../../src-shared/domain/contact.ts';
import { readDataRequestMessage, type DataRequestType } from '../../../../src-shared/domain/dataRequest.ts';
import type { InboxKind } from '../../../../src-shared/domain/inbox.ts';

/** A message in its parts, as far as its kind has any; what cannot be distinguished is all text. */
export interface ReadMessage {
  name: string;
  subject: string;
  text: string;
  request: DataRequestType | null;
}

export function readMessage(kind: InboxKind, message: string): ReadMessage {
  const plain = { name: '', subject: '', text: message, request: null };
  if (kind === 'contact') {
    const parts = readContactMessage(message);
    return parts ? { ...plain, name: parts.name, subject: parts.subject, text: parts.message } : plain;
  }
  if (kind === 'gdpr') {
    const parts = readDataRequestMessage(message);
    return parts ? { ...plain, request: parts.type, text: parts.details } : plain;
  }
  return plain;
}
