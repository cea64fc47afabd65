import { z } from 'zod';
import { videoCodecSchema } from './takeVideoTracks.ts';
import { DENOISE_ENGINES, VOICE_ENGINES } from '../domain/denoise.ts';
import { RENDER_FORMATS } from '../domain/edit/render.ts';
import { CLEAN_CONTAINERS } from '../domain/fileCleaning.ts';
import { defineEvent, defineProcedure } from './define.ts';

/** Something that a host can do, or the sentence that explains to the user why it can't. */
export const capabilitySchema = z.discriminatedUnion('supported', [
  z.object({ supported: z.literal(true) }),
  z.object({ supported: z.literal(false), reason: z.string() }),
]);
export type Capability = z.infer<typeof capabilitySchema>;

const fileCleaningSchema = z.discriminatedUnion('supported', [
  z.object({
    supported: z.literal(true),
    /** Kinds of file, in words for the user. */
    reads: z.string(),
    /** Kinds that a result can be saved as, the usual one first. */
    writes: z.array(z.enum(CLEAN_CONTAINERS)).min(1),
  }),
  z.object({ supported: z.literal(false), reason: z.string() }),
]);
export type FileCleaning = z.infer<typeof fileCleaningSchema>;

const voiceCleaningSchema = z.discriminatedUnion('supported', [
  z.object({ supported: z.literal(true), engines: z.array(z.enum(VOICE_ENGINES)).min(1) }),
  z.object({ supported: z.literal(false), reason: z.string() }),
]);
export type VoiceCleaning = z.infer<typeof voiceCleaningSchema>;

const takesSupportSchema = z.discriminatedUnion('supported', [
  z.object({
    supported: z.literal(true),
    /** What a take can be exported as: mixes and stems, video files, or its own files as downloads of the page. */
    exports: z.array(z.enum(['sound', 'video', 'files'])),
    /** New takes are made from parts of such takes, as `takes.extract` does it. */
    extracts: z.array(z.enum(['sound', 'video'])),
    /** Takes and exports lie in folders of the host's machine, which `takes.locate` returns. */
    hasFolders: z.boolean(),
  }),
  z.object({ supported: z.literal(false), reason: z.string() }),
]);
export type TakesSupport = z.infer<typeof takesSupportSchema>;

/** `heardBy`: who opens the sound that is recorded with video. A page hears its own microphone and what is shared with it. */
const videoSupportSchema = z.discriminatedUnion('supported', [
  z.object({
    supported: z.literal(true),
    heardBy: z.enum(['host', 'page']),
    /** The microphone beside a screen is cleaned before it is written. */
    cleansVoice: z.boolean(),
    /** A camera is put on the screen, where a take is exported. */
    hasCameraBubble: z.boolean(),
    /** That its video may come in. */
    codecs: z.array(videoCodecSchema).min(1),
  }),
  z.object({ supported: z.literal(false), reason: z.string() }),
]);
export type VideoSupport = z.infer<typeof videoSupportSchema>;

/** Options of a recording that some hosts leave to the user. */
export const CAPTURE_OPTIONS = ['format', 'sync', 'sampleRate', 'preRoll', 'bothTaps'] as const;

/** The studio's channels, as `capture.*` serves them; how many, `channelCaps` says. */
const captureSupportSchema = z.discriminatedUnion('supported', [
  z.object({
    supported: z.literal(true),
    /** It adds channels up as they are recorded, for listeners and for a file. */
    hasMix: z.boolean(),
    /** Channels have volume, pan, mute and solo: of that mix, or of the one that is made when a take is exported. */
    hasFaders: z.boolean(),
    /** What can be chosen; the rest is as the host does it. */
    options: z.array(z.enum(CAPTURE_OPTIONS)),
    /** Noise models that a channel can have. */
    engines: z.array(z.enum(DENOISE_ENGINES)),
    /** A channel can hear `default`: whichever microphone is there. */
    hasDefaultSource: z.boolean(),
    /** Of a channel's sound, where it is always compressed; null: as its format says. */
    soundBitsPerSecond: z.int().positive().nullable(),
  }),
  z.object({ supported: z.literal(false), reason: z.string() }),
]);
export type CaptureSupport = z.infer<typeof captureSupportSchema>;

const editorSupportSchema = z.discriminatedUnion('supported', [
  z.object({
    supported: z.literal(true),
    /** Projects come from folders of the host's machine, and are taken along as such. */
    hasFolders: z.boolean(),
    /** Frames that nothing changes are copied, where an export is asked to. */
    hasSmartCut: z.boolean(),
    /** In which markers become chapters of an export. */
    chapterFormats: z.array(z.enum(RENDER_FORMATS)),
    /** Exports continue when the page is closed. */
    outlivesPage: z.boolean(),
  }),
  z.object({ supported: z.literal(false), reason: z.string() }),
]);
export type EditorSupport = z.infer<typeof editorSupportSchema>;

const channelCapsSchema = z.object({
  audio: z.int().positive(),
  video: z.int().positive(),
  screen: z.int().positive(),
});

export const hostDescriptionSchema = z.object({
  product: z.string(),
  version: z.string(),
  /** For the diagnostics alone: a screen never asks where it runs. */
  runtime: z.enum(['electron', 'node', 'browser']),
  operatingSystem: z.string(),
  mode: z.enum(['professional', 'basic']),
  channelCaps: channelCapsSchema,
  capabilities: z.object({
    liveCleaning: capabilitySchema,
    /** Of what the loudspeakers play, live and in the studio's channels. */
    echoCancellation: capabilitySchema,
    deviceSelection: capabilitySchema,
    /** Of files, as `clean.*` does it. */
    fileCleaning: fileCleaningSchema,
    capture: captureSupportSchema,
    /** Set-ups of the studio that are kept under names, as `templates.*` does it. */
    templates: capabilitySchema,
    /** Cameras and screens in takes, as `video.*` does it; what the page itself can capture, it knows. */
    video: videoSupportSchema,
    /** The library of takes, as `takes.*` serves it. */
    takes: takesSupportSchema,
    /** Of takes, as `takes.cleanVoices` does it. */
    voiceCleaning: voiceCleaningSchema,
    /** Sending live, as `broadcast.*` does it; whether the page can encode, it knows. */
    broadcast: capabilitySchema,
    /** Transcripts of takes, as `transcripts.*` makes them. */
    transcripts: capabilitySchema,
    /** Live captions of the studio's channels: `captions.*`. */
    captions: capabilitySchema,
    plugins: capabilitySchema,
    /** The video editor, as `projects.*` and `renders.*` do it. */
    editor: editorSupportSchema,
    /** Starting with the user's log-in, and living on in the tray without a window. */
    autoStart: capabilitySchema,
    tray: capabilitySchema,
    /** Windows of plug-ins, on the machine of the host. */
    pluginWindows: capabilitySchema,
    /** Keys that are heard while another program is in front. */
    globalShortcuts: capabilitySchema,
    /** A small window above all others, while a screen is captured. */
    captureControl: capabilitySchema,
    /** Pages of browsers, as `browsers.*` lists them. */
    pairedBrowsers: capabilitySchema,
    /** Calls of other programs on the machine of the host, as `api.*` serves them. */
    api: capabilitySchema,
    /** Of files on the machine of the host, in its file manager. */
    showInFolder: capabilitySchema,
  }),
});
export type HostDescription = z.infer<typeof hostDescriptionSchema>;

/** What keeps this host from saving anything, or made it lose something. */
const hostTroubleSchema = z.object({
  code: z.enum(['DISK_FULL', 'FILE_UNWRITABLE', 'DATABASE_DAMAGED']),
  /** Of the data. */
  folder: z.string(),
  /** Null where it is not known. */
  freeBytes: z.int().nonnegative().nullable(),
  /** A sentence for the user. */
  message: z.string(),
});
export type HostTrouble = z.infer<typeof hostTroubleSchema>;

export const hostContract = {
  /** As it is at the moment of the call; empty where all is well. */
  'host.readTrouble': defineProcedure({ input: z.void(), output: z.array(hostTroubleSchema) }),
  /** Ask again. */
  'host.onTroubleFound': defineEvent({ payload: z.object({}), delivery: 'every' }),
  'host.describe': defineProcedure({ input: z.void(), output: hostDescriptionSchema }),
};
