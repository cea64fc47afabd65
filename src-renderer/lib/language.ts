import {
  isLanguage,
  matchLanguage,
  type Language,
  type LanguageChoice,
} from '../../src-shared/domain/languages.ts';
import { readConsent } from './consent.ts';

/** The app's own, as its settings say. Both keys are read by public/before-paint.js, too. */
const APP_KEY = 'sounddesk.language';
/** The visitor's of public pages, kept with consent alone. */
const SITE_KEY = 'sounddesk.site-language';

let spoken: Language = 'en';
/** Of the public page that was read last in this tab; holds without consent until it is loaded again. */
let chosenOnSite: Language | null = null;

/** The language of the page now: for figures and dates. */
export const currentLanguage = (): Language => spoken;

/** Called by `i18n/index.ts` alone. */
export function setCurrentLanguage(language: Language): void {
  spoken = language;
}

/** What a choice means on this machine now. */
export function resolveLanguage(choice: LanguageChoice): Language {
  if (choice !== 'system') return choice;
  return chosenOnSite ?? readKept(SITE_KEY) ?? matchLanguage(navigator.languages);
}

/** What a page begins with, whose address names no language. */
export function startingLanguage(): Language {
  return readKept(APP_KEY) ?? resolveLanguage('system');
}

/** Keeps the app's choice for its next start, before the settings are read. */
export function rememberAppLanguage(choice: LanguageChoice): void {
  keep(APP_KEY, choice === 'system' ? null : choice);
}

/** Takes note of the language that a public page is read in: the app continues in it, where its settings name none. */
export function noteSiteLanguage(language: Language): void {
  chosenOnSite = language;
}

/** Takes note of what was chosen on a public page; keeps it where the visitor lets preferences be kept. */
export function rememberSiteLanguage(language: Language): void {
  chosenOnSite = language;
  if (mayKeepPreferences()) keep(SITE_KEY, language);
}

/** Brings what is kept in line with a consent that was just given or taken back. */
export function followConsent(): void {
  if (!mayKeepPreferences()) keep(SITE_KEY, null);
  else if (chosenOnSite) keep(SITE_KEY, chosenOnSite);
}

function mayKeepPreferences(): boolean {
  try {
    return readConsent(localStorage)?.preferences ?? false;
  } catch {
    // Storage is forbidden here: nobody agreed to anything.
    return false;
  }
}

function readKept(key: string): Language | null {
  try {
    const kept = localStorage.getItem(key);
    return isLanguage(kept) ? kept : null;
  } catch {
    // Storage is forbidden here: the language holds for this page alone.
    return null;
  }
}

function keep(key: string, language: Language | null): void {
  try {
    if (language === null) localStorage.removeItem(key);
    else localStorage.setItem(key, language);
  } catch {
    // The same.
  }
}
