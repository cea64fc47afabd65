/** AMF0, in which RTMP writes its commands (Adobe, "Action Message Format -- AMF 0", 2007). */
export type Amf0Value =
  | number
  | boolean
  | string
  | null
  | undefined
  | readonly Amf0Value[]
  | { readonly [name: string]: Amf0Value };

const TYPE = {
  number: 0x00,
  boolean: 0x01,
  string: 0x02,
  object: 0x03,
  null: 0x05,
  undefined: 0x06,
  ecmaArray: 0x08,
  objectEnd: 0x09,
  strictArray: 0x0a,
  date: 0x0b,
  longString: 0x0c,
  unsupported: 0x0d,
} as const;

/** A server's command nests two levels at most. */
const MAX_DEPTH = 16;
const MAX_SHORT_STRING = 0xffff;

export class Amf0Error extends Error {}

/** An ECMA array: the form in which servers want `onMetaData`. */
export class EcmaArray {
  readonly fields: Readonly<Record<string, Amf0Value>>;
  constructor(fields: Readonly<Record<string, Amf0Value>>) {
    this.fields = fields;
  }
}

export function encodeAmf0(values: readonly (Amf0Value | EcmaArray)[]): Buffer {
  return Buffer.concat(values.map(encodeValue));
}

/** All values of a message, in their order; throws `Amf0Error` where it is cut off or of no known type. */
export function decodeAmf0(bytes: Uint8Array): Amf0Value[] {
  const reader = new Reader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const values: Amf0Value[] = [];
  while (!reader.isAtEnd) values.push(reader.readValue(0));
  return values;
}

function encodeValue(value: Amf0Value | EcmaArray): Buffer {
  if (value === null) return Buffer.of(TYPE.null);
  if (value === undefined) return Buffer.of(TYPE.undefined);
  if (typeof value === 'number') return encodeNumber(value);
  if (typeof value === 'boolean') return Buffer.of(TYPE.boolean, value ? 1 : 0);
  if (typeof value === 'string') return encodeString(value);
  if (value instanceof EcmaArray) {
    const count = Object.keys(value.fields).length;
    return Buffer.concat([Buffer.of(TYPE.ecmaArray), uint32(count), encodeFields(value.fields)]);
  }
  if (Array.isArray(value)) {
    const items = value as readonly Amf0Value[];
    return Buffer.concat([Buffer.of(TYPE.strictArray), uint32(items.length), ...items.map(encodeValue)]);
  }
  return Buffer.concat([Buffer.of(TYPE.object), encodeFields(value as Record<string, Amf0Value>)]);
}

function encodeNumber(value: number): Buffer {
  const bytes = Buffer.alloc(9);
  bytes.writeDoubleBE(value, 1);
  return bytes;
}

function encodeString(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  return bytes.length <= MAX_SHORT_STRING
    ? Buffer.concat([Buffer.of(TYPE.string), uint16(bytes.length), bytes])
    : Buffer.concat([Buffer.of(TYPE.longString), uint32(bytes.length), bytes]);
}

function encodeFields(fields: Readonly<Record<string, Amf0Value>>): Buffer {
  const parts = Object.entries(fields).flatMap(([name, value]) => {
    const bytes = Buffer.from(name, 'utf8');
    return [uint16(bytes.length), bytes, encodeValue(value)];
  });
  return Buffer.concat([...parts, Buffer.of(0, 0, TYPE.objectEnd)]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  readValue(depth: number): Amf0Value {
    if (depth > MAX_DEPTH) throw new Amf0Error(`values nest deeper than ${MAX_DEPTH}`);
    const type = this.#take(1).readUInt8();
    switch (type) {
      case TYPE.number:
        return this.#take(8).readDoubleBE();
      case TYPE.boolean:
        return this.#take(1).readUInt8() !== 0;
      case TYPE.string:
        return this.#readText(this.#take(2).readUInt16BE());
      case TYPE.longString:
        return this.#readText(this.#take(4).readUInt32BE());
      case TYPE.object:
        return this.#readFields(depth);
      case TYPE.ecmaArray:
        this.#take(4);
        return this.#readFields(depth);
      case TYPE.strictArray:
        return this.#readItems(depth);
      case TYPE.date: {
        const atMs = this.#take(8).readDoubleBE();
        this.#take(2);
        return atMs;
      }
      case TYPE.null:
        return null;
      case TYPE.undefined:
      case TYPE.unsupported:
        return undefined;
      default:
        throw new Amf0Error(`type ${type} is not known`);
    }
  }

  #readItems(depth: number): Amf0Value[] {
    const count = this.#take(4).readUInt32BE();
    const items: Amf0Value[] = [];
    for (let index = 0; index < count; index++) items.push(this.readValue(depth + 1));
    return items;
  }

  #readFields(depth: number): Record<string, Amf0Value> {
    // Without a prototype: a server names the fields.
    const fields = Object.create(null) as Record<string, Amf0Value>;
    for (;;) {
      const name = this.#readText(this.#take(2).readUInt16BE());
      if (name === '' && this.#bytes[this.#at] === TYPE.objectEnd) {
        this.#at += 1;
        return fields;
      }
      fields[name] = this.readValue(depth + 1);
    }
  }

  #readText(length: number): string {
    return this.#take(length).toString('utf8');
  }

  #take(length: number): Buffer {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new Amf0Error('a value is cut off');
    const part = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return part;
  }
}
