import { ArrowDown, ArrowUp, Headphones, Plus, SlidersHorizontal, Square, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { LoadedPlugin, PluginChain } from '../../../src-shared/contract/plugins.ts';
import { formatFigure } from '../../lib/figures.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Select } from '../../ui/Select.tsx';
import { EmptyState, ErrorState } from '../../ui/StateMessage.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { showNotice } from '../../ui/notice.ts';
import { PluginBrowser } from './PluginBrowser.tsx';
import { PluginEditor } from './PluginEditor.tsx';
import {
  readStudio,
  refreshChain,
  selectChain,
  selectStudio,
  type Studio,
  type StudioChannel,
} from './pluginsSlice.ts';
import { RestartBanner } from './RestartBanner.tsx';
import { usePluginCalls } from './usePluginCalls.ts';

const COUNT_INTERVAL_MS = 1000;

/** The chain of one of the studio's channels: put together, heard, turned. */
export function ChainCard() {
  const { t } = useTranslation(['plugins', 'common']);
  const dispatch = useAppDispatch();
  const studio = useSelector(selectStudio);
  return (
    <Card aria-labelledby="chain-title" className="min-w-0 self-start">
      <CardHeader id="chain-title" title={t('chain.title')} />
      <p className="-mt-2 mb-4 text-xs text-t2">{t('chain.message')}</p>
      {studio.status === 'loading' && (
        <p role="status" className="py-6 text-center text-t2">
          {t('loading')}
        </p>
      )}
      {studio.status === 'failed' && (
        <ErrorState
          title={t('chain.failed')}
          message={studio.error.message}
          action={<Button onClick={() => void dispatch(readStudio())}>{t('common:retry')}</Button>}
        />
      )}
      {studio.status === 'ready' && <Channels studio={studio.data} />}
    </Card>
  );
}

function Channels({ studio }: { studio: Studio }) {
  const { t } = useTranslation('plugins');
  const [chosenId, setChosenId] = useState<string | null>(null);
  const chosen = studio.channels.find(({ id }) => id === chosenId) ?? studio.channels[0];
  if (!chosen) return <NoChannels />;
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-32 grow basis-32">
          <Select
            label={t('chain.channel')}
            value={chosen.id}
            options={studio.channels.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setChosenId}
          />
        </div>
        <ListenButton isRunning={studio.isRunning} />
      </div>
      <ChannelChain key={chosen.id} channel={chosen} />
    </div>
  );
}

function NoChannels() {
  const { t } = useTranslation('plugins');
  const call = usePluginCalls();
  const [isBusy, setBusy] = useState(false);
  const add = async () => {
    setBusy(true);
    const devices = await call('devices.listAudio', undefined);
    const source =
      devices?.find(({ type, isDefault }) => type !== 'output' && isDefault) ??
      devices?.find(({ type }) => type !== 'output' && type !== 'system');
    if (devices && !source) showNotice({ tone: 'warning', title: t('chain.noDevice') });
    if (source) await call('capture.addChannel', { name: t('chain.newChannel'), source: source.id });
    setBusy(false);
  };
  return (
    <EmptyState
      title={t('chain.noChannels')}
      message={t('chain.noChannelsMessage')}
      action={
        <Button variant="primary" isBusy={isBusy} onClick={() => void add()}>
          {t('chain.addChannel')}
        </Button>
      }
    />
  );
}

function ListenButton({ isRunning }: { isRunning: boolean }) {
  const { t } = useTranslation('plugins');
  const call = usePluginCalls();
  const [isBusy, setBusy] = useState(false);
  const toggle = async () => {
    setBusy(true);
    if (isRunning) await call('capture.stop', undefined);
    else {
      const devices = await call('devices.listAudio', undefined);
      const output = devices?.find(({ type, isDefault }) => type === 'output' && isDefault);
      const isReady = output ? await call('capture.updateOptions', { monitorDeviceId: output.id }) : true;
      if (isReady) await call('capture.start', { setUp: null });
    }
    setBusy(false);
  };
  return (
    <Button isBusy={isBusy} title={t('chain.listenHint')} onClick={() => void toggle()}>
      {isRunning ? (
        <Square aria-hidden="true" className="size-4" />
      ) : (
        <Headphones aria-hidden="true" className="size-4" />
      )}
      {t(isRunning ? 'chain.stopListening' : 'chain.listen')}
    </Button>
  );
}

/** The chain of one channel; needs `followPlugins` while it is in sight. */
export function ChannelChain({ channel }: { channel: StudioChannel }) {
  const { t } = useTranslation('plugins');
  const call = usePluginCalls();
  const chain = useSelector(selectChain(channel.id));
  const [isBrowsing, setBrowsing] = useState(false);
  const [editedId, setEditedId] = useState<string | null>(null);
  useEffect(() => void call('plugins.readChain', { channelId: channel.id }), [call, channel.id]);
  const plugins = chain?.plugins ?? [];
  const dispatch = useAppDispatch();
  const isCounting = chain?.status === 'running' && plugins.length > 0;
  useEffect(() => {
    if (!isCounting) return undefined;
    const timer = setInterval(() => void dispatch(refreshChain(channel.id)), COUNT_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [dispatch, isCounting, channel.id]);
  const edited = plugins.find(({ id }) => id === editedId);
  return (
    <div className="grid grid-cols-1 gap-3">
      {chain?.mark && <RestartBanner channelId={channel.id} mark={chain.mark} />}
      {plugins.length === 0 ? (
        <p className="rounded-lg border border-dashed border-line2 px-3 py-6 text-center text-t2">
          {t('chain.empty')}
        </p>
      ) : (
        <ol className="grid grid-cols-1 gap-2">
          {plugins.map((plugin, index) => (
            <ChainRow
              key={plugin.id}
              channel={channel}
              plugin={plugin}
              index={index}
              isLast={index === plugins.length - 1}
              onEdit={() => setEditedId(plugin.id)}
            />
          ))}
        </ol>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Button variant={plugins.length === 0 ? 'primary' : 'secondary'} onClick={() => setBrowsing(true)}>
          <Plus aria-hidden="true" className="size-4" />
          {t('chain.add')}
        </Button>
        {chain && plugins.length > 0 && <ChainFigures chain={chain} />}
      </div>
      <PluginBrowser channel={channel} isOpen={isBrowsing} onOpenChange={setBrowsing} />
      {edited && (
        <PluginEditor
          key={edited.id}
          channelId={channel.id}
          plugin={edited}
          mark={chain?.mark ?? null}
          onClose={() => setEditedId(null)}
        />
      )}
    </div>
  );
}

function ChainFigures({ chain }: { chain: PluginChain }) {
  const { t } = useTranslation('plugins');
  const ms = (chain.latencyFrames / chain.sampleRate) * 1000;
  const latency =
    chain.latencyFrames === 0 ? t('chain.noLatency') : t('chain.latency', { ms: formatFigure(ms, 1) });
  return (
    <span className="text-xs text-t3 tabular-nums">
      <span role="status">
        {t(`chain.status.${chain.status}`)}
        {chain.status === 'running' && ` · ${latency}`}
      </span>
      {chain.missedBlocks > 0 && (
        <span className="text-amb-text" title={t('chain.missedHint')}>
          {` · ${t('chain.missed', { count: chain.missedBlocks })}`}
        </span>
      )}
    </span>
  );
}

interface ChainRowProps {
  channel: StudioChannel;
  plugin: LoadedPlugin;
  index: number;
  isLast: boolean;
  onEdit: () => void;
}

function ChainRow({ channel, plugin, index, isLast, onEdit }: ChainRowProps) {
  const { t } = useTranslation('plugins');
  const call = usePluginCalls();
  const { id, name, vendor, isBypassed, problem } = plugin;
  const target = { channelId: channel.id, pluginId: id };
  const move = (position: number) => void call('plugins.move', { ...target, position });
  return (
    <li className="grid grid-cols-1 gap-1 rounded-lg bg-inset px-3 py-2">
      <div className="flex items-center gap-2">
        <Switch
          isOn={!isBypassed}
          label={t('chain.isOn', { name })}
          onChange={(isOn) => void call('plugins.setBypassed', { ...target, isBypassed: !isOn })}
        />
        <span className="min-w-0 grow">
          <b className="block truncate font-medium text-t1">{name}</b>
          <span className="block truncate text-xs text-t3">{vendor}</span>
        </span>
        <IconButton
          label={t('chain.edit', { name })}
          icon={<SlidersHorizontal aria-hidden="true" />}
          onClick={onEdit}
        />
        <IconButton
          label={t('chain.up', { name })}
          icon={<ArrowUp aria-hidden="true" />}
          hasBorder={false}
          disabled={index === 0}
          onClick={() => move(index - 1)}
        />
        <IconButton
          label={t('chain.down', { name })}
          icon={<ArrowDown aria-hidden="true" />}
          hasBorder={false}
          disabled={isLast}
          onClick={() => move(index + 1)}
        />
        <IconButton
          label={t('chain.remove', { name })}
          icon={<X aria-hidden="true" />}
          hasBorder={false}
          onClick={() => void call('plugins.unload', target)}
        />
      </div>
      {problem && <p className="text-xs text-amb-text">{problem.message}</p>}
    </li>
  );
}
