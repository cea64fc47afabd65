import { z } from 'zod';
import { defineEvent, defineProcedure } from '../../../src-shared/contract/define.ts';
import { errorCodeSchema } from '../../../src-shared/contract/errors.ts';
import {
  loadedPluginSchema,
  parameterValueSchema,
  pluginChainSchema,
} from '../../../src-shared/contract/plugins.ts';
import {
  MAX_CHAIN_PLUGINS,
  pluginIdSchema,
  pluginParameterSchema,
} from '../../../src-shared/domain/plugins.ts';

const channelIdSchema = z.string();
const slotIdSchema = z.string();
const stateSchema = z.string();

/** From 0 to 1, in the parameter's own units, or as the plug-in writes it. */
const wantedValueSchema = z.union([
  z.number(),
  z.object({ plain: z.number() }),
  z.object({ text: z.string() }),
]);
export type WantedValue = z.infer<typeof wantedValueSchema>;

/** One plug-in of a chain, as it is wanted. */
export const chainSlotSchema = z.object({
  id: slotIdSchema,
  pluginId: pluginIdSchema,
  name: z.string(),
  /** null: it is not installed here; its place is kept. */
  path: z.string().nullable(),
  isBypassed: z.boolean(),
  /** Base64; null: as the plug-in begins. */
  state: stateSchema.nullable(),
  /** The channel that its side-chain hears. */
  sideChain: channelIdSchema.nullable(),
});
export type ChainSlot = z.infer<typeof chainSlotSchema>;

export const chainSpecSchema = z.object({
  channelId: channelIdSchema,
  rateHz: z.number().positive(),
  /** How long one block may take: a block of the devices. */
  deadlineFrames: z.int().positive(),
  channels: z.union([z.literal(1), z.literal(2)]),
  slots: z.array(chainSlotSchema).max(MAX_CHAIN_PLUGINS),
});
export type ChainSpec = z.infer<typeof chainSpecSchema>;

/** One plug-in for a whole file. */
export const filePluginSchema = z.object({
  path: z.string(),
  pluginId: pluginIdSchema,
  /** By index or name, in the order in which they are set. */
  parameters: z
    .array(z.object({ parameter: z.union([z.int(), z.string()]), value: wantedValueSchema }))
    .max(1000),
  /** A `.vstpreset` file, taken before the parameters; null: as the plug-in begins. */
  presetPath: z.string().nullable(),
});
export type FilePlugin = z.infer<typeof filePluginSchema>;

export const pluginInspectionSchema = z.object({
  parameters: z.array(pluginParameterSchema),
  running: loadedPluginSchema.shape.running.unwrap(),
});
export type PluginInspection = z.infer<typeof pluginInspectionSchema>;

/** What became of it. */
export const chainReportSchema = pluginChainSchema
  .pick({ channelId: true, mark: true, latencyFrames: true, missedBlocks: true })
  .extend({
    status: z.enum(['opening', 'running', 'marked']),
    slots: z.array(loadedPluginSchema.pick({ id: true, isBypassed: true, running: true, problem: true })),
  });
export type ChainReport = z.infer<typeof chainReportSchema>;

export const pluginEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('chain'), chain: chainReportSchema }),
  z.object({
    type: z.literal('marked'),
    channelId: channelIdSchema,
    slotId: slotIdSchema.nullable(),
    code: errorCodeSchema,
    message: z.string(),
    isRestarting: z.boolean(),
  }),
  z.object({
    type: z.literal('parameters'),
    channelId: channelIdSchema,
    slotId: slotIdSchema,
    changes: z.array(parameterValueSchema),
    isListChanged: z.boolean(),
  }),
  /** What a plug-in keeps of itself has changed. */
  z.object({
    type: z.literal('state'),
    channelId: channelIdSchema,
    slotId: slotIdSchema,
    state: stateSchema,
  }),
]);
export type PluginEvent = z.infer<typeof pluginEventSchema>;

const slotInput = z.object({ channelId: channelIdSchema, slotId: slotIdSchema });
/** What a plug-in may fail with. */
export const PLUGIN_FAILURES = [
  'ENGINE_UNAVAILABLE',
  'BAD_OPTION',
  'PLUGIN_HOST_UNAVAILABLE',
  'PLUGIN_NOT_FOUND',
  'PLUGIN_NOT_A_MODULE',
  'PLUGIN_NO_FACTORY',
  'PLUGIN_NO_AUDIO_CLASS',
  'PLUGIN_CLASS_NOT_FOUND',
  'PLUGIN_REFUSED',
  'PLUGIN_LOAD_FAILED',
  'PLUGIN_BUSES_UNSUPPORTED',
  'PLUGIN_CRASHED',
  'PLUGIN_TIMED_OUT',
  'PLUGIN_BAD_ANSWER',
  'PLUGIN_FAILED',
  'PLUGIN_NOT_LOADED',
  'PLUGIN_PRESET_INVALID',
  'PLUGIN_EDITOR_UNAVAILABLE',
  'PARAMETER_NOT_FOUND',
  'FILE_UNWRITABLE',
] as const;
const errors = PLUGIN_FAILURES;
const parametersSchema = z.array(pluginParameterSchema);

/** The part of the process's contract that is plug-ins: chains by the channel that they belong to. */
export const pluginProcessContract = {
  /** Opens or replaces a channel's chain; a plug-in that fails keeps its place and reports its problem. */
  'plugins.openChain': defineProcedure({ input: chainSpecSchema, output: chainReportSchema, errors }),
  /** Does nothing where there is none. Its process has gone when it answers. */
  'plugins.closeChain': defineProcedure({
    input: z.object({ channelId: channelIdSchema }),
    output: z.void(),
  }),
  'plugins.readReport': defineProcedure({
    input: z.object({ channelId: channelIdSchema }),
    output: chainReportSchema,
    errors,
  }),
  'plugins.restartChain': defineProcedure({
    input: z.object({ channelId: channelIdSchema }),
    output: chainReportSchema,
    errors,
  }),
  'plugins.load': defineProcedure({
    input: z.object({ channelId: channelIdSchema, slot: chainSlotSchema, position: z.int().nonnegative() }),
    output: chainReportSchema,
    errors,
  }),
  'plugins.unload': defineProcedure({ input: slotInput, output: chainReportSchema, errors }),
  'plugins.move': defineProcedure({
    input: slotInput.extend({ position: z.int().nonnegative() }),
    output: chainReportSchema,
    errors,
  }),
  'plugins.setBypassed': defineProcedure({
    input: slotInput.extend({ isBypassed: z.boolean() }),
    output: chainReportSchema,
    errors,
  }),
  'plugins.setSideChain': defineProcedure({
    input: slotInput.extend({ sourceId: channelIdSchema.nullable() }),
    output: chainReportSchema,
    errors,
  }),
  'plugins.readParameters': defineProcedure({ input: slotInput, output: parametersSchema, errors }),
  'plugins.setParameter': defineProcedure({
    input: slotInput.extend({ parameter: z.union([z.int(), z.string()]), value: wantedValueSchema }),
    output: parameterValueSchema,
    errors,
  }),
  'plugins.readState': defineProcedure({
    input: slotInput,
    output: z.object({ state: stateSchema }),
    errors,
  }),
  'plugins.writeState': defineProcedure({
    input: slotInput.extend({ state: stateSchema }),
    output: parametersSchema,
    errors,
  }),
  'plugins.readPreset': defineProcedure({
    input: slotInput.extend({ path: z.string() }),
    output: parametersSchema,
    errors,
  }),
  'plugins.writePreset': defineProcedure({
    input: slotInput.extend({ path: z.string() }),
    output: z.void(),
    errors,
  }),
  'plugins.openEditor': defineProcedure({ input: slotInput, output: chainReportSchema, errors }),
  'plugins.closeEditor': defineProcedure({ input: slotInput, output: chainReportSchema, errors }),
  /** Loads one on its own and looks at it. */
  'plugins.inspect': defineProcedure({
    input: z.object({ plugin: filePluginSchema }),
    output: pluginInspectionSchema,
    errors,
  }),
  'plugins.onEvent': defineEvent({ payload: pluginEventSchema, delivery: 'every' }),
};
