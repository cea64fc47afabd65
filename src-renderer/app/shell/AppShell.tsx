import { Menu, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { Outlet, useLocation, useNavigate } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { PRODUCT_NAME } from '../../../src-shared/domain/product.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import {
  followSceneEdits,
  followSceneRequests,
  LivePill,
  onBroadcastAsked,
} from '../../features/broadcast/index.ts';
import { CaptionsPill, followCaptions } from '../../features/captions/index.ts';
import { RecordingPill, useEndedNotice } from '../../features/recording/index.ts';
import { followGoneScreens, onStartAsked } from '../../features/screenCapture/index.ts';
import { Tour } from '../../features/tour/index.ts';
import { selectIsConnected } from '../../features/workspace/index.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { DIALOG_OVERLAY } from '../../ui/dialogStyle.ts';
import { FullScreenLoading } from '../../ui/FullScreenLoading.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { ErrorBoundary } from '../ErrorBoundary.tsx';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { SideMenu } from './SideMenu.tsx';

const AppPalette = lazy(() => import('./AppPalette.tsx'));

/** The frame around every screen. */
export function AppShell() {
  const { t } = useTranslation(['shell', 'common']);
  const { pathname } = useLocation();
  const [isPaletteOpen, setIsPaletteOpen] = useState(false);
  const [wasPaletteOpened, setWasPaletteOpened] = useState(false);
  const openPalette = (isOpen: boolean) => {
    setIsPaletteOpen(isOpen);
    if (isOpen) setWasPaletteOpened(true);
  };
  useCaptureRequests();
  useGoneScreens();
  useCaptions();
  useEndedNotice();
  useShortcut('palette.open', () => openPalette(!isPaletteOpen), { inFields: true });

  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[14.5rem_minmax(0,1fr)] print:block">
      <a
        href="#content"
        className="sr-only z-50 rounded-lg bg-accent px-4 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        {t('shell:skipToContent')}
      </a>
      <aside
        aria-label={t('shell:menu.aside')}
        className="sticky top-0 hidden h-dvh border-r border-line bg-side lg:block print:hidden"
      >
        <SideMenu isAside onSearch={() => openPalette(true)} />
      </aside>
      <MobileBar onSearch={() => openPalette(true)} />
      <main id="content" tabIndex={-1} className="min-w-0 outline-none">
        <ConnectionBanner />
        <ErrorBoundary resetKey={pathname}>
          <Suspense fallback={<FullScreenLoading label={t('common:loading', { product: PRODUCT_NAME })} />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      <Tour />
      {wasPaletteOpened && (
        <Suspense>
          <AppPalette isOpen={isPaletteOpen} onOpenChange={openPalette} />
        </Suspense>
      )}
    </div>
  );
}

/** A key of the whole system asks for a capture, or a program to go live: its screen begins it. */
function useCaptureRequests(): void {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  useEffect(() => dispatch(onStartAsked(() => void navigate(ROUTES.screenCapture))), [dispatch, navigate]);
  useEffect(
    () => dispatch(onBroadcastAsked(() => void navigate(ROUTES.liveBroadcast))),
    [dispatch, navigate],
  );
  useEffect(() => dispatch(followSceneRequests()), [dispatch]);
  useEffect(() => dispatch(followSceneEdits()), [dispatch]);
}

/** A display was unplugged: what is captured of it ends, on whichever screen of ours. */
function useGoneScreens(): void {
  const dispatch = useAppDispatch();
  useEffect(() => dispatch(followGoneScreens()), [dispatch]);
}

/** Captions that are on have a reader on whichever screen: the host ends those without one. */
function useCaptions(): void {
  const dispatch = useAppDispatch();
  const isConnected = useSelector(selectIsConnected);
  useEffect(() => (isConnected ? dispatch(followCaptions()) : undefined), [dispatch, isConnected]);
}

/** On narrow windows: the mark, and the menu as a drawer. */
function MobileBar({ onSearch }: { onSearch: () => void }) {
  const { t } = useTranslation('shell');
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <header className="sticky top-0 z-30 flex h-13 items-center justify-between border-b border-line bg-side px-4 lg:hidden print:hidden">
      <Logo />
      <span className="mr-3 ml-auto flex min-w-0 items-center gap-2">
        <LivePill />
        <CaptionsPill />
        <RecordingPill />
      </span>
      <Dialog.Root open={isOpen} onOpenChange={setIsOpen}>
        <Dialog.Trigger
          aria-label={t('menu.open')}
          className="-mr-1.5 grid size-9 place-items-center rounded-lg text-t2 hover:bg-raise hover:text-t1"
        >
          <Menu aria-hidden="true" className="size-5" />
        </Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Overlay className={DIALOG_OVERLAY} />
          <Dialog.Content
            aria-describedby={undefined}
            className="fixed inset-y-0 left-0 z-50 w-[min(18rem,85vw)] bg-side shadow-pop animate-slide-in"
          >
            <Dialog.Title className="sr-only">{t('menu.label')}</Dialog.Title>
            <Dialog.Close
              aria-label={t('menu.close')}
              className="absolute top-2.5 right-2.5 grid size-8 place-items-center rounded-lg text-t2 hover:bg-raise hover:text-t1"
            >
              <X aria-hidden="true" className="size-4" />
            </Dialog.Close>
            <SideMenu
              onNavigate={close}
              onSearch={() => {
                close();
                onSearch();
              }}
            />
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
    </header>
  );
}
