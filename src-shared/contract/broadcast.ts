import { z } from 'zod';
import { isStreamKey, MAX_STREAM_KEY_LENGTH } from '../domain/broadcast/address.ts';
import { destinationFields, destinationSchema } from '../domain/broadcast/destinations.ts';
import { interruptedBroadcastSchema } from '../domain/broadcast/interrupted.ts';
import { masterQualityIdSchema, MOST_SOUND_DELAY_MS } from '../domain/broadcast/quality.ts';
import { broadcastStateSchema, destinationStateSchema } from '../domain/broadcast/states.ts';
import { MAX_COLLECTION_BYTES } from '../domain/broadcast/sceneCollection.ts';
import { sceneEditSchema } from '../domain/broadcast/sceneEdits.ts';
import { transitionSchema } from '../domain/broadcast/transition.ts';
import { defineEvent, defineProcedure, defineStream, defineUpload } from './define.ts';
import { errorCodeSchema } from './errors.ts';
import { MAX_APPEND_BYTES } from './video.ts';

const count = z.int().nonnegative();
const byId = z.strictObject({ id: z.string().min(1).max(200) });
/** Of one call: five seconds at the highest rate. */
const MAX_FRAMES_A_CALL = 300;

/** How a destination of the running broadcast is: all of it counted or measured. */
const destinationHealthSchema = z.object({
  state: destinationStateSchema,
  attempt: count,
  nextTryInMs: z.number().nullable(),
  openBytes: z.number(),
  /** null where the server acknowledges nothing. */
  lastAckAgeMs: z.number().nullable(),
  behindMs: z.number(),
  kbps: z.number(),
  sentBytes: count,
  acknowledgedBytes: count.nullable(),
  framesSent: count,
  framesAcknowledged: count.nullable(),
  groupsSkipped: count,
  framesSkipped: count,
  packetsLost: count,
  reconnects: count,
  reason: z.object({ failure: z.string(), message: z.string() }).nullable(),
});

export const broadcastViewSchema = z.object({
  state: broadcastStateSchema,
  isMultiStream: z.boolean(),
  destinations: z.array(
    destinationSchema.extend({
      /** A key is kept; the key itself never leaves the host. */
      hasKey: z.boolean(),
      /** null while nothing is sent there. */
      health: destinationHealthSchema.nullable(),
    }),
  ),
  /** Where keys rest on this host. */
  keysKeptIn: z.enum(['keychain', 'file']),
  live: z
    .object({
      title: z.string(),
      description: z.string(),
      quality: masterQualityIdSchema,
      elapsedSec: z.number().nonnegative(),
      /** To be said with every call of `broadcast.append`: who has an older one is no longer the page that sends. */
      feed: count,
      framesMade: count,
      /** Sent again by the host while no page sent any: viewers saw one frame. */
      framesHeld: count,
      /** Of the engine's mix; silence where no sound is captured. */
      soundFrom: z.enum(['engine', 'silence']),
      soundProblem: z.string().nullable(),
      /** Silence is sent in place of the sound. */
      isMuted: z.boolean(),
    })
    .nullable(),
  /** It was live when the host was killed, and can be resumed. */
  interrupted: interruptedBroadcastSchema.nullable(),
});
export type BroadcastView = z.infer<typeof broadcastViewSchema>;

const broadcastMarkerSchema = z.object({ label: z.string(), atSec: z.number().nonnegative() });

export const broadcastCertificateSchema = z.object({
  version: z.literal(1),
  startedAt: z.string(),
  durationSec: z.number().nonnegative(),
  framesMade: count,
  framesHeld: count,
  /** By how much the clock of the sound moved; the video followed. */
  clockDriftMs: z.number(),
  soundPacketsMade: count,
  /** What was done while live. */
  events: z.array(broadcastMarkerSchema.extend({ kind: z.enum(['marker', 'muted', 'unmuted']) })),
  destinations: z.array(
    z.object({
      id: z.string(),
      address: z.string(),
      grade: z.enum(['green', 'amber', 'red']),
      framesSent: count,
      framesAcknowledged: count.nullable(),
      soundPacketsSent: count,
      groupsSkipped: count,
      framesSkipped: count,
      packetsMissing: count,
      reconnects: count,
      /** Video ahead of sound, by the times of the packets that were sent: the first of both, and the last. */
      sync: z.object({ startMs: z.number().nullable(), endMs: z.number().nullable() }),
      outages: z.array(z.object({ message: z.string(), fromSec: z.number(), forSec: z.number().nullable() })),
      reasons: z.array(z.string()),
    }),
  ),
});
export type BroadcastCertificate = z.infer<typeof broadcastCertificateSchema>;

/** AVCDecoderConfigurationRecord, as WebCodecs describes it. */
const avcConfigSchema = z.base64().min(8).max(10_000);

/** By how much the sound is heard later than it was, in ms; below 0: earlier. */
const soundDelaySchema = z.number().min(-MOST_SOUND_DELAY_MS).max(MOST_SOUND_DELAY_MS);

/** Far above what words on one color take. */
const MOST_SLATE_BYTES = 2_000_000;

const startRequestSchema = z.strictObject({
  title: z.string().trim().min(1).max(200),
  quality: masterQualityIdSchema,
  /** One of the saved scenes; null: the one that the page shows. */
  sceneId: z.string().min(1).max(200).nullable(),
});
export type BroadcastStartRequest = z.infer<typeof startRequestSchema>;

const sceneRequestSchema = z.strictObject({
  sceneId: z
    .string()
    .min(1)
    .max(200)
    .describe('A scene from listScenes, or “layout”: the sources in their layout.'),
  transition: transitionSchema.nullable().default(null).describe('null: as the page has it.'),
});

const NOT_RUNNING = ['BROADCAST_NOT_RUNNING', 'BAD_OPTION'] as const;
const STORE_ERRORS = ['DESTINATION_NOT_FOUND', 'SETTINGS_UNWRITABLE', 'BAD_OPTION'] as const;
const KEY_ERRORS = ['DESTINATION_NOT_FOUND', 'KEYS_UNWRITABLE'] as const;

/**
 * Live broadcast. The page composes and encodes video once; the host adds the sound of the engine and sends both to
 * every destination. Times of frames are those of `video.readClock`.
 */
export const broadcastContract = {
  'broadcast.read': defineProcedure({ input: z.void(), output: broadcastViewSchema }),
  /** `id` null: a new one. */
  'broadcast.saveDestination': defineProcedure({
    input: z.strictObject({ id: destinationSchema.shape.id.nullable(), ...destinationFields }),
    output: broadcastViewSchema,
    errors: [...STORE_ERRORS, 'BROADCAST_ALREADY_RUNNING'],
  }),
  /** Its key goes with it. */
  'broadcast.removeDestination': defineProcedure({
    input: byId,
    output: broadcastViewSchema,
    errors: [...STORE_ERRORS, 'KEYS_UNWRITABLE', 'BROADCAST_ALREADY_RUNNING'],
  }),
  'broadcast.setMultiStream': defineProcedure({
    input: z.strictObject({ isOn: z.boolean() }),
    output: broadcastViewSchema,
    errors: [...STORE_ERRORS, 'BROADCAST_ALREADY_RUNNING'],
  }),
  'broadcast.saveKey': defineProcedure({
    input: byId.extend({
      key: z
        .string()
        .trim()
        .min(1, 'Type a stream key.')
        .max(MAX_STREAM_KEY_LENGTH)
        .refine(isStreamKey, { error: 'A stream key has no spaces and no special signs.' }),
    }),
    output: broadcastViewSchema,
    errors: KEY_ERRORS,
  }),
  'broadcast.removeKey': defineProcedure({ input: byId, output: broadcastViewSchema, errors: KEY_ERRORS }),
  /** Nobody wants to resume it. */
  'broadcast.forgetInterrupted': defineProcedure({
    input: z.void(),
    output: broadcastViewSchema,
    errors: [...STORE_ERRORS, 'BROADCAST_ALREADY_RUNNING'],
  }),
  /** Goes live at every enabled destination that has a key, or at the first alone. Only its connection feeds it. */
  'broadcast.start': defineProcedure({
    input: z.strictObject({
      title: z.string().trim().min(1, 'Please enter a stream title').max(200),
      description: z.string().max(5000),
      quality: masterQualityIdSchema,
      soundDelayMs: soundDelaySchema.default(0),
      avcConfig: avcConfigSchema,
    }),
    output: broadcastViewSchema,
    errors: ['BROADCAST_ALREADY_RUNNING', 'BAD_OPTION', 'PLAN_LIMIT'],
  }),
  /** Asks the page that is open to go live, and answers when it did: a page alone composes and encodes. */
  'broadcast.askStart': defineProcedure({
    input: startRequestSchema,
    output: broadcastViewSchema,
    errors: ['BROADCAST_ALREADY_RUNNING', 'BAD_OPTION', 'PLAN_LIMIT', 'UNSUPPORTED'],
  }),
  /** What is asked for: the one page that gets it goes live, or says by `broadcast.refuseStart` why not. */
  'broadcast.takeStartRequest': defineProcedure({
    input: z.void(),
    output: z.object({ request: startRequestSchema.nullable() }),
  }),
  'broadcast.refuseStart': defineProcedure({
    input: z.strictObject({ code: errorCodeSchema, message: z.string().max(2000) }),
    output: z.void(),
  }),
  'broadcast.onStartAsked': defineEvent({ payload: z.object({}), delivery: 'every' }),
  /** Shows viewers another scene, and answers when it did: the page that sends composes it. */
  'broadcast.showScene': defineProcedure({
    input: sceneRequestSchema,
    output: z.void(),
    errors: [...NOT_RUNNING, 'UNSUPPORTED'],
  }),
  'broadcast.onSceneAsked': defineEvent({
    payload: sceneRequestSchema.extend({ requestId: z.string() }),
    delivery: 'every',
  }),
  /** Of the page that sends. `failure`: why viewers do not see it. */
  'broadcast.answerScene': defineProcedure({
    input: z.strictObject({
      requestId: z.string().max(100),
      failure: z.object({ code: errorCodeSchema, message: z.string().max(2000) }).nullable(),
    }),
    output: z.void(),
  }),
  /** Another page sends from now on, encoded so; the one before may send no more. */
  'broadcast.resume': defineProcedure({
    input: z.strictObject({ avcConfig: avcConfigSchema }),
    output: broadcastViewSchema,
    errors: NOT_RUNNING,
  }),
  /** What viewers see while no page sends: a configuration, a key frame encoded so, and the frame after it. */
  'broadcast.setSlate': defineUpload({
    input: z.strictObject({
      feed: count,
      sizes: z.array(z.int().min(1).max(MOST_SLATE_BYTES)).length(3),
    }),
    output: z.void(),
    errors: NOT_RUNNING,
  }),
  /** Encoded frames in their order, the first a key frame; their bytes follow one another. */
  'broadcast.append': defineUpload({
    input: z.strictObject({
      feed: count,
      frames: z
        .array(
          z.strictObject({
            atMs: z.number(),
            isKey: z.boolean(),
            sizeBytes: z.int().min(1).max(MAX_APPEND_BYTES),
          }),
        )
        .max(MAX_FRAMES_A_CALL)
        .refine((frames) => frames.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) <= MAX_APPEND_BYTES, {
          error: `the frames of one call have ${MAX_APPEND_BYTES} bytes at most`,
        }),
    }),
    /** `wantsKey`: what was sent cannot be begun with; make the next one a key frame. */
    output: z.object({ framesMade: count, wantsKey: z.boolean() }),
    errors: NOT_RUNNING,
  }),
  /** Connects at once, where a destination waits for its next try or was refused. */
  'broadcast.tryNow': defineProcedure({ input: byId, output: z.void(), errors: NOT_RUNNING }),
  /** The sound of the programme is sent as silence, or heard again; what is recorded stays as it is. */
  'broadcast.setMuted': defineProcedure({
    input: z.strictObject({ isMuted: z.boolean() }),
    output: broadcastViewSchema,
    errors: NOT_RUNNING,
  }),
  'broadcast.setSoundDelay': defineProcedure({
    input: z.strictObject({ delayMs: soundDelaySchema }),
    output: z.void(),
    errors: NOT_RUNNING,
  }),
  /** At what is sent now. */
  'broadcast.addMarker': defineProcedure({
    input: z.strictObject({ label: z.string().trim().max(200) }),
    output: broadcastMarkerSchema,
    errors: NOT_RUNNING,
  }),
  /** The scenes of this computer, as the text that they are exported as; nothing where none were saved. */
  'broadcast.readScenes': defineStream({ input: z.object({}) }),
  /** In place of those that were saved before. */
  'broadcast.saveScenes': defineUpload({
    input: z.strictObject({ sizeBytes: z.int().min(1).max(MAX_COLLECTION_BYTES) }),
    output: z.void(),
    errors: ['SETTINGS_UNWRITABLE', 'BAD_OPTION'],
  }),
  /** Changes the list of scenes in the file, and in every page that has it. `changed` false: there was nothing to change. */
  'broadcast.editScenes': defineProcedure({
    input: z.strictObject({ edit: sceneEditSchema }),
    output: z.object({ changed: z.boolean() }),
    errors: ['SETTINGS_UNWRITABLE', 'BAD_OPTION'],
  }),
  'broadcast.onScenesEdited': defineEvent({
    payload: z.object({ edit: sceneEditSchema }),
    delivery: 'every',
  }),
  /** Within two seconds, whatever the destinations do. */
  'broadcast.stop': defineProcedure({
    input: z.void(),
    output: broadcastCertificateSchema,
    errors: NOT_RUNNING,
  }),
  'broadcast.onChanged': defineEvent({ payload: broadcastViewSchema, delivery: 'latest' }),
};
