import { describe, expect, it } from 'vitest';
import { Amf0Error, decodeAmf0, encodeAmf0, EcmaArray, type Amf0Value } from './amf0.ts';

describe('AMF0', () => {
  it('writes a command as servers read it', () => {
    const bytes = encodeAmf0(['connect', 1, { app: 'live' }]);
    expect(bytes.toString('hex')).toBe(
      '020007636f6e6e656374' + '003ff0000000000000' + '03' + '0003617070' + '0200046c697665' + '000009',
    );
  });

  it.each<[string, Amf0Value[]]>([
    ['numbers', [0, -1.5, 1e300]],
    ['truth', [true, false]],
    ['texts', ['', 'é€', 'x'.repeat(70_000)]],
    ['nothing', [null, undefined]],
    ['lists', [[1, 'a', [null]]]],
    ['objects', [{ a: 1, b: { c: 'd' } }]],
  ])('reads back %s', (_, values) => {
    expect(decodeAmf0(encodeAmf0(values))).toEqual(values);
  });

  it('reads an ECMA array as an object, whatever count it names', () => {
    const bytes = encodeAmf0([new EcmaArray({ width: 1280 })]);
    bytes.writeUInt32BE(99, 1);
    expect(decodeAmf0(bytes)).toEqual([{ width: 1280 }]);
  });

  it.each([
    ['a cut number', '003ff0'],
    ['a cut text', '0200056162'],
    ['an object without its end', '03000161'],
    ['an unknown type', '10'],
    ['a list that is longer than the message', '0affffffff05'],
  ])('refuses %s', (_, hex) => {
    expect(() => decodeAmf0(Buffer.from(hex, 'hex'))).toThrow(Amf0Error);
  });

  it('refuses what nests without end', () => {
    expect(() => decodeAmf0(Buffer.from('0a00000001'.repeat(40), 'hex'))).toThrow(/nest/);
  });

  it('takes no name for a prototype', () => {
    const [value] = decodeAmf0(encodeAmf0([JSON.parse('{"__proto__": {"a": 1}}') as Amf0Value]));
    expect(Object.keys(value as object)).toEqual(['__proto__']);
    expect(({} as { a?: number }).a).toBeUndefined();
  });
});
