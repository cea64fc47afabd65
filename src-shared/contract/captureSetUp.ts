import { z } from 'zod';
import { LATENCY_MODES_MS } from '../domain/audio.ts';
import {
  DEFAULT_CHANNEL,
  DEFAULT_RECORDING,
  DEFAULT_SESSION,
  MAX_CAPTURE_CHANNELS,
  MAX_PRE_ROLL_SEC,
} from '../domain/captureSetUp.ts';
import { MAX_CHAIN_PLUGINS, MAX_PLUGIN_STATE_CHARS } from '../domain/plugins.ts';
import { CHANNEL_COLOURS } from '../domain/videoChannels.ts';
import { stripFields, withDefaults } from '../domain/stripSchema.ts';
import { pluginIdSchema } from './plugins.ts';
import { bufferFramesSchema, sampleRateSchema } from './settings.ts';

/** The channels of one device are counted from 0. */
const MAX_DEVICE_CHANNEL = 255;

const idSchema = z.string().trim().min(1).max(100);
const nameSchema = z.string().trim().min(1).max(200);
const deviceIdSchema = z.string().min(1).max(500);
export const latencyModeSchema = z.literal(LATENCY_MODES_MS);

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
  /** What a channel's file keeps: what came in, or what leaves the strip before its fader. */
  tap: z.enum(['raw', 'processed']),
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
