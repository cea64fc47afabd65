/** A self-signed X.509 certificate (RFC 5280), written out in DER: Node makes keys, not certificates. */
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const long = [24, 16, 8, 0].map((shift) => (body.length >>> shift) & 0xff);
  const bytes = long.slice(long.findIndex((byte) => byte !== 0));
  const length = body.length < 0x80 ? [body.length] : [0x80 | bytes.length, ...bytes];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
};
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
/** 1.2.840.113549.1.1.11, without parameters' value. */
const SHA256_WITH_RSA = sequence(der(0x06, Buffer.from('2a864886f70d01010b', 'hex')), der(0x05));
/** 2.5.4.3 */
const name = (text: string) =>
  sequence(der(0x31, sequence(der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from(text)))));
const utcTime = (ms: number) =>
  der(0x17, Buffer.from(`${new Date(ms).toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`));
const generalizedTime = (ms: number) =>
  der(0x18, Buffer.from(`${new Date(ms).toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`));

export interface TestCertificate {
  pem: string;
  privateKey: KeyObject;
}

/** Good from `beginsMs` to `endsMs`. */
export function createCertificate(commonName: string, beginsMs: number, endsMs: number): TestCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const time = (ms: number) => (new Date(ms).getUTCFullYear() < 2050 ? utcTime(ms) : generalizedTime(ms));
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    SHA256_WITH_RSA,
    name(commonName),
    sequence(time(beginsMs), time(endsMs)),
    name(commonName),
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = sign('sha256', signed, privateKey);
  const whole = sequence(signed, SHA256_WITH_RSA, der(0x03, Buffer.from([0]), signature));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  const pem = ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
  return { pem, privateKey };
}
