import { lazy, Suspense, useEffect } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { CaptureChannel } from '../../../src-shared/domain/captureSetUp.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { followPlugins, loadChannelChain } from '../plugins/index.ts';
import { selectPlugins } from '../workspace/index.ts';
import { StripButton } from './StripButton.tsx';

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
      <StripButton
        label={t('studio:channels.pluginsOf', { name })}
        names={plugins.map((plugin) => plugin.name)}
        empty={t('studio:channels.noPlugins')}
        onClick={() => onOpenChange(true)}
      />
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
