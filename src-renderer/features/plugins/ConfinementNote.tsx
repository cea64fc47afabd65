import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { PluginConfinement } from '../../../src-shared/contract/plugins.ts';
import { usePluginCalls } from './usePluginCalls.ts';

const PARTS = ['files', 'network', 'signals', 'programs'] as const satisfies (keyof PluginConfinement)[];

/** What plug-ins can't do here, or what they can. */
export function ConfinementNote() {
  const { t, i18n } = useTranslation('plugins');
  const call = usePluginCalls();
  const [confinement, setConfinement] = useState<PluginConfinement | null>(null);
  useEffect(() => {
    let isShown = true;
    void call('plugins.readConfinement', undefined).then((read) => {
      if (isShown && read) setConfinement(read);
    });
    return () => {
      isShown = false;
    };
  }, [call]);
  if (!confinement) return null;
  const open = PARTS.filter((part) => !confinement[part]);
  const list = new Intl.ListFormat(i18n.language).format(open.map((part) => t(`confinement.${part}`)));
  const Icon = open.length === 0 ? ShieldCheck : ShieldAlert;
  return (
    <p
      className={
        open.length === 0
          ? 'mt-4 flex items-center gap-2 text-xs text-t2'
          : 'mt-4 flex items-center gap-2 text-xs text-amb-text'
      }
    >
      <Icon aria-hidden="true" className="size-3.5 shrink-0" />
      {open.length === 0 ? t('confinement.full') : t('confinement.partial', { list })}
    </p>
  );
}
