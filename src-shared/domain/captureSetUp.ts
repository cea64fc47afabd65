import { z } from 'zod';
import {
  bufferFramesSchema,
  DEFAULT_BUFFER_FRAMES,
  DEFAULT_SAMPLE_RATE,
  latencyModeSchema,
  sampleRateSchema,
  type AudioDevice,
} from './audio.ts';
import { CHANNEL_CAPS } from './channelCaps.ts';
import { isAdvanced, type DefaultEngine } from './denoise.ts';
import { CHANNEL_COLOURS } from './videoChannels.ts';
import { MAX_CHAIN_PLUGINS, MAX_PLUGIN_STATE_CHARS, pluginIdSchema } from './plugins.ts';
import { DEFAULT_EFFECTS } from './stripEffects.ts';
import { stripFields, withDefaults } from './stripSchema.ts';
import { isOwnMicrophone } from './virtualMicrophone.ts';

/** Channels of one set-up (document 2, section 9). */
export const MAX_CAPTURE_CHANNELS = CHANNEL_CAPS.professional.audio;

/** Said where a take has nothing to record (document 2, section 5). */
export const NO_ENABLED_CHANNEL = 'Please enable at least one channel before recording.';
/** Said where the engine refused and gave no reason (document 2, section 8). */
export const CAPTURE_START_FAILED = 'Failed to start multi-channel capture';

/** A source that is no device: whichever microphone there is, on hosts that have one such (`hasDefaultSource`). */
export const DEFAULT_SOURCE = 'default';

/** What of a channel is recorded: what comes in, what leaves its strip before the fader, or a file of each. */
export const TAPS = ['raw', 'processed', 'both'] as const;

/** Longest sound from before a take's start that can be kept. */
export const MAX_PRE_ROLL_SEC = 30;

/**
 * What a new channel does: its sound as it comes, cleaned as document 1, section 9 has it, all else off. With which noise model a
 * host says: `defaultEngine`; a set-up that says nothing has RNNoise.
 */
export const DEFAULT_CHANNEL = {
  isEnabled: true,
  /** Percent; 100 leaves the level as it is. */
  inputGain: 100,
  echoCancellation: false,
  automaticGain: false,
  denoise: { engine: 'rnnoise', sensitivity: 70, reduction: 70 },
  ...DEFAULT_EFFECTS,
  volume: 100,
  pan: 0,
  isMuted: false,
  isSolo: false,
  colour: CHANNEL_COLOURS[0],
} as const;

/**
 * How many channels a session begins to clean by auto: one costs 6 % of a core, RNNoise 2 %, so that 32 of it would be two cores.
 * Whoever chooses it for more has it, until the machine cannot keep up.
 */
const AUTO_CHANNELS = 4;

/** How a new channel beside these is cleaned where `engine` is the plan's own. */
export function newChannelDenoise(engine: DefaultEngine, others: readonly Pick<CaptureChannel, 'denoise'>[]) {
  const isFull = others.filter(({ denoise }) => isAdvanced(denoise.engine)).length >= AUTO_CHANNELS;
  return { ...DEFAULT_CHANNEL.denoise, engine: isFull ? ('rnnoise' as const) : engine };
}

/** The session of a set-up that says nothing about it. */
export const DEFAULT_SESSION = {
  sampleRate: DEFAULT_SAMPLE_RATE,
  bufferFrames: DEFAULT_BUFFER_FRAMES,
  latencyModeMs: null,
  monitorDeviceId: null,
  programDeviceId: null,
} as const;

/**
 * Every channel as it came in, and beside them the finished mix: whatever turns out to be wrong with a setting
 * of a strip, the sound is there. Half a gigabyte stays free, since a full disk stops more than a recording.
 */
export const DEFAULT_RECORDING = {
  mode: 'both',
  tap: 'raw',
  container: 'rf64',
  encoding: 'pcm24',
  preRollSec: 0,
  sync: { method: 'timecode', source: 'timeOfDay', ltcChannelId: null },
  keepFreeBytes: 500_000_000,
} as const;

/** The channels of one device are counted from 0. */
const MAX_DEVICE_CHANNEL = 255;

const idSchema = z.string().trim().min(1).max(100);
const nameSchema = z.string().trim().min(1).max(200);
const deviceIdSchema = z.string().min(1).max(500);

/** A plug-in in its place of a channel's chain; found by its id in the catalogue of the machine. */
export const pluginSlotSchema = z.strictObject({
  /** Of this place: the same plug-in may be there twice. No other place of the set-up has it. */
  id: idSchema,
  pluginId: pluginIdSchema,
  name: nameSchema,
  vendor: z.string().max(500).default(''),
  isBypassed: z.boolean().default(false),
  /** All that it keeps of itself, base64. null: what is known of this place already, or as the plug-in begins. */
  state: z.base64().max(MAX_PLUGIN_STATE_CHARS).nullable().default(null),
  /** Id of the channel that its side-chain hears. null, or one that is not there: none. */
  sideChain: idSchema.nullable().default(null),
});
export type PluginSlot = z.infer<typeof pluginSlotSchema>;

/** The fields of a channel in the units of the screen; ranges as documents 1 and 2 give them. */
const channelFields = {
  name: nameSchema,
  /** A device's id. null: none chosen yet, which is silence. */
  source: deviceIdSchema.nullable(),
  /** One for a mono channel, two for a stereo one. */
  deviceChannels: z
    .array(z.int().min(0).max(MAX_DEVICE_CHANNEL))
    .min(1)
    .max(2)
    .refine((channels) => new Set(channels).size === channels.length, 'the same channel twice'),
  isEnabled: z.boolean(),
  ...stripFields,
  /** By which channels are distinguished. */
  colour: z.enum(CHANNEL_COLOURS),
};

const { name: _name, ...fieldsWithDefaults } = channelFields;

export const captureChannelSchema = z.strictObject({
  id: idSchema,
  name: channelFields.name,
  ...withDefaults(fieldsWithDefaults, { ...DEFAULT_CHANNEL, source: null, deviceChannels: [0] }),
  /** In the order in which the sound goes through them; changed by the `plugins` calls. */
  plugins: z.array(pluginSlotSchema).max(MAX_CHAIN_PLUGINS).default([]),
});
export type CaptureChannel = z.infer<typeof captureChannelSchema>;

/** What of a channel can be changed: a new name is a change as any other. */
export const captureChannelChangesSchema = z.strictObject(channelFields).partial();

export const syncSchema = z.discriminatedUnion('method', [
  z.strictObject({
    method: z.literal('timecode'),
    source: z.enum(['timeOfDay', 'ltc']),
    ltcChannelId: idSchema.nullable().default(null),
  }),
  z.strictObject({ method: z.literal('audio') }),
  z.strictObject({ method: z.literal('manual') }),
]);

const recordingFields = {
  mode: z.enum(['multitrack', 'mixed', 'both']),
  tap: z.enum(TAPS),
  container: z.enum(['rf64', 'flac']),
  encoding: z.enum(['pcm24', 'float32']),
  preRollSec: z.number().min(0).max(MAX_PRE_ROLL_SEC),
  sync: syncSchema,
  /** A take ends before the disk has less than this. */
  keepFreeBytes: z.int().min(0),
};

export const recordingOptionsSchema = z.strictObject({
  mode: recordingFields.mode.default(DEFAULT_RECORDING.mode),
  tap: recordingFields.tap.default(DEFAULT_RECORDING.tap),
  container: recordingFields.container.default(DEFAULT_RECORDING.container),
  encoding: recordingFields.encoding.default(DEFAULT_RECORDING.encoding),
  preRollSec: recordingFields.preRollSec.default(DEFAULT_RECORDING.preRollSec),
  sync: recordingFields.sync.default(DEFAULT_RECORDING.sync),
  keepFreeBytes: recordingFields.keepFreeBytes.default(DEFAULT_RECORDING.keepFreeBytes),
});
export type RecordingOptions = z.infer<typeof recordingOptionsSchema>;

const sessionFields = {
  sampleRate: sampleRateSchema,
  bufferFrames: bufferFramesSchema,
  /** null: as long a chain as the strips ask for. */
  latencyModeMs: latencyModeSchema.nullable(),
  /** What the talker hears, and what listeners hear; null for none. */
  monitorDeviceId: deviceIdSchema.nullable(),
  programDeviceId: deviceIdSchema.nullable(),
};

/** Of the session and the recording, what is to change; channels have calls of their own. */
export const captureOptionChangesSchema = z.strictObject({
  ...z.strictObject(sessionFields).partial().shape,
  recording: z.strictObject(recordingFields).partial().optional(),
});
export type CaptureOptionChanges = z.infer<typeof captureOptionChangesSchema>;

/** A studio as a document: what is to be captured, how it is heard, and how it is recorded. */
export const captureSetUpSchema = z
  .strictObject({
    version: z.literal(1),
    sampleRate: sessionFields.sampleRate.default(DEFAULT_SESSION.sampleRate),
    bufferFrames: sessionFields.bufferFrames.default(DEFAULT_SESSION.bufferFrames),
    latencyModeMs: sessionFields.latencyModeMs.default(DEFAULT_SESSION.latencyModeMs),
    monitorDeviceId: sessionFields.monitorDeviceId.default(DEFAULT_SESSION.monitorDeviceId),
    programDeviceId: sessionFields.programDeviceId.default(DEFAULT_SESSION.programDeviceId),
    channels: z
      .array(captureChannelSchema)
      .max(MAX_CAPTURE_CHANNELS, `at most ${MAX_CAPTURE_CHANNELS} channels`)
      .default([]),
    recording: recordingOptionsSchema.prefault({}),
  })
  .superRefine((setUp, context) => {
    const ids = setUp.channels.map(({ id }) => id);
    ids.forEach((id, index) => {
      if (ids.indexOf(id) === index) return;
      context.addIssue({
        code: 'custom',
        path: ['channels', index, 'id'],
        message: `"${id}" is there twice`,
      });
    });
    const slots = setUp.channels.flatMap(({ plugins }, channel) =>
      plugins.map(({ id }, slot) => ({ id, path: ['channels', channel, 'plugins', slot, 'id'] })),
    );
    slots.forEach(({ id, path }, index) => {
      if (slots.findIndex((other) => other.id === id) === index) return;
      context.addIssue({ code: 'custom', path, message: `"${id}" is there twice` });
    });
    const { container, encoding, sync } = setUp.recording;
    if (container === 'flac' && encoding !== 'pcm24') {
      context.addIssue({
        code: 'custom',
        path: ['recording', 'encoding'],
        message: 'FLAC keeps pcm24 alone; choose rf64 for float32',
      });
    }
    if (sync.method !== 'timecode' || sync.source !== 'ltc') return;
    if (sync.ltcChannelId === null || !ids.includes(sync.ltcChannelId)) {
      context.addIssue({
        code: 'custom',
        path: ['recording', 'sync', 'ltcChannelId'],
        message: 'LTC is read from a channel of this set-up: name its id',
      });
    }
  });
export type CaptureSetUp = z.infer<typeof captureSetUpSchema>;

/** A set-up without a channel. */
export const EMPTY_SET_UP: CaptureSetUp = captureSetUpSchema.parse({ version: 1 });

type CaptureSource = Pick<AudioDevice, 'id' | 'name' | 'type' | 'isDefault' | 'channels'>;
type SourceChannel = Pick<CaptureChannel, 'id' | 'name' | 'deviceChannels' | 'isEnabled'> & {
  source: string;
};

/**
 * A channel for each device that hears something, the default first. What the computer plays is there and not
 * enabled: it would record the very sound that is being monitored. Our own virtual microphone is left out: it is our sound.
 */
export function channelsOfSources(devices: readonly CaptureSource[]): SourceChannel[] {
  return devices
    .filter((device) => device.type !== 'output' && device.channels > 0 && !isOwnMicrophone(device))
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, MAX_CAPTURE_CHANNELS)
    .map((device, index) => ({
      id: `channel-${index + 1}`,
      name: device.name,
      source: device.id,
      deviceChannels: deviceChannelsOf(device.channels),
      isEnabled: device.type !== 'system',
    }));
}

function rank({ type, isDefault }: CaptureSource): number {
  if (type === 'system') return 2;
  return isDefault ? 0 : 1;
}

/** Two channels are a stereo source; of one with more, the first is most likely the microphone. */
export function deviceChannelsOf(channels: number): number[] {
  return channels === 2 ? [0, 1] : [0];
}

/** The first id of the form `channel-N` that is not taken. */
export function freeChannelId(taken: readonly string[]): string {
  let number = taken.length + 1;
  while (taken.includes(`channel-${number}`)) number += 1;
  return `channel-${number}`;
}
