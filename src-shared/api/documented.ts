import { z } from 'zod';
import { broadcastStateSchema, destinationStateSchema } from '../domain/broadcast/states.ts';
import { MASTER_QUALITY_IDS } from '../domain/broadcast/quality.ts';
import { PLATFORM_IDS } from '../domain/broadcast/platforms.ts';
import { MAX_SCENES, sceneNameSchema } from '../domain/broadcast/sceneCollection.ts';
import { presetIdSchema } from '../domain/presets.ts';
import { percentSchema } from '../domain/stripSchema.ts';
import { TRANSLATION_LANGUAGE_IDS } from '../domain/voiceAi/index.ts';
import { takeIdSchema, takeLabelsSchema } from '../contract/takes.ts';
import { problemSchema } from './problem.ts';
import { KEY_SCOPES } from './scopes.ts';

/** The four calls of document 3, section 7.3, with the fields that it names. */

export const noiseCancellationInput = z.strictObject({
  profile: presetIdSchema.describe('A preset, by its id.'),
  sensitivity: percentSchema
    .optional()
    .describe('How readily sound under speech counts as noise. Without it, as the preset says.'),
  noiseReduction: percentSchema
    .optional()
    .describe('How far noise is lowered. Without it, as the preset says.'),
  realTime: z
    .boolean()
    .default(true)
    .describe(
      'Live, from the microphone of Settings. Recordings are cleaned by cleanVoices, so false is refused.',
    ),
});

export const noiseCancellationOutput = z.object({
  sessionId: z.string().describe('Names the session.'),
  status: z.enum(['active', 'inactive']).describe('What it does now.'),
  profile: z.string().nullable().describe('The preset in use.'),
  metrics: z
    .object({
      latencyMs: z.number().nullable().describe('Median latency; null until it is measured.'),
      reductionDb: z.number().nullable().describe('Noise lowered in pauses; null until a pause was heard.'),
    })
    .describe('What was measured.'),
});

/** Samples a second of each quality; 24 bits a sample. */
export const RECORDING_RATES = { standard: 44_100, high: 48_000, maximum: 96_000 } as const;

export const recordingInput = z.strictObject({
  tracks: z
    .array(
      z.strictObject({
        type: z.enum(['audio', 'video']).describe('Kind of track. Cameras are recorded in the app.'),
        source: z
          .string()
          .min(1)
          .max(500)
          .describe('A device, by its id or name; default: the default input.'),
        channel: z.int().min(1).max(256).describe('Input of the device, from 1.'),
      }),
    )
    .min(1)
    .max(64)
    .describe('What is recorded.'),
  quality: z.enum(['standard', 'high', 'maximum']).default('high').describe('24-bit at 44.1, 48 or 96 kHz.'),
  format: z.enum(['wav', 'flac']).default('wav').describe('Kind of file.'),
});

export const recordingOutput = z.object({
  recordingId: z.string().describe('Names the recording: the id of its take.'),
  status: z.enum(['recording', 'paused', 'stopped']).describe('What it does now.'),
  tracks: z.int().nonnegative().describe('How many tracks.'),
  estimatedSize: z.string().describe('Size of an hour.'),
});

export const broadcastInput = z.strictObject({
  title: z.string().trim().min(1).max(200).describe('Shown to viewers.'),
  platforms: z.array(z.enum(PLATFORM_IDS)).min(1).max(30).describe('Where to: each is set up in the app.'),
  quality: z
    .enum([...MASTER_QUALITY_IDS, '1080p', '720p'])
    .default('1080p')
    .describe('Frame size and rate; without a rate, 30 frames a second.'),
  adaptiveBitrate: z
    .boolean()
    .default(true)
    .describe(
      'On a slow line frames are left out, so that viewers stay live. false: what was missed is sent later.',
    ),
});

export const broadcastOutput = z.object({
  broadcastId: z.string().describe('Names the broadcast.'),
  status: broadcastStateSchema.describe('What it does now.'),
  platforms: z
    .array(
      z.object({
        name: z.string().describe('The platform.'),
        status: destinationStateSchema.describe('Its state.'),
      }),
    )
    .describe('Each with its state.'),
  totalViewers: z
    .int()
    .nonnegative()
    .nullable()
    .describe('On all platforms that say it; null where none does.'),
  streamHealth: z.enum(['good', 'fair', 'poor', 'unknown']).describe('How the line carries it.'),
});

/** The same by ids, and with a scene. */
export const goLiveInput = z.strictObject({
  title: broadcastInput.shape.title,
  destinations: z
    .array(z.string().min(1).max(200))
    .min(1)
    .max(30)
    .describe('Ids of destinations from readBroadcast: each is set up in the app.'),
  sceneId: z
    .string()
    .min(1)
    .max(200)
    .nullable()
    .default(null)
    .describe('A scene from listScenes; null: the one that the page shows.'),
  quality: broadcastInput.shape.quality,
  adaptiveBitrate: broadcastInput.shape.adaptiveBitrate,
});

export const scenesOutput = z.object({
  items: z.array(z.object({ id: z.string(), name: z.string() })),
  next: z.null().describe('There are never more.'),
});

const { sceneId } = goLiveInput.shape;
const sceneIdInput = z.strictObject({ sceneId: sceneId.unwrap().unwrap() });

export const newSceneInput = z.strictObject({
  name: sceneNameSchema,
  copyOf: sceneId.describe('A scene from listScenes that it is a copy of; null: an empty one.'),
});
export const sceneNameInput = sceneIdInput.extend({ name: sceneNameSchema });
export const scenePlaceInput = sceneIdInput.extend({
  toIndex: z
    .int()
    .min(0)
    .max(MAX_SCENES - 1)
    .describe('Its place in the list, from 0.'),
});
export const goneSceneInput = sceneIdInput;

export const shownSceneOutput = z.object({ sceneId: z.string() });

export const transcribeInput = z.strictObject({
  language: z.string().min(2).max(40).default('auto').describe('Spoken language, or auto.'),
  translate: z
    .array(z.enum(TRANSLATION_LANGUAGE_IDS))
    .max(20)
    .default([])
    .describe('Languages to translate into.'),
});

export const transcribeOutput = z.object({
  transcriptionId: z.uuid().describe('Names the transcription.'),
  originalText: z.string().describe('What was said.'),
  translations: z.record(z.string(), z.string()).describe('Text by language.'),
  confidence: z.number().min(0).max(1).nullable().describe('0 to 1; null where the engine does not say.'),
  processingTime: z.number().nonnegative().describe('Seconds.'),
});

export const takeIdsInput = z.strictObject({
  ids: z.array(takeIdSchema).min(1).max(200).describe('Takes, by their ids.'),
});

export const labelTakesInput = takeIdsInput.extend({
  folder: takeLabelsSchema.shape.folder
    .optional()
    .describe('Without it each stays where it is; empty: in none.'),
  addTags: takeLabelsSchema.shape.tags.default([]).describe('Tags that each gets beside its own.'),
  removeTags: takeLabelsSchema.shape.tags.default([]).describe('Tags that each loses.'),
});

export const eachTakeOutput = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      problem: problemSchema.nullable().describe('Why it was not done; null: it was.'),
    }),
  ),
  next: z.null().describe('There are never more.'),
});

/** The key that asks. */
export const ownKeyOutput = z.object({
  name: z.string(),
  scopes: z.array(z.enum(KEY_SCOPES)),
  expiresAtMs: z.number().nullable(),
  calls: z.object({
    month: z.string().describe('In UTC, such as 2026-11.'),
    used: z.int().nonnegative().describe('Calls that started work.'),
    limit: z.int().nonnegative().nullable().describe('null: unlimited.'),
  }),
});
