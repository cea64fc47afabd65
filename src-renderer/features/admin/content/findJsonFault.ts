/** Where a text stops being JSON, and what is expected there. Each engine reports it in its own way, and often not at all. */
export interface JsonFault {
  line: number;
  column: number;
  missing: 'value' | 'key' | 'colon' | 'commaOrEnd' | 'end' | 'quotes' | 'shallowness';
}

const SPACE = /[ \t\n\r]*/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const PLAIN = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;

/** Deeper ones are no content, and neither every browser nor the database can read them. */
const MAX_DEPTH = 100;

type Wanted = 'value' | 'firstValue' | 'key' | 'firstKey' | 'colon' | 'commaOrEnd' | 'end';

/** null for what is JSON. Without recursion: depth does no harm. */
export function findJsonFault(text: string): JsonFault | null {
  const reader = new Reader(text);
  let wanted: Wanted = 'value';
  for (;;) {
    reader.take(SPACE);
    if (wanted === 'end' && reader.at === text.length) return null;
    const next = reader.step(wanted);
    if (next === null) return faultAt(text, reader, wanted);
    wanted = next;
  }
}

class Reader {
  at = 0;
  isTooDeep = false;
  private readonly text: string;
  /** How each object and list around ends. */
  private readonly ends: ('}' | ']')[] = [];

  constructor(text: string) {
    this.text = text;
  }

  take(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found !== null) this.at += found[0].length;
    return found !== null;
  }

  /** What has to follow; null where what is there is not what is wanted. */
  step(wanted: Wanted): Wanted | null {
    switch (wanted) {
      case 'firstValue':
      case 'firstKey':
        if (this.takeEnd()) return this.afterValue();
        return this.step(wanted === 'firstKey' ? 'key' : 'value');
      case 'value':
        if (this.takeSign('{')) return this.open('}', 'firstKey');
        if (this.takeSign('[')) return this.open(']', 'firstValue');
        return this.take(STRING) || this.take(PLAIN) ? this.afterValue() : null;
      case 'key':
        return this.take(STRING) ? 'colon' : null;
      case 'colon':
        return this.takeSign(':') ? 'value' : null;
      case 'commaOrEnd':
        if (this.takeSign(',')) return this.ends.at(-1) === '}' ? 'key' : 'value';
        return this.takeEnd() ? this.afterValue() : null;
      case 'end':
        return null;
    }
  }

  private takeSign(sign: string): boolean {
    if (this.text[this.at] !== sign) return false;
    this.at += 1;
    return true;
  }

  private takeEnd(): boolean {
    const end = this.ends.at(-1);
    if (end === undefined || !this.takeSign(end)) return false;
    this.ends.pop();
    return true;
  }

  private open(end: '}' | ']', next: Wanted): Wanted | null {
    this.isTooDeep = this.ends.length === MAX_DEPTH;
    if (this.isTooDeep) return null;
    this.ends.push(end);
    return next;
  }

  private afterValue(): Wanted {
    return this.ends.length === 0 ? 'end' : 'commaOrEnd';
  }
}

function faultAt(text: string, { at, isTooDeep }: Reader, wanted: Wanted): JsonFault {
  const before = text.slice(0, at).split('\n');
  const isValue = wanted === 'value' || wanted === 'firstValue';
  const isKey = wanted === 'key' || wanted === 'firstKey';
  const isString = (isValue || isKey) && text[at] === '"';
  return {
    line: before.length,
    column: (before.at(-1) ?? '').length + 1,
    missing: isTooDeep ? 'shallowness' : isString ? 'quotes' : isValue ? 'value' : isKey ? 'key' : wanted,
  };
}
