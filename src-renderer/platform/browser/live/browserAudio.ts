/** What of a browser the live engine needs. */
export interface BrowserAudio {
  mediaDevices: MediaDevices;
  permissions: Permissions | undefined;
  /** Keeps two tabs from cleaning at once; without it each tab is on its own. */
  locks: LockManager | undefined;
  /** Where a page may play to another output than the system's default: `AudioContext.setSinkId`. */
  canChooseOutput: boolean;
}

/** The browser's sound, or why there is none for us: a sentence for the user. */
export type AudioSupport = { audio: BrowserAudio } | { audio: null; reason: string };

const NOT_SECURE =
  'This page can reach no microphone, since it was not opened over https. Open it over https, or use the desktop app.';
const NO_WORKLET =
  'This browser cannot clean sound live. Update it, or use the desktop app or the SoundDesk that you start on your own computer.';

export function findBrowserAudio(scope: typeof globalThis): AudioSupport {
  if (!scope.isSecureContext) return { audio: null, reason: NOT_SECURE };
  const { mediaDevices, permissions, locks } = scope.navigator as Partial<Navigator>;
  const canClean = 'AudioWorkletNode' in scope && 'WebAssembly' in scope;
  if (!canClean || !mediaDevices) return { audio: null, reason: NO_WORKLET };
  const canChooseOutput = 'setSinkId' in scope.AudioContext.prototype;
  return { audio: { mediaDevices, permissions, locks, canChooseOutput } };
}
