import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { PluginEntry } from '../../../src-shared/contract/plugins.ts';
import { dataOf } from '../../lib/loadable.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/StateMessage.tsx';
import { PluginList } from './PluginList.tsx';
import { selectCatalogue, type StudioChannel } from './pluginsSlice.ts';
import { usePluginCalls } from './usePluginCalls.ts';

interface PluginBrowserProps {
  channel: StudioChannel;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** The plug-in browser of a channel: what is chosen goes to the end of its chain, and the browser closes. */
export function PluginBrowser({ channel, isOpen, onOpenChange }: PluginBrowserProps) {
  const { t } = useTranslation(['plugins', 'common']);
  const call = usePluginCalls();
  const catalogue = dataOf(useSelector(selectCatalogue));
  const [busyId, setBusyId] = useState<string | null>(null);
  const load = async (plugin: PluginEntry) => {
    setBusyId(plugin.id);
    const loaded = await call('plugins.load', { channelId: channel.id, pluginId: plugin.id });
    setBusyId(null);
    if (loaded) onOpenChange(false);
  };
  const plugins = catalogue?.plugins ?? [];
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('browser.title', { channel: channel.name })}
      closeLabel={t('common:close')}
      className="!max-w-2xl"
    >
      {plugins.length === 0 ? (
        <EmptyState title={t('catalogue.empty')} />
      ) : (
        <PluginList plugins={plugins} onChoose={(plugin) => void load(plugin)} busyId={busyId} />
      )}
    </Dialog>
  );
}
