import { Power } from 'lucide-react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { classNames } from '../../lib/classNames.ts';
import { useShortcutText } from '../../lib/shortcuts.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { Tooltip } from '../../ui/Tooltip.tsx';
import { useLiveToggle } from './useLiveToggle.ts';

/** The one large thing to do here. */
export function PowerButton() {
  const { t } = useTranslation('dashboard');
  const { isLive, isBusy, obstacle, toggle } = useLiveToggle();
  const keys = useShortcutText('live.toggle');
  const label = isLive ? t('power.stop') : t('power.start');
  const hint = obstacle ?? (
    <span className="inline-flex items-center gap-2">
      {label} {keys.text !== undefined && <Kbd>{keys.text}</Kbd>}
    </span>
  );
  return (
    <Tooltip content={hint}>
      {/* Not `disabled`: it keeps the focus and its tooltip says why nothing happens. */}
      <button
        type="button"
        id="live-power"
        aria-label={label}
        aria-keyshortcuts={keys.aria}
        aria-disabled={obstacle !== null || isBusy || undefined}
        aria-busy={isBusy || undefined}
        onClick={toggle}
        className={classNames(
          'relative grid size-23 shrink-0 place-items-center rounded-full ring-6 transition-[background-color,box-shadow,scale] duration-200',
          isLive
            ? 'bg-linear-to-b from-(--power-from) to-(--power-to) text-[#0b0d11] shadow-[0_0_40px_var(--glow)] ring-accent/20'
            : 'bg-raise text-t2 ring-track hover:text-t1',
          obstacle === null && !isBusy && 'active:scale-97',
          obstacle !== null && 'cursor-not-allowed opacity-60',
        )}
      >
        <Power aria-hidden="true" className="size-8" strokeWidth={1.75} />
        {isBusy && (
          <span
            aria-hidden="true"
            className="absolute -inset-1.5 animate-spin rounded-full border-2 border-transparent border-t-accent"
          />
        )}
      </button>
    </Tooltip>
  );
}
