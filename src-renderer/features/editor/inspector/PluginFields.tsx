import { Plus, X } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { useSelector } from 'react-redux';
import type { TrackPlugin } from '../../../../src-shared/domain/edit/document.ts';
import { MAX_CHAIN_PLUGINS } from '../../../../src-shared/domain/plugins.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { Button } from '../../../ui/Button.tsx';
import { DropdownMenu } from '../../../ui/DropdownMenu.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { MessageBox } from '../../../ui/MessageBox.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { selectPlugins } from '../../workspace/index.ts';
import { useWorkbench } from '../workbench.ts';
import { readPluginChoices, takePlugin, type PluginChoice } from '../pluginThunks.ts';

interface PluginFieldsProps {
  trackId: string;
  plugins: readonly TrackPlugin[];
  onChange: (plugins: TrackPlugin[]) => void;
}

/** The plug-ins of a track's chain, in their order. */
export function PluginFields({ trackId, plugins, onChange }: PluginFieldsProps) {
  const { t } = useTranslation('editor');
  const support = useSelector(selectPlugins);
  if (!support?.supported && plugins.length === 0) return null;
  return (
    <section aria-label={t('audio.plugins')} className="grid gap-2 border-t border-line2 pt-3">
      <h4 className="text-xs font-semibold text-t1">{t('audio.plugins')}</h4>
      {support?.supported && <Hint text={t('audio.pluginsHint')} />}
      {support?.supported ? <PreviewState trackId={trackId} /> : <Hint text={t('audio.pluginsUnheard')} />}
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

const Hint = ({ text }: { text: string }) => <p className="text-xs text-t3">{text}</p>;

/** Whether the preview has this track's plug-ins. */
function PreviewState({ trackId }: { trackId: string }) {
  const { t } = useTranslation(['editor', 'common']);
  const { prepared } = useWorkbench();
  const state = useSyncExternalStore(prepared.subscribe, () => prepared.stateOf(trackId));
  if (state?.kind === 'failed')
    return (
      <MessageBox
        tone="error"
        hint={
          <Button size="sm" onClick={() => prepared.retry(trackId)}>
            {t('common:retry')}
          </Button>
        }
      >
        {t('audio.pluginsFailed', { reason: state.message })}
      </MessageBox>
    );
  const isPreparing = state?.kind === 'preparing' && !state.isWaiting;
  return (
    <>
      {isPreparing && <Progress label={t('audio.pluginsPreparing')} ratio={state.done} />}
      <div role="status">
        {isPreparing && <Hint text={t('audio.pluginsPreparingHint')} />}
        {state?.kind === 'preparing' && state.isWaiting && <Hint text={t('audio.pluginsWaiting')} />}
        {state?.kind === 'ready' && <Hint text={t('audio.pluginsReady')} />}
      </div>
    </>
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
