import {
  defaultsOf,
  findPreset,
  type EffectField,
  type EffectFields,
  type EffectPreset,
  type EffectRow,
} from '../../../src-shared/domain/effectRow.ts';
import {
  EFFECT_KEYS,
  engineFieldsOf,
  STRIP_EFFECTS,
  type EffectKey,
  type SomeEngineEffects,
} from '../../../src-shared/domain/stripEffects.ts';
import { UsageError } from './output.ts';

/** Where the texts of the help begin, and how long its lines are. */
const HELP_INDENT = 25;
const HELP_WIDTH = 100;

type OptionName = (typeof STRIP_EFFECTS)[EffectKey]['option']['name'];
type Values = Record<string, number | readonly number[]>;

/** The options of the effects, for `parseCommand`. */
export const EFFECT_OPTIONS = Object.fromEntries(
  EFFECT_KEYS.map((effect) => [STRIP_EFFECTS[effect].option.name, { type: 'string' }]),
) as Record<OptionName, { type: 'string' }>;

/** The lines of `clean --help`: in the order in which the sound goes through them. */
export const MASTERING_HELP = `${EFFECT_KEYS.map((effect) => helpOf(syntaxOf(effect))).join('\n')}
  --target-lufs N        bring each file to this loudness, -60 to -5, true peaks at most at -1 dBTP
                         (those of MP3, Ogg and Opus may turn out higher); needs room on the disk
                         for a second copy meanwhile`;

/** What was typed behind the options of the effects; what is not named keeps its default. */
export function parseEffects(texts: Partial<Record<OptionName, string>>): SomeEngineEffects {
  const effects = EFFECT_KEYS.map((effect) => {
    const syntax = syntaxOf(effect);
    const text = texts[STRIP_EFFECTS[effect].option.name];
    return [
      effect,
      text === undefined || text === 'off' ? null : { isOn: true, ...parseValues(text, syntax) },
    ];
  });
  // The values are those of the effect's own fields, each within its range.
  return Object.fromEntries(effects) as SomeEngineEffects;
}

/** How an effect is typed: a bare number, a list of numbers, or values by name; and by the names of its presets. */
interface Syntax {
  option: EffectRow['option'];
  fields: EffectFields;
  presets: readonly EffectPreset[];
  plain: [string, EffectField] | null;
  list: [string, EffectField & { items: readonly string[] }] | null;
  /** By their names on the command line. */
  named: ReadonlyMap<string, [string, EffectField]>;
}

function syntaxOf(effect: EffectKey): Syntax {
  const { option, presets = [] }: EffectRow = STRIP_EFFECTS[effect];
  const fields = engineFieldsOf(effect);
  const entries = Object.entries(fields);
  const listed = entries.find(([, field]) => field.items);
  const plain = entries.find(([key]) => key === option.plain) ?? null;
  return {
    option,
    fields,
    presets,
    plain,
    list: listed?.[1].items ? [listed[0], { ...listed[1], items: listed[1].items }] : null,
    named: new Map(entries.flatMap((entry) => (entry[1].option ? [[entry[1].option, entry]] : []))),
  };
}

function parseValues(text: string, syntax: Syntax): Values {
  const { option, fields, presets, plain, list, named } = syntax;
  const fail = (part: string) =>
    new UsageError(`--${option.name} is ${allowedOf(syntax).join(', ')} or off, not "${part.trim()}".`);
  const defaults: Values = defaultsOf(fields);
  const preset = findPreset(presets, text);
  if (preset) return { ...defaults, ...preset.values };
  if (plain) {
    const value = numberWithin(text, plain[1]);
    if (value === null) throw fail(text);
    return { ...defaults, [plain[0]]: value };
  }
  if (list) {
    const values = text.split(',').map((part) => numberWithin(part, list[1]));
    const known = values.filter((value) => value !== null);
    if (known.length !== list[1].items.length || values.length !== known.length) throw fail(text);
    return { ...defaults, [list[0]]: known };
  }
  if (presets.length === 0 && text === 'on') return defaults;
  const given = text.split(',').map((part) => {
    const [name = '', value = ''] = part.split('=').map((side) => side.trim());
    const [key, field] = named.get(name) ?? [];
    const number = field ? numberWithin(value, field) : null;
    if (key === undefined || number === null) throw fail(part);
    return [key, number];
  });
  return { ...defaults, ...(Object.fromEntries(given) as Values) };
}

/** What may be typed, for a message. */
function allowedOf({ presets, plain, list, named }: Syntax): string[] {
  if (plain) return [`a number from ${rangeOf(plain[1])}`];
  const names = presets.length > 0 ? `one of ${presets.map(({ id }) => id).join(', ')}` : 'on';
  if (list) return [names, `ten gains from ${rangeOf(list[1])} with commas between them`];
  const examples = [...named].slice(0, 2).map(([name, [, field]]) => `${name}=${field.default}`);
  const ranges = [...named].map(([name, [, field]]) => `${name} ${rangeOf(field)}`);
  return [names, `values such as ${examples.join(',')} (${ranges.join(', ')})`];
}

function helpOf({ option, presets, plain, list, named }: Syntax): string {
  const names = presets.map(({ id }) => id).join(', ');
  const [form, text] = plain
    ? [
        `${plain[1].unit.replace('dBFS', 'dB').toUpperCase()}|off`,
        `${option.help}, ${rangeOf(plain[1])} (default off)`,
      ]
    : list
      ? [
          `NAME|G1,…,G${list[1].items.length}`,
          `${option.help}: ${names}; or ${list[1].items.length} gains, ${rangeOf(list[1])} ${list[1].unit}, at ${list[1].items.join(', ')}`,
        ]
      : [
          `${names ? 'NAME' : 'on'}|KEY=VALUE,…`,
          `${option.help}: ${names ? `${names}; or ` : ''}any of ${[...named].map(([name, [, field]]) => `${name} ${rangeOf(field)}${field.unit && ` ${field.unit}`}`).join(', ')}`,
        ];
  return wrapped(`  --${option.name} ${form}`, text);
}

/** An option and what it does, in lines of the help. */
function wrapped(head: string, text: string): string {
  const lines =
    head.length < HELP_INDENT - 1 ? [head.padEnd(HELP_INDENT - 1)] : [head, ' '.repeat(HELP_INDENT - 1)];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line.length + 1 + word.length <= HELP_WIDTH) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(`${' '.repeat(HELP_INDENT)}${word}`);
  }
  return lines.join('\n');
}

function rangeOf({ min, max }: EffectField): string {
  return `${min} to ${max}`;
}

function numberWithin(text: string, { min, max }: EffectField): number | null {
  const value = Number(text);
  return text.trim() === '' || !Number.isFinite(value) || value < min || value > max ? null : value;
}
