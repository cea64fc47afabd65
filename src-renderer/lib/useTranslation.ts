import type { TypeOptions, i18n as I18n } from 'i18next';
import { useTranslation as useI18next } from 'react-i18next';

type Texts = TypeOptions['resources'];
type Namespace = keyof Texts;
type Plural = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
type WithoutPlural<Key extends string> = Key extends `${infer Base}_${Plural}` ? Base : Key;

/** The paths of all texts in a namespace. */
type PathsOf<T> = {
  [K in keyof T & string]: T[K] extends string
    ? WithoutPlural<K>
    : T[K] extends readonly unknown[]
      ? never
      : `${K}.${PathsOf<T[K]>}`;
}[keyof T & string];
type NamespacePaths = { [N in Namespace]: PathsOf<Texts[N]> };
type PrefixedPaths = { [N in Namespace]: `${N}:${NamespacePaths[N]}` };

type FirstOf<Ns> = Ns extends readonly [infer First extends Namespace, ...unknown[]] ? First : Ns & Namespace;
/** Of several namespaces, the first one's texts need no name before them. */
export type TextKey<Ns> =
  | NamespacePaths[FirstOf<Ns>]
  | (Ns extends readonly (infer N extends Namespace)[] ? PrefixedPaths[N] : never);

type AtPath<T, Path extends string> = Path extends `${infer Head}.${infer Rest}`
  ? Head extends keyof T
    ? AtPath<T[Head], Rest>
    : never
  : Path extends keyof T
    ? T[Path]
    : `${Path}_other` extends keyof T
      ? T[`${Path}_other`]
      : never;
type TextAt<Ns, Key extends string> = Key extends `${infer N extends Namespace}:${infer Path}`
  ? AtPath<Texts[N], Path>
  : AtPath<Texts[FirstOf<Ns>], Key>;

type NameIn<Entry extends string> = Entry extends `- ${infer Name}` ? Name : Entry;
type NamesIn<Text> = Text extends `${string}{{${infer Entry}}}${infer Rest}`
  ? NameIn<Entry> | NamesIn<Rest>
  : never;
type Values<Text> = Readonly<Record<NamesIn<Text>, unknown>> & Readonly<Record<string, unknown>>;

/** A text by its key, with the values that stand in it. */
export type Translate<Ns extends Namespace | readonly Namespace[]> = <const Key extends TextKey<Ns>>(
  key: Key,
  values?: Values<TextAt<Ns, Key>>,
) => string;

/**
 * The texts of namespaces in the language of the page. As i18next's hook, but for its types: those know of contexts, and of arrays
 * and objects as texts, which nothing here uses, and cost half of the time that all types of the screens take.
 */
export const useTranslation = useI18next as unknown as <
  const Ns extends Namespace | readonly Namespace[] = 'common',
>(
  namespaces?: Ns,
) => { t: Translate<Ns>; i18n: I18n };
