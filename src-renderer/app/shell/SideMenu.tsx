import { NavLink } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { LivePill } from '../../features/broadcast/index.ts';
import { CaptionsPill } from '../../features/captions/index.ts';
import { LicencePill } from '../../features/licence/index.ts';
import { RecordingPill } from '../../features/recording/index.ts';
import { classNames } from '../../lib/classNames.ts';
import { Logo } from '../../ui/Logo.tsx';
import { MenuFooter } from './MenuFooter.tsx';
import { useNavigation } from './navigation.ts';
import { SearchButton } from './SearchButton.tsx';

interface SideMenuProps {
  onSearch: () => void;
  /** A way was chosen: the drawer closes. */
  onNavigate?: () => void;
  /** Always in sight, and not a drawer. */
  isAside?: boolean;
}

/** The menu: mark, search, screens, who works here. */
export function SideMenu({ onSearch, onNavigate, isAside = false }: SideMenuProps) {
  const { t } = useTranslation('shell');
  return (
    <div className="flex h-full flex-col gap-5 p-3 pt-4">
      <Logo className="px-2" />
      {isAside && <RecordingPill />}
      {isAside && <LivePill />}
      {isAside && <CaptionsPill />}
      <SearchButton onClick={onSearch} />
      <nav aria-label={t('menu.label')} className="grid gap-5 overflow-y-auto">
        {useNavigation().map((group) => (
          <div key={group.text} role="group" aria-labelledby={`menu-${group.text}`} className="grid gap-1">
            <p id={`menu-${group.text}`} className="px-2 pb-1 text-2xs text-t3">
              {t(`groups.${group.text}`)}
            </p>
            {group.entries.map(({ path, text, icon: Icon }) => (
              <NavLink
                key={path}
                to={path}
                onClick={onNavigate}
                className={({ isActive }) =>
                  classNames(
                    'flex h-8 items-center gap-2.5 rounded-lg px-2 transition-colors [&>svg]:size-4',
                    isActive
                      ? 'bg-accbg font-medium text-t1 [&>svg]:text-accent'
                      : 'text-t2 hover:bg-raise hover:text-t1',
                  )
                }
              >
                <Icon aria-hidden="true" />
                {t(`screens.${text}`)}
              </NavLink>
            ))}
          </div>
        ))}
      </nav>
      <div className="mt-auto grid grid-cols-[minmax(0,1fr)] gap-2">
        <LicencePill />
        <MenuFooter />
      </div>
    </div>
  );
}
