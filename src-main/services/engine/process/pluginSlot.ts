import { z } from 'zod';
import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import {
  parameterValueSchema,
  type LoadedPlugin,
  type ParameterValue,
} from '../../../../src-shared/contract/plugins.ts';
import {
  MAX_PLUGIN_STATE_CHARS,
  pluginParameterSchema,
  type PluginParameter,
} from '../../../../src-shared/domain/plugins.ts';
import type { ChainSlot, WantedValue } from '../pluginContract.ts';
import type { PluginSandbox } from './pluginSandbox.ts';

const busesSchema = z
  .array(z.object({ name: z.string().max(500), channels: z.int().nonnegative(), kind: z.string() }))
  .max(64)
  .transform((buses) =>
    buses.map(({ name, channels, kind }) => ({ name, channels, isMain: kind === 'main' })),
  );
const loadedSchema = z.object({
  latencyFrames: z.int().nonnegative(),
  /** Some report it only when they are asked to open it. */
  hasEditor: z.boolean().default(true),
  inputs: busesSchema,
  outputs: busesSchema,
});
const parametersSchema = z.array(pluginParameterSchema).max(20_000);
const stateSchema = z.object({ state: z.base64().max(MAX_PLUGIN_STATE_CHARS) });

/** One plug-in in its place of a chain: what is wanted of it, and what became of it. */
export class PluginSlot {
  readonly wanted: ChainSlot;
  running: LoadedPlugin['running'] = null;
  problem: LoadedPlugin['problem'] = null;
  /** Its newest reported state, which is restored after a crash. */
  state: string | null;
  /** Turned since `state` was read. */
  readonly turned = new Map<number, number>();
  #parameters: PluginParameter[] | null = null;

  constructor(wanted: ChainSlot) {
    this.wanted = wanted;
    this.state = wanted.state;
  }

  get id(): string {
    return this.wanted.id;
  }

  /** Into the sandbox, at a place among those that are in it, with its state and what was turned since. */
  async load(sandbox: PluginSandbox, position: number): Promise<void> {
    const { id, path, pluginId, name, isBypassed } = this.wanted;
    this.running = null;
    this.problem = null;
    this.#parameters = null;
    if (path === null) {
      throw failWith('PLUGIN_NOT_FOUND', 'pluginNotInstalled', { values: { name } });
    }
    const answer = await sandbox.call('load', {
      instanceId: id,
      path,
      pluginId,
      position,
      isBypassed,
      ...(this.state === null ? {} : { state: this.state }),
    });
    this.running = { ...parse(loadedSchema, answer), isEditorOpen: false };
    for (const [parameter, value] of this.turned) {
      await sandbox.call('setParameter', { instanceId: id, parameter, value });
    }
  }

  get hasSideChain(): boolean {
    return this.running?.inputs.some(({ isMain }) => !isMain) ?? false;
  }

  /** Which of the chain's side-chain sounds it hears; null: none. */
  async setSide(sandbox: PluginSandbox, side: number | null): Promise<void> {
    await sandbox.call('setSide', { instanceId: this.id, side });
  }

  async readParameters(sandbox: PluginSandbox): Promise<PluginParameter[]> {
    const answer = await sandbox.call('parameters', { instanceId: this.id });
    return (this.#parameters = parse(parametersSchema, answer));
  }

  forgetParameters(): void {
    this.#parameters = null;
  }

  /** By its index, or its name as it is written or however. */
  async setParameter(
    sandbox: PluginSandbox,
    parameter: number | string,
    value: WantedValue,
  ): Promise<ParameterValue> {
    const known = this.#parameters ?? (await this.readParameters(sandbox));
    const found = findParameter(known, parameter);
    if (!found) {
      throw failWith('PARAMETER_NOT_FOUND', 'noParameter', {
        values: { name: this.wanted.name, parameter: JSON.stringify(parameter), known: nameSome(known) },
      });
    }
    const wanted = typeof value === 'number' ? { value } : value;
    const input = { instanceId: this.id, parameter: found.id, ...wanted };
    const changed = parse(parameterValueSchema, await sandbox.call('setParameter', input));
    this.turned.set(changed.id, changed.value);
    return changed;
  }

  /** What it keeps of itself now. */
  async readState(sandbox: PluginSandbox): Promise<string> {
    const seen = [...this.turned.keys()];
    const { state } = parse(stateSchema, await sandbox.call('getState', { instanceId: this.id }));
    for (const id of seen) this.turned.delete(id);
    return (this.state = state);
  }

  report(): Pick<LoadedPlugin, 'id' | 'isBypassed' | 'running' | 'problem'> {
    const { id, isBypassed } = this.wanted;
    return { id, isBypassed, running: this.running, problem: this.problem };
  }
}

export function findParameter(
  parameters: readonly PluginParameter[],
  wanted: number | string,
): PluginParameter | undefined {
  if (typeof wanted === 'number') return parameters.find(({ index }) => index === wanted);
  const plain = (name: string) => name.trim().toLowerCase();
  return (
    parameters.find(({ name }) => name === wanted) ??
    parameters.find(({ name, shortName }) => [plain(name), plain(shortName)].includes(plain(wanted)))
  );
}

function nameSome(parameters: readonly PluginParameter[]): string {
  const names = parameters.slice(0, 12).map(({ name }) => name);
  return parameters.length > names.length ? `${names.join(', ')} …` : names.join(', ') || 'none';
}

/** What a plug-in answers is other people's: it is believed when it is of the right form. */
function parse<T>(schema: z.ZodType<T>, answer: unknown): T {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw failWith('PLUGIN_BAD_ANSWER', 'pluginUnintelligible', { cause: parsed.error });
}
