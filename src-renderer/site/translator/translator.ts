/** Google Translate's page translator: what it is asked for, and for which pages it can be. */

/** Languages that it offers beside our own, by their tags. */
export const TRANSLATOR_LANGUAGES = [
  ...['ar', 'bn', 'bg', 'ca', 'zh-CN', 'zh-TW', 'hr', 'cs', 'da', 'nl', 'et', 'fi', 'el', 'he', 'hi'],
  ...['hu', 'id', 'it', 'ja', 'ko', 'lv', 'lt', 'ms', 'no', 'fa', 'pl', 'pt', 'ro', 'ru', 'sr'],
  ...['sk', 'sl', 'sw', 'sv', 'tl', 'ta', 'th', 'tr', 'uk', 'ur', 'vi'],
] as const;

/** The first of the reader's languages, such as `pt-BR`, that is offered; else the first of the list. */
export function wantedLanguage(tags: readonly string[]): string {
  for (const tag of tags) {
    const [language] = tag.split('-');
    const found =
      TRANSLATOR_LANGUAGES.find((known) => known.toLowerCase() === tag.toLowerCase()) ??
      TRANSLATOR_LANGUAGES.find((known) => known.split('-')[0] === language?.toLowerCase());
    if (found) return found;
  }
  return TRANSLATOR_LANGUAGES[0];
}

/** The name of a language in itself, such as `italiano`. */
export function nameOf(language: string): string {
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
}

/** Where the page is shown in that language. What is behind its path is left out: it may be the reader's own. */
export function translatorAddress(page: Pick<URL, 'origin' | 'pathname'>, from: string, to: string): string {
  const asked = new URLSearchParams({ sl: from, tl: to, u: page.origin + page.pathname });
  return `https://translate.google.com/translate?${asked.toString()}`;
}

/** Whether others can reach the page at all: not at an address of this machine or of a network at home. */
export function isReachable({ hostname }: Pick<URL, 'hostname'>): boolean {
  if (hostname.startsWith('[') || !hostname.includes('.')) return false;
  if (/\.(local|localhost|internal|test|lan|home\.arpa)$/.test(hostname)) return false;
  return !/^(127|10|0|169\.254|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(hostname);
}
