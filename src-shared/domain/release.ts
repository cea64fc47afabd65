import { z } from 'zod';
import { isNewerVersion, isVersion } from './updateCheck.ts';

/** Which releases a person wants: those for everybody, or also those that are still tried out. */
export const UPDATE_CHANNELS = ['stable', 'beta'] as const;
export type UpdateChannel = (typeof UPDATE_CHANNELS)[number];

/** What happens with a new version: nothing, a question, or it is installed when the app is quit. */
export const UPDATE_INSTALLS = ['none', 'ask', 'onQuit'] as const;

export const UPDATE_SYSTEMS = ['linux', 'mac', 'windows'] as const;
export type UpdateSystem = (typeof UPDATE_SYSTEMS)[number];

/** One file of a release, as it lies beside the channel file: a name, never a path. */
const releaseFileSchema = z.strictObject({
  name: z.string().regex(/^[\w][\w.+ -]{0,199}$/),
  sizeBytes: z.int().positive(),
  /** In base64, as electron-builder writes it. */
  sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
});

/** What a publisher signs of one channel and one system. It lies beside `latest.yml` as `latest.yml.jws`. */
export const releaseSchema = z.strictObject({
  channel: z.enum(UPDATE_CHANNELS),
  system: z.enum(UPDATE_SYSTEMS),
  version: z.string().refine(isVersion),
  files: z.array(releaseFileSchema).min(1).max(20),
  /** Of 100 installations so many get it. */
  stagingPercentage: z.int().min(0).max(100),
});
export type Release = z.infer<typeof releaseSchema>;

/** Why a release is not taken. */
export const UPDATE_FAILURES = [
  'unreachable',
  'signature',
  'channel',
  'system',
  'downgrade',
  'damaged',
] as const;
export type UpdateFailure = (typeof UPDATE_FAILURES)[number];

/** The channel file's name, as electron-updater asks for it. */
export function channelFileOf(channel: UpdateChannel, system: UpdateSystem): string {
  const name = channel === 'stable' ? 'latest' : channel;
  return `${name}${{ linux: '-linux', mac: '-mac', windows: '' }[system]}.yml`;
}

/** What is wrong with a signed release for this installation; null: nothing. The version that runs is a failure of none. */
export function objectionTo(
  release: Release,
  here: { channel: UpdateChannel; system: UpdateSystem; version: string },
): UpdateFailure | null {
  if (release.system !== here.system) return 'system';
  // What is tried out has a name of its own: a stable channel never names it.
  const isTrial = release.version.includes('-');
  if (release.channel !== here.channel || (here.channel === 'stable' && isTrial)) return 'channel';
  return isNewerVersion(here.version, release.version) ? 'downgrade' : null;
}

/** Whether an installation is among those that get a release, by its own number between 0 and 99. */
export function isInRollout(place: number, stagingPercentage: number): boolean {
  return place < stagingPercentage;
}
