import { z } from 'zod';
import {
  MAX_CHAIN_PLUGINS,
  MAX_PLUGIN_STATE_CHARS,
  pluginIdSchema,
  pluginParameterSchema,
} from '../domain/plugins.ts';
import { defineEvent, defineProcedure } from './define.ts';
import { errorCodeSchema } from './errors.ts';

const channelIdSchema = z.string().min(1).max(100);
const text = z.string().max(500);
const count = z.int().nonnegative();
const normalised = z.number().min(0).max(1);

/** An entry of the catalogue (document 2, section 3), and where it comes from. */
export const pluginEntrySchema = z.object({
  id: pluginIdSchema,
  name: text,
  /** As the plug-in says it, e.g. `Fx|EQ`. */
  category: text,
  vendor: text,
  version: text,
  path: z.string(),
});
export type PluginEntry = z.infer<typeof pluginEntrySchema>;

/** A file that holds no plug-in that SoundDesk can load, and why. It is not tried again until it changes. */
export const failedPluginSchema = z.object({
  path: z.string(),
  code: errorCodeSchema,
  message: z.string(),
  failedAtMs: z.number(),
});
export type FailedPlugin = z.infer<typeof failedPluginSchema>;

const pluginFolderSchema = z.object({
  path: z.string(),
  /** One of the system's or the user's own, from the settings. */
  isOwn: z.boolean(),
  exists: z.boolean(),
  /** Why a part of it could not be read. */
  problem: z.string().nullable(),
});
export type PluginFolder = z.infer<typeof pluginFolderSchema>;

export const scanProgressSchema = z.object({
  isRunning: z.boolean(),
  done: count,
  total: count,
  /** What is being looked at now. */
  current: z.string().nullable(),
  found: count,
  failed: count,
});
export type ScanProgress = z.infer<typeof scanProgressSchema>;

export const pluginCatalogueSchema = z.object({
  plugins: z.array(pluginEntrySchema),
  failed: z.array(failedPluginSchema),
  folders: z.array(pluginFolderSchema),
  scan: scanProgressSchema,
  /** When the last scan ended; null where there was none yet. */
  scannedAtMs: z.number().nullable(),
});
export type PluginCatalogue = z.infer<typeof pluginCatalogueSchema>;

/** What the processes of plug-ins are kept from on this computer. */
export const pluginConfinementSchema = z.object({
  /** Files other than the plug-in's own. */
  files: z.boolean(),
  /** The network, and other programs' sockets. */
  network: z.boolean(),
  /** Ending or stopping other programs. */
  signals: z.boolean(),
  /** Starting other programs, and other programs' memory. */
  programs: z.boolean(),
});
export type PluginConfinement = z.infer<typeof pluginConfinementSchema>;

export const parameterValueSchema = pluginParameterSchema.pick({ id: true, value: true, display: true });
export type ParameterValue = z.infer<typeof parameterValueSchema>;

const busSchema = z.object({ name: text, channels: count, isMain: z.boolean() });

/** A plug-in in a channel's chain. */
export const loadedPluginSchema = z.object({
  /** Of this place in the chain: the same plug-in may be there twice. */
  id: z.string().min(1).max(100),
  pluginId: pluginIdSchema,
  name: text,
  vendor: text,
  isBypassed: z.boolean(),
  /** The channel that its side-chain hears; null: none. */
  sideChain: channelIdSchema.nullable(),
  /** What is only known while the chain runs. */
  running: z
    .object({
      latencyFrames: count,
      hasEditor: z.boolean(),
      isEditorOpen: z.boolean(),
      inputs: z.array(busSchema).max(64),
      outputs: z.array(busSchema).max(64),
    })
    .nullable(),
  /** Why it is not at work, although the chain runs. */
  problem: z.object({ code: errorCodeSchema, message: z.string() }).nullable(),
});
export type LoadedPlugin = z.infer<typeof loadedPluginSchema>;

export const pluginChainSchema = z.object({
  channelId: channelIdSchema,
  /**
   * `closed`: no process is there for it, it is opened when it is needed. `marked`: it died or hung and the
   * channel is dry; `plugins.restart` tries it again.
   */
  status: z.enum(['closed', 'opening', 'running', 'marked']),
  mark: z
    .object({
      code: errorCodeSchema,
      message: z.string(),
      atMs: z.number(),
      /** It is being restarted automatically, which happens once. */
      isRestarting: z.boolean(),
    })
    .nullable(),
  /** Of all plug-ins together; what the other channels are delayed by, so that they stay aligned. */
  latencyFrames: count,
  sampleRate: z.number().positive(),
  /** Deadlines that it missed since it was opened: the number of buffers that were dry. */
  missedBlocks: count,
  plugins: z.array(loadedPluginSchema).max(MAX_CHAIN_PLUGINS),
});
export type PluginChain = z.infer<typeof pluginChainSchema>;

export const pluginPresetSchema = z.object({
  name: z.string(),
  /** Saved here, and not one that came with the plug-in. */
  isOwn: z.boolean(),
});
export type PluginPreset = z.infer<typeof pluginPresetSchema>;

const presetNameSchema = z.string().trim().min(1).max(100);
const base64Schema = z.base64().max(MAX_PLUGIN_STATE_CHARS);

/** `pluginId`: the id of a loaded plug-in, or that of the catalogue where it is in this chain once. */
const target = { channelId: channelIdSchema, pluginId: z.string().min(1).max(100) };
const targetInput = z.strictObject(target);

const CHAIN_ERRORS = [
  'CHANNEL_NOT_FOUND',
  'ENGINE_UNAVAILABLE',
  'ENGINE_STOPPED',
  'BAD_OPTION',
  'PLUGIN_HOST_UNAVAILABLE',
  'PLUGIN_CRASHED',
  'PLUGIN_TIMED_OUT',
  'PLUGIN_BAD_ANSWER',
  'PLUGIN_FAILED',
] as const;
const PLUGIN_ERRORS = [...CHAIN_ERRORS, 'PLUGIN_NOT_LOADED'] as const;
const LOAD_ERRORS = [
  ...CHAIN_ERRORS,
  'PLUGIN_NOT_FOUND',
  'PLUGIN_NOT_A_MODULE',
  'PLUGIN_LOAD_FAILED',
  'PLUGIN_NO_FACTORY',
  'PLUGIN_NO_AUDIO_CLASS',
  'PLUGIN_CLASS_NOT_FOUND',
  'PLUGIN_REFUSED',
  'PLUGIN_BUSES_UNSUPPORTED',
  'PLUGIN_CHAIN_FULL',
] as const;
const PRESET_ERRORS = [
  ...PLUGIN_ERRORS,
  'PLUGIN_PRESET_INVALID',
  'FILE_NOT_FOUND',
  'FILE_UNREADABLE',
  'FILE_UNWRITABLE',
  'DISK_FULL',
] as const;

/** Plug-ins: the catalogue, and the chains of channels (document 2, section 7). */
export const pluginsContract = {
  'plugins.readCatalogue': defineProcedure({ input: z.void(), output: pluginCatalogueSchema }),
  /** What plug-ins can't do on this computer; elsewhere they can do what their owner can. */
  'plugins.readConfinement': defineProcedure({ input: z.void(), output: pluginConfinementSchema }),
  /** Begins a scan and answers at once; known files that have not changed are not loaded again. */
  'plugins.scan': defineProcedure({
    input: z.strictObject({
      /** Scans everything again, also files that have failed before. */
      isForced: z.boolean().default(false),
    }),
    output: pluginCatalogueSchema,
    errors: ['PLUGIN_HOST_UNAVAILABLE'],
  }),
  /** What was found until then is kept. */
  'plugins.cancelScan': defineProcedure({ input: z.void(), output: pluginCatalogueSchema }),
  /** Tries one that has failed again, and answers when that is done. */
  'plugins.retry': defineProcedure({
    input: z.strictObject({ path: z.string().min(1).max(4096) }),
    output: pluginCatalogueSchema,
    errors: ['PLUGIN_HOST_UNAVAILABLE', 'PLUGIN_NOT_FOUND'],
  }),
  /**
   * Adds a folder of the user's own, kept with the settings; a scan follows automatically. Its plug-ins run as programs of
   * the owner, so the owner allows it outside the page.
   */
  'plugins.addFolder': defineProcedure({
    input: z.strictObject({ path: z.string().trim().min(1).max(1000) }),
    output: pluginCatalogueSchema,
    errors: ['BAD_OPTION', 'CONFIRMATION_NEEDED', 'FILE_NOT_FOUND', 'FILE_UNREADABLE', 'SETTINGS_UNWRITABLE'],
  }),
  /** What was found in it leaves the catalogue; chains keep the places of its plug-ins. */
  'plugins.removeFolder': defineProcedure({
    input: z.strictObject({ path: z.string().min(1).max(4096) }),
    output: pluginCatalogueSchema,
    errors: ['SETTINGS_UNWRITABLE'],
  }),
  /** "Get VST plugins": the catalogue; of a channel the plug-ins that are loaded there. */
  'plugins.list': defineProcedure({
    input: z.strictObject({ channelId: channelIdSchema.nullable().default(null) }).prefault({}),
    output: z.array(
      pluginEntrySchema.omit({ path: true, version: true, id: true }).extend({ id: z.string() }),
    ),
    errors: ['CHANNEL_NOT_FOUND'],
  }),
  /** "Load VST plugin": at the end of the chain, or at `position`, counted from 0. */
  'plugins.load': defineProcedure({
    input: z.strictObject({
      channelId: channelIdSchema,
      pluginId: pluginIdSchema,
      position: z
        .int()
        .min(0)
        .max(MAX_CHAIN_PLUGINS - 1)
        .nullable()
        .default(null),
    }),
    output: loadedPluginSchema,
    errors: LOAD_ERRORS,
  }),
  /** "Unload VST plugin". */
  'plugins.unload': defineProcedure({ input: targetInput, output: pluginChainSchema, errors: PLUGIN_ERRORS }),
  'plugins.move': defineProcedure({
    input: z.strictObject({
      ...target,
      position: z
        .int()
        .min(0)
        .max(MAX_CHAIN_PLUGINS - 1),
    }),
    output: pluginChainSchema,
    errors: PLUGIN_ERRORS,
  }),
  'plugins.setBypassed': defineProcedure({
    input: z.strictObject({ ...target, isBypassed: z.boolean() }),
    output: pluginChainSchema,
    errors: PLUGIN_ERRORS,
  }),
  /**
   * Another channel's sound for its side-chain, taken before that channel's own plug-ins; null: none. Four channels
   * can be heard in one chain.
   */
  'plugins.setSideChain': defineProcedure({
    input: z.strictObject({ ...target, sourceId: channelIdSchema.nullable() }),
    output: pluginChainSchema,
    errors: PLUGIN_ERRORS,
  }),
  'plugins.readChain': defineProcedure({
    input: z.strictObject({ channelId: channelIdSchema }),
    output: pluginChainSchema,
    errors: ['CHANNEL_NOT_FOUND'],
  }),
  /** Restarts a chain that was marked as failed, with its last known state. */
  'plugins.restart': defineProcedure({
    input: z.strictObject({ channelId: channelIdSchema }),
    output: pluginChainSchema,
    errors: CHAIN_ERRORS,
  }),
  'plugins.readParameters': defineProcedure({
    input: targetInput,
    output: z.array(pluginParameterSchema).max(20_000),
    errors: PLUGIN_ERRORS,
  }),
  /** "Set VST parameter", by its index in `plugins.readParameters` or by its name. Answers what it is then. */
  'plugins.setParameter': defineProcedure({
    input: z.strictObject({
      ...target,
      parameter: z.union([count.max(20_000), z.string().min(1).max(500)]),
      /** From 0 to 1, or as the plug-in writes it. */
      value: z.union([normalised, z.strictObject({ text: z.string().max(200) })]),
    }),
    output: parameterValueSchema,
    errors: [...PLUGIN_ERRORS, 'PARAMETER_NOT_FOUND'],
  }),
  /** All that it keeps of itself, as the plug-in itself writes it. */
  'plugins.readState': defineProcedure({
    input: targetInput,
    output: z.object({ state: z.base64().max(MAX_PLUGIN_STATE_CHARS) }),
    errors: PLUGIN_ERRORS,
  }),
  'plugins.writeState': defineProcedure({
    input: z.strictObject({ ...target, state: base64Schema }),
    output: z.array(pluginParameterSchema).max(20_000),
    errors: PLUGIN_ERRORS,
  }),
  'plugins.listPresets': defineProcedure({
    input: targetInput,
    output: z.array(pluginPresetSchema),
    errors: ['CHANNEL_NOT_FOUND', 'PLUGIN_NOT_LOADED', 'FILE_UNREADABLE'],
  }),
  /** As a `.vstpreset` file; one of the same name is replaced. */
  'plugins.savePreset': defineProcedure({
    input: z.strictObject({ ...target, name: presetNameSchema }),
    output: z.array(pluginPresetSchema),
    errors: PRESET_ERRORS,
  }),
  'plugins.loadPreset': defineProcedure({
    input: z.strictObject({ ...target, preset: pluginPresetSchema }),
    output: z.array(pluginParameterSchema).max(20_000),
    errors: PRESET_ERRORS,
  }),
  /** Applies a `.vstpreset` file's content. */
  'plugins.importPreset': defineProcedure({
    input: z.strictObject({ ...target, data: base64Schema }),
    output: z.array(pluginParameterSchema).max(20_000),
    errors: PRESET_ERRORS,
  }),
  /** The content of a `.vstpreset` file with its state of now. */
  'plugins.exportPreset': defineProcedure({
    input: targetInput,
    output: z.object({ data: z.base64().max(MAX_PLUGIN_STATE_CHARS) }),
    errors: PRESET_ERRORS,
  }),
  /** The plug-in's own window, on the machine that it runs on. */
  'plugins.openEditor': defineProcedure({
    input: targetInput,
    output: pluginChainSchema,
    errors: [...PLUGIN_ERRORS, 'PLUGIN_EDITOR_UNAVAILABLE'],
  }),
  'plugins.closeEditor': defineProcedure({
    input: targetInput,
    output: pluginChainSchema,
    errors: PLUGIN_ERRORS,
  }),
  'plugins.onCatalogueChanged': defineEvent({ payload: pluginCatalogueSchema, delivery: 'latest' }),
  'plugins.onScanProgressed': defineEvent({ payload: scanProgressSchema, delivery: 'latest' }),
  /** What is in it, its status, its latency or its windows. */
  'plugins.onChainChanged': defineEvent({ payload: pluginChainSchema, delivery: 'every' }),
  /** A chain died, hung or gave out what is no sound: the channel is dry. */
  'plugins.onMarked': defineEvent({
    payload: z.object({
      channelId: channelIdSchema,
      /** null: it cannot be known which one of the chain it was. */
      pluginId: z.string().nullable(),
      code: errorCodeSchema,
      message: z.string(),
      isRestarting: z.boolean(),
    }),
    delivery: 'every',
  }),
  /** Changed in the plug-in's own window, or by the plug-in. */
  'plugins.onParametersChanged': defineEvent({
    payload: z.object({
      channelId: channelIdSchema,
      pluginId: z.string(),
      changes: z.array(parameterValueSchema),
      /** Names, units or the list itself have changed: read it again. */
      isListChanged: z.boolean(),
    }),
    delivery: 'every',
  }),
};
