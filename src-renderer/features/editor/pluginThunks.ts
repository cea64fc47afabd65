import { unwrap } from '../../../src-shared/contract/errors.ts';
import type { TrackPlugin } from '../../../src-shared/domain/edit/document.ts';
import { createClientThunk } from '../../platform/index.ts';
import { failed } from './failed.ts';
import { makeId } from './makeId.ts';

/** A plug-in that a track may have: as it begins, or with what it is set to on a channel of the studio. */
export interface PluginChoice {
  pluginId: string;
  name: string;
  from: { channelId: string; channelName: string; slotId: string } | null;
}

export const readPluginChoices = createClientThunk(
  'editor/readPlugins',
  async (_: void, { client }): Promise<PluginChoice[]> => {
    const { setUp } = unwrap(await client.call('capture.readState'));
    const { plugins } = unwrap(await client.call('plugins.readCatalogue'));
    const ofStudio = setUp.channels.flatMap((channel) =>
      channel.plugins.map(({ id, pluginId, name }) => ({
        pluginId,
        name,
        from: { channelId: channel.id, channelName: channel.name, slotId: id },
      })),
    );
    return [...ofStudio, ...plugins.map(({ id, name }) => ({ pluginId: id, name, from: null }))];
  },
  failed('plugins'),
);

/** The plug-in for a track's chain, with its settings where it has some. */
export const takePlugin = createClientThunk(
  'editor/takePlugin',
  async ({ pluginId, name, from }: PluginChoice, { client }): Promise<TrackPlugin> => {
    const target = from && { channelId: from.channelId, pluginId: from.slotId };
    const preset = target && unwrap(await client.call('plugins.exportPreset', target)).data;
    return { id: makeId(), pluginId, name, isOn: true, preset };
  },
  failed('plugins'),
);
