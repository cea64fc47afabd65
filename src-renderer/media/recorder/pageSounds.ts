import type { Settings } from '../../../src-shared/contract/settings.ts';
import { openVoice, type Voice } from '../sound/openVoice.ts';
import { holdSound, noteUncleaned, releaseSound } from './liveSounds.ts';

/** What a page is to hear for a recording. */
export interface PageSoundRequest {
  microphone: boolean;
  /** What was shared, with the sound that the browser gives of it; null: its sound is not wanted. */
  shared: MediaStream | null;
  /** What is said of the shared sound. */
  sharedName: string;
  sharedLabel?: string;
}

let voice: Voice | null = null;

/** Opens them, and holds them until `closePageSounds`. */
export async function openPageSounds(
  request: PageSoundRequest,
  settings: Pick<Settings, 'inputDeviceId' | 'chain'>,
): Promise<void> {
  closePageSounds();
  if (request.microphone) {
    const opened = await openVoice(settings, (reason) => noteUncleaned(opened.track, reason));
    voice = opened;
    holdSound('microphone', opened.track, opened);
  }
  holdSharedSound(request);
}

/** The sound of what is shared from now on, in the place of what was; none where the browser gives none. */
export function holdSharedSound({
  shared,
  sharedName: name,
  sharedLabel: label = null,
}: Omit<PageSoundRequest, 'microphone' | 'sharedLabel'> & { sharedLabel?: string | null }): void {
  const [track] = shared?.getAudioTracks() ?? [];
  if (track) holdSound('system', track, { name, label });
  else releaseSound('system');
}

/** The microphone is free again. What is shared ends with its video. */
export function closePageSounds(): void {
  voice?.close();
  voice = null;
  releaseSound('microphone');
  releaseSound('system');
}
