import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import type { TrackPlugin } from '../../../../src-shared/domain/edit/document.ts';
import { MAX_CHAIN_PLUGINS } from '../../../../src-shared/domain/plugins.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { Button } from '../../../ui/Button.tsx';
import { DropdownMenu } from '../../../ui/DropdownMenu.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { selectPlugins } from '../../workspace/index.ts';
import { readPluginChoices, takePlugin, type PluginChoice } from '../pluginThunks.ts';

interface PluginFieldsProps {
  plugins: readonly TrackPlugin[];
  onChange: (plugins: TrackPlugin[]) => void;
}

/** The plug-ins of a track's chain, in their order. */
export function PluginFields({ plugins, onChange }: PluginFieldsProps) {
  const { t } = useTranslation('editor');
  const support = useSelector(selectPlugins);
  if (!support?.supported && plugins.length === 0) return null;
  return (
    <section aria-label={t('audio.plugins')} className="grid gap-2 border-t border-line2 pt-3">
      <h4 className="text-xs font-semibold text-t1">{t('audio.plugins')}</h4>
      <p className="text-xs text-t3">{t('audio.pluginsHint')}</p>
      {plugins.map((plugin) => (
        <div key={plugin.id} className="flex items-center gap-2">
          <span className="min-w-0 grow truncate text-xs text-t2">{plugin.name}</span>
          <IconButton
            label={t('effects.remove', { name: plugin.name })}
            icon={<X aria-hidden="true" />}
            className="!size-7"
            onClick={() => onChange(plugins.filter((one) => one !== plugin))}
          />
          <Switch
            label={t('effects.isOn', { name: plugin.name })}
            isOn={plugin.isOn}
            onChange={(isOn) => onChange(plugins.map((one) => (one === plugin ? { ...one, isOn } : one)))}
          />
        </div>
      ))}
      {support?.supported && plugins.length < MAX_CHAIN_PLUGINS && (
        <AddPlugin onAdd={(plugin) => onChange([...plugins, plugin])} />
      )}
    </section>
  );
}

function AddPlugin({ onAdd }: { onAdd: (plugin: TrackPlugin) => void }) {
  const { t } = useTranslation('editor');
  const dispatch = useAppDispatch();
  const [choices, setChoices] = useState<readonly PluginChoice[] | null>(null);
  const read = async () => {
    const result = await dispatch(readPluginChoices());
    if (readPluginChoices.fulfilled.match(result)) setChoices(result.payload);
  };
  const add = async (choice: PluginChoice) => {
    const result = await dispatch(takePlugin(choice));
    if (takePlugin.fulfilled.match(result)) onAdd(result.payload);
  };
  const itemOf = (choice: PluginChoice) => ({
    id: `${choice.from?.slotId ?? 'new'}-${choice.pluginId}`,
    label: choice.from
      ? t('audio.pluginOf', { name: choice.name, channel: choice.from.channelName })
      : choice.name,
    onSelect: () => void add(choice),
  });
  const groups = [true, false]
    .map((isOfStudio) => (choices ?? []).filter(({ from }) => (from !== null) === isOfStudio).map(itemOf))
    .filter((group) => group.length > 0);
  const none = choices ? t('audio.noPlugins') : t('audio.readingPlugins');
  const empty = [{ id: 'none', label: none, disabled: true, onSelect: () => undefined }];
  return (
    <DropdownMenu
      trigger={
        <Button size="sm">
          <Plus aria-hidden="true" className="size-4" />
          {t('audio.addPlugin')}
        </Button>
      }
      groups={groups.length > 0 ? groups : [empty]}
      onOpenChange={(isOpen) => void (isOpen && read())}
    />
  );
}
