import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { MonoSound } from '../../media/clean/cleanInMemory.ts';
import { MODEL_RATE_HZ } from '../../media/chain/rnnoise.ts';
import episodeUrl from './episode/episode.mp3';

/** The bundled noisy episode. */
export async function loadEpisode(signal: AbortSignal): Promise<MonoSound> {
  const answer = await fetch(episodeUrl, { signal });
  if (!answer.ok)
    throw failWith('FILE_UNREADABLE', 'episodeNotFetched', { values: { status: answer.status } });
  return decodeMono(await answer.arrayBuffer());
}

/** The first channel of any sound that this browser decodes, at the rate of the noise model. */
export async function decodeMono(bytes: ArrayBuffer): Promise<MonoSound> {
  const context = new OfflineAudioContext(1, 1, MODEL_RATE_HZ);
  const decoded = await context.decodeAudioData(bytes);
  return { sampleRate: MODEL_RATE_HZ, samples: decoded.getChannelData(0).slice() };
}
