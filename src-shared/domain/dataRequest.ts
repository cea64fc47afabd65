/** Requests about one's own data: document 3, sections 2.11, 5 and 9. */

export const DATA_REQUEST_TYPES = ['access', 'rectification', 'erasure', 'portability'] as const;
export type DataRequestType = (typeof DATA_REQUEST_TYPES)[number];

export const DATA_REQUEST_DAYS = 30;
export const DATA_OFFICER_HOURS = 72;
/** Between asking for it and the deletion of an account; the procedure `request_account_deletion` counts the same. */
export const ACCOUNT_DELETION_WAIT_DAYS = 14;

export const MAX_DATA_REQUEST_EMAIL_LENGTH = 254;
/** With what is put before it, it fits the column that feedback is kept in (10,000 characters). */
export const MAX_DATA_REQUEST_DETAILS_LENGTH = 9000;

/** Where nothing better is known. */
export const DATA_REQUEST_FAILED = 'The request was not sent. Try again, or write to us.';

/** Type and details as one message, as it is kept. */
export function dataRequestMessage(type: DataRequestType, details: string): string {
  return `Request: ${type}\n\n${details === '' ? 'No details were given.' : details}`;
}

/** The parts of a message that `dataRequestMessage` made; null where it made none. */
export function readDataRequestMessage(text: string): { type: DataRequestType; details: string } | null {
  const [, asked, details = ''] = /^Request: (\w+)\n\n([^]*)$/.exec(text) ?? [];
  const type = DATA_REQUEST_TYPES.find((known) => known === asked);
  return type ? { type, details } : null;
}

/** The type that an address like `/gdpr?type=erasure` asks for; null where it asks for none. */
export function dataRequestTypeOf(query: string | null): DataRequestType | null {
  return DATA_REQUEST_TYPES.find((type) => type === query) ?? null;
}
