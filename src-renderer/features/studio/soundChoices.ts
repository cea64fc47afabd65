import { useCallback, useEffect, useState } from 'react';
import type { InputOf } from '../../../src-shared/contract/define.ts';
import type { SoundFormatOffer, TakeRange } from '../../../src-shared/contract/takeExport.ts';
import type { TakeCertificate } from '../../../src-shared/domain/certificateSchema.ts';
import type { TakeDocument, takesContract, TakeSummary } from '../../../src-shared/contract/takes.ts';
import {
  CLIPPING_DBTP,
  ENCODED_FORMATS,
  highestSumDbtp,
  type SoundFormat,
} from '../../../src-shared/domain/soundExport.ts';
import { failureOf, LOADING, type Loadable } from '../../lib/loadable.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { readSoundChoices } from './exportThunks.ts';
import { PLAIN_FORMATS, useExportDefaults, type ExportDefaults } from './preferences.ts';

export type FormatChoice = (typeof PLAIN_FORMATS)[number] | (typeof ENCODED_FORMATS)[number];
export type SoundWhat = 'stems' | 'mix' | 'both';
type SoundRequest = Omit<InputOf<(typeof takesContract)['takes.export']>, 'id'>;

interface Facts {
  formats: readonly SoundFormatOffer[];
  document: TakeDocument | null;
  certificate: TakeCertificate | null;
}

/** A part of a recording, as the player selected it. */
export interface ExportSelection {
  range: TakeRange | null;
  /** Tracks that are heard; null: all. */
  trackIds: readonly string[] | null;
}

export interface SoundChoices {
  facts: Loadable<Facts>;
  format: FormatChoice;
  defaults: ExportDefaults;
  title: string;
  episode: number | null;
  choose: (changes: Partial<ExportDefaults>) => void;
  setTitle: (title: string) => void;
  setEpisode: (episode: number | null) => void;
  setCover: (hasCover: boolean) => void;
  request: (targetLufs: number | null) => SoundRequest;
}

/** How the sound of a recording is exported. Format, artist and show are kept for the next export. */
export function useSoundChoices(
  take: TakeSummary,
  what: SoundWhat,
  selection: ExportSelection | null,
): SoundChoices {
  const dispatch = useAppDispatch();
  const [facts, setFacts] = useState<Loadable<Facts>>(LOADING);
  const [defaults, keepDefaults] = useExportDefaults();
  const [title, setTitle] = useState(take.name);
  const [episode, setEpisode] = useState<number | null>(null);
  const [hasCover, setHasCover] = useState(false);
  useEffect(() => {
    let isOpen = true;
    void dispatch(readSoundChoices(take.id)).then((result) => {
      if (!isOpen) return;
      setFacts(
        readSoundChoices.fulfilled.match(result)
          ? { status: 'ready', data: result.payload }
          : { status: 'failed', error: failureOf(result) },
      );
    });
    return () => {
      isOpen = false;
    };
  }, [dispatch, take.id]);
  const offered = offeredFormats(facts);
  const wanted = defaults.formats[what === 'mix' ? 'mix' : 'tracks'];
  const format = offered.includes(wanted) ? wanted : 'wav/pcm24';
  return {
    facts,
    format,
    defaults,
    title,
    episode,
    setTitle,
    setEpisode,
    choose: (changes) => keepDefaults({ ...defaults, ...changes }),
    setCover: useCallback((isThere: boolean) => setHasCover(isThere), []),
    request: (targetLufs) => ({
      what,
      ...partsOf(format),
      targetLufs,
      kbps: defaults.kbps,
      hasCover,
      hasChapters: defaults.hasChapters,
      tags: { title, artist: defaults.artist, show: defaults.show, episode },
      range: selection?.range ?? null,
      trackIds: selection?.trackIds ? [...selection.trackIds] : null,
    }),
  };
}

/** Kinds of file that this host writes. */
export function offeredFormats(facts: Loadable<Facts>): readonly FormatChoice[] {
  if (facts.status !== 'ready') return [...ENCODED_FORMATS, ...PLAIN_FORMATS];
  const refused = facts.data.formats.flatMap(({ format, capability }) =>
    capability.supported ? [] : format,
  );
  return [...ENCODED_FORMATS, ...PLAIN_FORMATS].filter(
    (format) => !refused.some((kind) => partsOf(format).container === kind),
  );
}

function partsOf(format: FormatChoice): { container: SoundFormat; encoding: SoundRequest['encoding'] } {
  switch (format) {
    case 'wav/pcm24':
      return { container: 'wav', encoding: 'pcm24' };
    case 'wav/pcm16':
      return { container: 'wav', encoding: 'pcm16' };
    case 'wav/float32':
      return { container: 'wav', encoding: 'float32' };
    case 'flac/pcm24':
      return { container: 'flac', encoding: 'pcm24' };
    case 'flac/pcm16':
      return { container: 'flac', encoding: 'pcm16' };
    case 'mp3':
    case 'm4a':
    case 'opus':
      return { container: format, encoding: 'pcm24' };
  }
}

type ClippingWarning = { kind: 'track'; name: string } | { kind: 'mix'; peakDbtp: number };

/** What is known before the export: tracks that clip already, and a mix whose peaks may add up to more than fits. */
export function clippingWarnings(
  { document, certificate }: Pick<Facts, 'document' | 'certificate'>,
  { what, targetLufs }: { what: SoundWhat; targetLufs: number | null },
): ClippingWarning[] {
  if (!document || !certificate) return [];
  const kindOf = (id: string) => document.tracks.find((track) => track.id === id)?.kind;
  const clipped = certificate.tracks
    .filter(
      ({ clippedSamples, id }) => clippedSamples > 0 && (what === 'stems' ? kindOf(id) === 'channel' : true),
    )
    .map(({ name }) => ({ kind: 'track' as const, name }));
  // A loudness brings peaks below full scale.
  if (what === 'stems' || targetLufs !== null) return clipped;
  const mix = certificate.tracks.filter(({ id }) => kindOf(id) === 'mix');
  const summed = mix.length > 0 ? mix : certificate.tracks;
  const peakDbtp = highestSumDbtp(summed.map(({ truePeakDb }) => truePeakDb));
  return peakDbtp !== null && peakDbtp > CLIPPING_DBTP ? [...clipped, { kind: 'mix', peakDbtp }] : clipped;
}
