/** What the documents of a take are called in its folder, on a disk and in a browser. */
export const DOCUMENT_NAME = 'take.json';
export const VIDEO_DOCUMENT_NAME = 'pictures.json';
export const JOURNAL_NAME = 'take.journal.jsonl';
export const CERTIFICATE_NAME = 'certificate.json';
