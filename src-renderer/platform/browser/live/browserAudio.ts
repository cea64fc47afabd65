import type { Capability } from '../../../../src-shared/contract/host.ts';

/** What of a browser the live engine needs. */
export interface BrowserAudio {
  mediaDevices: MediaDevices;
  permissions: Permissions | undefined;
  /** Keeps two tabs from cleaning at once; without it each tab is on its own. */
  locks: LockManager | undefined;
}

const NOT_SECURE =
  'This page can reach no microphone, since it was not opened over https. Open it over https, or use the desktop app.';
const NO_WORKLET =
  'This browser cannot clean sound live. Update it, or use the desktop app or the SoundDesk that you start on your own computer.';

/** The browser's sound, or the reason why there is none for us. */
export function findBrowserAudio(scope: typeof globalThis): {
  audio: BrowserAudio | null;
  capability: Capability;
} {
  const unsupported = (reason: string) => ({
    audio: null,
    capability: { supported: false, reason } as const,
  });
  if (!scope.isSecureContext) return unsupported(NOT_SECURE);
  const { mediaDevices, permissions, locks } = scope.navigator as Partial<Navigator>;
  const canClean = 'AudioWorkletNode' in scope && 'WebAssembly' in scope;
  if (!canClean || !mediaDevices) return unsupported(NO_WORKLET);
  return { audio: { mediaDevices, permissions, locks }, capability: { supported: true } };
}

/** Where a browser lets a page choose the output: `AudioContext.setSinkId`. */
export function canChooseOutput(scope: typeof globalThis): boolean {
  return 'AudioContext' in scope && 'setSinkId' in scope.AudioContext.prototype;
}
