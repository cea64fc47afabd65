import { ArrowRight, AudioLines, ChartColumn, Sparkles, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { ROUTES, type RoutePath } from '../../../src-shared/domain/routes.ts';

interface QuickAction {
  path: RoutePath;
  text: 'audioEnhancement' | 'voiceAi' | 'analytics';
  icon: LucideIcon;
}

/** Those of document 1, section 2. */
const QUICK_ACTIONS: readonly QuickAction[] = [
  { path: ROUTES.audioEnhancement, text: 'audioEnhancement', icon: AudioLines },
  { path: ROUTES.voiceAi, text: 'voiceAi', icon: Sparkles },
  { path: ROUTES.analytics, text: 'analytics', icon: ChartColumn },
];

/** Where one goes from here most. */
export function QuickActions() {
  const { t } = useTranslation('dashboard');
  return (
    <nav aria-label={t('actions.label')} className="grid gap-3.5 sm:grid-cols-2 xl:grid-cols-3">
      {QUICK_ACTIONS.map(({ path, text, icon: Icon }) => (
        <Link
          key={path}
          to={path}
          className="group flex items-center gap-3.5 rounded-xl border border-line bg-panel px-[1.125rem] py-3.5 shadow-panel transition-colors hover:border-edge"
        >
          <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-accbg text-accent">
            <Icon aria-hidden="true" className="size-4.5" />
          </span>
          <span className="grid min-w-0 grow gap-0.5">
            <span className="font-semibold text-t1">{t(`actions.${text}.title`)}</span>
            <span className="text-xs text-t2">{t(`actions.${text}.message`)}</span>
          </span>
          <ArrowRight aria-hidden="true" className="size-4 shrink-0 text-t3 group-hover:text-t1" />
        </Link>
      ))}
    </nav>
  );
}
