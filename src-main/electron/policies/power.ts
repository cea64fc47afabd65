/** As `powerSaveBlocker` calls them. */
export type SleepBlock = 'prevent-app-suspension' | 'prevent-display-sleep';

export interface Recorded {
  /** Whether something is recorded, and not paused. */
  isRecording: boolean;
  /** Of what is recorded, whether it is a screen: one that is switched off shows nothing. */
  hasScreen: boolean;
}

/** What keeps the computer awake: a recording does, a pause does not. null: it may sleep. */
export function decideSleepBlock({ isRecording, hasScreen }: Recorded): SleepBlock | null {
  if (!isRecording) return null;
  return hasScreen ? 'prevent-display-sleep' : 'prevent-app-suspension';
}
