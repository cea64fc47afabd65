/** Reads what is needed of an X.509 certificate (RFC 5280): its public key and its time. WebCrypto takes keys, not certificates. */

interface Element {
  tag: number;
  /** With tag and length. */
  whole: Uint8Array<ArrayBuffer>;
  content: Uint8Array<ArrayBuffer>;
}

export interface Certificate {
  /** SubjectPublicKeyInfo in DER. */
  publicKey: Uint8Array<ArrayBuffer>;
  beginsMs: number;
  endsMs: number;
}

const SEQUENCE = 0x30;
const UTC_TIME = 0x17;
const GENERALIZED_TIME = 0x18;
const VERSION = 0xa0;

/** The first certificate of a PEM file; null where it is none. */
export function readCertificate(pem: string): Certificate | null {
  const body = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/.exec(pem)?.[1];
  if (body === undefined) return null;
  try {
    const der = Uint8Array.from(atob(body.replaceAll(/\s/g, '')), (letter) => letter.charCodeAt(0));
    return readDer(der);
  } catch (error) {
    // Bytes that are no certificate: the caller says what that means.
    if (error instanceof RangeError || error instanceof DOMException) return null;
    throw error;
  }
}

function readDer(der: Uint8Array<ArrayBuffer>): Certificate {
  const [certificate] = elements(der);
  const [signed] = elements(content(certificate, SEQUENCE));
  const fields = elements(content(signed, SEQUENCE));
  // [0] version, serial number, signature, issuer, validity, subject, public key.
  const first = fields[0]?.tag === VERSION ? 1 : 0;
  const [begins, ends] = elements(content(fields[first + 3], SEQUENCE));
  const key = fields[first + 5];
  content(key, SEQUENCE);
  return { publicKey: key?.whole ?? new Uint8Array(), beginsMs: timeMs(begins), endsMs: timeMs(ends) };
}

function content(element: Element | undefined, tag: number): Uint8Array<ArrayBuffer> {
  if (element?.tag !== tag) throw new RangeError('not a certificate');
  return element.content;
}

function elements(bytes: Uint8Array<ArrayBuffer>): Element[] {
  const found: Element[] = [];
  let at = 0;
  while (at < bytes.length) {
    const start = at;
    const tag = bytes[at] ?? 0;
    let length = bytes[at + 1] ?? Number.NaN;
    at += 2;
    if (length >= 0x80) {
      const count = length & 0x7f;
      if (count === 0 || count > 3) throw new RangeError('not a certificate');
      length = 0;
      for (const end = at + count; at < end; at += 1) length = length * 256 + (bytes[at] ?? Number.NaN);
    }
    if (!(at + length <= bytes.length)) throw new RangeError('not a certificate');
    found.push({ tag, whole: bytes.slice(start, at + length), content: bytes.slice(at, at + length) });
    at += length;
  }
  return found;
}

/** `YYMMDDHHMMSSZ` up to 2049, `YYYYMMDDHHMMSSZ` from 2050 on. */
function timeMs(element: Element | undefined): number {
  const text = new TextDecoder().decode(element?.content);
  const full = element?.tag === UTC_TIME ? `${Number(text.slice(0, 2)) < 50 ? '20' : '19'}${text}` : text;
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(full);
  if (!parts || (element?.tag !== UTC_TIME && element?.tag !== GENERALIZED_TIME))
    throw new RangeError('not a certificate');
  const [, year, month, day, hour, minute, second] = parts.map(Number);
  return Date.UTC(year ?? 0, (month ?? 0) - 1, day, hour, minute, second);
}
