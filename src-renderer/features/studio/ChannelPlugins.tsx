import { Plus } from 'lucide-react';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import type { CaptureChannel } from '../../../src-shared/contract/captureSetUp.ts';
import { classNames } from '../../lib/classNames.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { followPlugins, loadChannelChain } from '../plugins/index.ts';
import { selectPlugins } from '../workspace/index.ts';

const ChannelChain = lazy(loadChannelChain);

interface ChannelPluginsProps {
  channel: CaptureChannel;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** The channel's plug-ins by name; all about them in a window of their own. */
export function ChannelPlugins({ channel, isOpen, onOpenChange }: ChannelPluginsProps) {
  const { t } = useTranslation(['studio', 'common']);
  const support = useSelector(selectPlugins);
  if (support?.supported !== true) return null;
  const { id, name, plugins } = channel;
  return (
    <>
      <button
        type="button"
        onClick={() => onOpenChange(true)}
        className={classNames(
          'flex h-7 min-w-0 items-center gap-1 rounded-md px-2 text-left text-xs hover:text-t1',
          plugins.length > 0 ? 'bg-inset text-t1' : 'border border-dashed border-line2 text-t3',
        )}
      >
        {plugins.length === 0 && <Plus aria-hidden="true" className="size-3 shrink-0" />}
        <span className="sr-only">{t('studio:channels.pluginsOf', { name })}: </span>
        <span className="truncate">
          {plugins.length === 0 ? t('studio:channels.noPlugins') : plugins.map((p) => p.name).join(' › ')}
        </span>
      </button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={onOpenChange}
        title={t('studio:channels.pluginsOf', { name })}
        description={t('studio:channels.pluginsMessage')}
        closeLabel={t('common:close')}
      >
        <Chain channel={{ id, name }} />
      </Dialog>
    </>
  );
}

function Chain({ channel }: { channel: { id: string; name: string } }) {
  const dispatch = useAppDispatch();
  useEffect(() => dispatch(followPlugins()), [dispatch]);
  return (
    <Suspense>
      <ChannelChain channel={channel} />
    </Suspense>
  );
}
