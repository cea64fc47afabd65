/** Addresses and headers that leave the program: what ends a line, or a text, has no place in them. */

/** Ends of lines, NUL and their kind, also those that only some programs take for the end of a line. */
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/;
/** Other fields of a mailto link can name a file to attach. */
const MAILTO_FIELDS: readonly string[] = ['subject', 'body', 'cc', 'bcc'];

export const hasControls = (text: string): boolean => CONTROLS.test(text);

/** A text as a header takes it: on one line. */
export const oneLineOf = (text: string): string => text.replaceAll(new RegExp(CONTROLS, 'g'), ' ').trim();

/**
 * Whether a link writes to a mailbox and to nobody else: each part is decoded as a mail program does it, and none
 * holds the end of a line, behind which a header of its own could stand. A body alone has lines.
 */
export function isPlainMailto(link: string): boolean {
  const [, recipients = '', query = ''] = /^mailto:([^?#]*)(?:\?([^#]*))?$/i.exec(link) ?? [];
  const to = decoded(recipients);
  if (to === null || !to.includes('@') || hasControls(to)) return false;
  if (query === '') return true;
  return query.split('&').every((field) => {
    const [name = '', ...parts] = field.split('=');
    const value = decoded(parts.join('='));
    const key = decoded(name)?.toLowerCase() ?? '';
    if (value === null || !MAILTO_FIELDS.includes(key)) return false;
    return !hasControls(key === 'body' ? value.replaceAll(/\r?\n|\t/g, '') : value);
  });
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    // Half an escape: no two programs read it alike.
    return null;
  }
}
