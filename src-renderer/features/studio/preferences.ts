import { useMemo, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { ENCODED_FORMATS, SOUND_KBPS, USUAL_KBPS } from '../../../src-shared/domain/soundExport.ts';

/** WAV and FLAC with their samples. */
export const PLAIN_FORMATS = ['wav/pcm24', 'wav/pcm16', 'wav/float32', 'flac/pcm24', 'flac/pcm16'] as const;

/** What this page remembers for itself: how its user likes to start, and what was seen. */
const COUNTDOWN_KEY = 'sounddesk.studio.countdown';
const EXPORT_KEY = 'sounddesk.studio.export';
const SEEN_KEY = 'sounddesk.studio.recoveredSeen';

export const COUNTDOWNS_SEC = [0, 3, 5, 10] as const;

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
/** Where storage is not allowed, the choice holds until the page is left. */
const fallback = new Map<string, string>();

function readItem(key: string): string {
  try {
    return localStorage.getItem(key) ?? fallback.get(key) ?? '';
  } catch {
    return fallback.get(key) ?? '';
  }
}

function writeItem(key: string, value: string): void {
  fallback.set(key, value);
  try {
    localStorage.setItem(key, value);
  } catch {
    // Kept for this page alone, as `fallback` says.
  }
  listeners.forEach((listener) => listener());
}

/** Seconds from pressing to recording; 0 is at once. */
export function useCountdownSec(): [number, (seconds: number) => void] {
  const text = useSyncExternalStore(subscribe, () => readItem(COUNTDOWN_KEY));
  const seconds = COUNTDOWNS_SEC.find((choice) => String(choice) === text) ?? 0;
  return [seconds, (next) => writeItem(COUNTDOWN_KEY, String(next))];
}

/** Recovered recordings that the user knows of already. */
export function useSeenRecovered(): [ReadonlySet<string>, (ids: readonly string[]) => void] {
  const text = useSyncExternalStore(subscribe, () => readItem(SEEN_KEY));
  const seen = new Set(text === '' ? [] : text.split('\n'));
  return [seen, (ids) => writeItem(SEEN_KEY, [...seen, ...ids].join('\n'))];
}

const formatSchema = z.enum([...ENCODED_FORMATS, ...PLAIN_FORMATS]);
const exportDefaultsSchema = z.object({
  /** A mix is published, tracks go into an editor. */
  formats: z.object({ mix: formatSchema, tracks: formatSchema }).catch({ mix: 'mp3', tracks: 'wav/pcm24' }),
  kbps: z.literal(SOUND_KBPS).catch(USUAL_KBPS),
  artist: z.string().max(500).catch(''),
  show: z.string().max(500).catch(''),
  hasChapters: z.boolean().catch(true),
});
export type ExportDefaults = z.infer<typeof exportDefaultsSchema>;

/** How the last recording was exported. */
export function useExportDefaults(): [ExportDefaults, (defaults: ExportDefaults) => void] {
  const text = useSyncExternalStore(subscribe, () => readItem(EXPORT_KEY));
  const defaults = useMemo(() => exportDefaultsSchema.parse(parsed(text)), [text]);
  return [defaults, (next) => writeItem(EXPORT_KEY, JSON.stringify(next))];
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
