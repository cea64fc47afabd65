/** Parts of SoundDesk that run as processes of their own. */
export const CRASHED_PARTS = ['shell', 'window', 'graphics', 'engine', 'pluginHost'] as const;
export type CrashedPart = (typeof CRASHED_PARTS)[number];

/** So many crashes of the window within this time: it is started without what usually crashes it. */
export const SAFE_MODE_CRASHES = 3;
export const SAFE_MODE_WINDOW_MS = 10 * 60_000;

/** Whether the window has crashed so often that it has to be started without plug-ins and graphics processor. */
export function needsSafeMode(crashTimesMs: readonly number[], nowMs: number): boolean {
  // A clock that was set back makes none of them younger.
  const recent = crashTimesMs.filter((atMs) => Math.abs(nowMs - atMs) < SAFE_MODE_WINDOW_MS);
  return recent.length >= SAFE_MODE_CRASHES;
}
