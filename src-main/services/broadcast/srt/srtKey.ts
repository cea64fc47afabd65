/** SRT allows so many (srt_setsockopt: SRTO_PASSPHRASE). */
const PASSPHRASE = /^.{10,79}$/;

export interface SrtSecrets {
  streamId: string | null;
  passphrase: string | null;
}

/** What a stream key means for SRT: a stream ID, or `streamid=…&passphrase=…`, either alone or both. null: a passphrase that SRT does not take. */
export function readSrtKey(key: string): SrtSecrets | null {
  if (!/^(streamid|passphrase)=/.test(key)) return { streamId: key, passphrase: null };
  // A stream ID may hold "=" and "&" of its own: `streamid=#!::r=hall,m=publish`.
  const part = (name: string) =>
    new RegExp(`(?:^|&)${name}=(.*?)(?=&(?:streamid|passphrase)=|$)`).exec(key)?.[1] || null;
  const secrets = { streamId: part('streamid'), passphrase: part('passphrase') };
  return secrets.passphrase === null || PASSPHRASE.test(secrets.passphrase) ? secrets : null;
}

/** As FFmpeg reads options from a file: a name and a value on each line. */
export const srtOptions = ({ streamId, passphrase }: SrtSecrets): string =>
  [
    ...(streamId === null ? [] : [`streamid=${streamId}`]),
    ...(passphrase === null ? [] : [`passphrase=${passphrase}`]),
  ]
    .map((line) => `${line}\n`)
    .join('');
