import type { captureContract, CaptureDeviceState, CaptureState } from '../contract/capture.ts';
import { RpcError } from '../contract/errors.ts';
import { failWith } from '../contract/errorTexts.ts';
import {
  DEFAULT_CHANNEL,
  freeChannelId,
  newChannelDenoise,
  captureChannelSchema,
  captureSetUpSchema,
  type CaptureChannel,
  type CaptureOptionChanges,
  type CaptureSetUp,
} from '../domain/captureSetUp.ts';
import type { DefaultEngine } from '../domain/denoise.ts';
import type { Handlers } from '../rpc/index.ts';
import { describeIssues } from '../rpc/issues.ts';
import { withoutUndefined } from '../domain/withoutUndefined.ts';

type Channels = CaptureSetUp['channels'];

export type ChangeOfSetUp = (now: CaptureSetUp) => CaptureSetUp | Promise<CaptureSetUp>;

export interface CapturePorts {
  readState: () => CaptureState;
  /** Makes a set-up of the one that is there, applies and keeps it; throws why that is not possible. */
  change: (make: ChangeOfSetUp, isModeAsked?: boolean) => Promise<CaptureState>;
  /** The noise model of a new channel that names none; not given: RNNoise. */
  defaultEngine?: (() => Promise<DefaultEngine>) | undefined;
  /** With this set-up, or the one that is there (null). */
  start: (setUp: CaptureSetUp | null) => Promise<CaptureState>;
  stop: () => Promise<CaptureState>;
}

/** The calls of every host that captures: each is a change of the set-up. */
export function createCaptureHandlers(ports: CapturePorts): Handlers<typeof captureContract> {
  const { readState, change } = ports;
  const changeChannels = (make: (channels: Channels) => Channels) =>
    change((now) => ({ ...now, channels: make(now.channels) }));
  const updateChannel = (channelId: string, changes: object) =>
    changeChannels((channels) =>
      withChannel(channels, channelId, (channel) => ({ ...channel, ...withoutUndefined(changes) })),
    );
  return {
    'capture.readState': readState,
    'capture.listChannels': () => readState().setUp.channels,
    'capture.applySetUp': (next) => change(() => next),
    'capture.start': ({ setUp }) => ports.start(setUp),
    'capture.stop': ports.stop,
    'capture.updateChannel': ({ channelId, changes }) => updateChannel(channelId, changes),
    'capture.renameChannel': ({ channelId, name }) => updateChannel(channelId, { name }),
    'capture.addChannel': ({ id, denoise: asked, ...channel }) =>
      change(async (now) => {
        const newId = id ?? freeChannelId(now.channels.map((other) => other.id));
        const engine = (await ports.defaultEngine?.()) ?? DEFAULT_CHANNEL.denoise.engine;
        const denoise = asked ?? newChannelDenoise(engine, now.channels);
        const added = captureChannelSchema.parse({ ...withoutUndefined(channel), denoise, id: newId });
        return { ...now, channels: [...now.channels, added] };
      }),
    'capture.removeChannel': ({ channelId }) =>
      changeChannels((channels) => {
        requireChannel(channels, channelId);
        return channels.filter(({ id }) => id !== channelId);
      }),
    'capture.reorderChannels': ({ channelIds }) =>
      changeChannels((channels) => reordered(channels, channelIds)),
    'capture.setLatencyMode': ({ modeMs }) => change((now) => ({ ...now, latencyModeMs: modeMs }), true),
    'capture.updateOptions': (changes) => change((now) => withOptions(now, changes)),
  };
}

/** Throws `BAD_OPTION` where it is no set-up. */
export function checkedSetUp(setUp: CaptureSetUp): CaptureSetUp {
  const parsed = captureSetUpSchema.safeParse(setUp);
  if (parsed.success) return parsed.data;
  throw failWith('BAD_OPTION', 'setUpImpossible', { values: { reason: describeIssues(parsed.error) } });
}

/** Throws `CHANNEL_NOT_FOUND`. */
export function requireChannel(channels: Channels, channelId: string): CaptureChannel {
  const found = channels.find(({ id }) => id === channelId);
  if (found) return found;
  throw failWith('CHANNEL_NOT_FOUND', 'channelGone', { values: { channelId } });
}

/** The channels with another one in that one's place. Throws `CHANNEL_NOT_FOUND`. */
export function withChannel(
  channels: Channels,
  channelId: string,
  make: (channel: CaptureChannel) => CaptureChannel,
): Channels {
  requireChannel(channels, channelId);
  return channels.map((channel) => (channel.id === channelId ? make(channel) : channel));
}

/** Before anything is made for the take. */
export function assertEnabled({ channels }: CaptureSetUp): void {
  if (channels.some(({ isEnabled }) => isEnabled)) return;
  throw failWith('NO_ENABLED_CHANNEL', 'noEnabledChannel');
}

/** What became of a device, as a sentence for the user. */
export function describeDevice({ name, status }: Pick<CaptureDeviceState, 'name' | 'status'>): string {
  switch (status) {
    case 'open':
      return `"${name}" is back: its channels continue.`;
    case 'lost':
      return `"${name}" was lost. Its channels are silent and continue when it is back.`;
    case 'missing':
      return `"${name}" is not connected. Its channels wait for it, silent.`;
  }
}

function reordered(channels: Channels, ids: readonly string[]): Channels {
  const found = ids.flatMap((id) => channels.find((channel) => channel.id === id) ?? []);
  if (found.length === ids.length && found.length === channels.length && new Set(ids).size === ids.length) {
    return found;
  }
  throw new RpcError('BAD_OPTION', 'A new order names every channel once, and no other.');
}

function withOptions(now: CaptureSetUp, { recording, ...session }: CaptureOptionChanges): CaptureSetUp {
  return {
    ...now,
    ...withoutUndefined(session),
    recording: { ...now.recording, ...withoutUndefined(recording ?? {}) },
  };
}
