import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { PluginChain } from '../../../src-shared/contract/plugins.ts';
import { Button } from '../../ui/Button.tsx';
import { usePluginCalls } from './usePluginCalls.ts';

/** A chain has died: what happened, that the channel continues dry, and the way back. */
export function RestartBanner({
  channelId,
  mark,
}: {
  channelId: string;
  mark: NonNullable<PluginChain['mark']>;
}) {
  const { t } = useTranslation('plugins');
  const call = usePluginCalls();
  const [isBusy, setBusy] = useState(false);
  const restart = async () => {
    setBusy(true);
    await call('plugins.restart', { channelId });
    setBusy(false);
  };
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 rounded-lg bg-ambbg px-3 py-2.5">
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-amb" />
      <p className="min-w-48 grow basis-0 text-xs text-t1">
        <b className="block font-semibold">{t('chain.marked')}</b>
        {mark.message}
      </p>
      <Button size="sm" isBusy={isBusy || mark.isRestarting} onClick={() => void restart()}>
        {t(mark.isRestarting ? 'chain.restarting' : 'chain.restart')}
      </Button>
    </div>
  );
}
