import { AlertDialog as Radix } from 'radix-ui';
import { use, useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { UNSAFE_NavigationContext, useLocation, type Navigator } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { DIALOG_CONTENT, DIALOG_OVERLAY } from '../../ui/dialogStyle.ts';
import { draftDiscarded, selectDraft } from './formSlice.ts';
import { useSave } from './useSave.ts';

/**
 * Asks before the screen is left with changes that are not saved: by a link, by a command, or by closing the page. The
 * browser's own way back cannot be held up by a page; the draft is still there when the screen is opened again.
 */
export function LeaveGuard() {
  const { t } = useTranslation('settings');
  const dispatch = useAppDispatch();
  const count = Object.keys(useSelector(selectDraft)).length;
  const { save, isSaving } = useSave();
  const [leave, setLeave] = useState<(() => void) | null>(null);
  useHeldNavigation(count > 0, (goOn) => setLeave(() => goOn));
  const goOn = () => {
    leave?.();
    setLeave(null);
  };
  return (
    <Radix.Root open={leave !== null} onOpenChange={(isOpen) => !isOpen && setLeave(null)}>
      <Radix.Portal>
        <Radix.Overlay className={DIALOG_OVERLAY} />
        <Radix.Content className={`${DIALOG_CONTENT} p-5`}>
          <Radix.Title className="text-base font-semibold">{t('leave.title')}</Radix.Title>
          <Radix.Description className="mt-1.5 text-t2">{t('leave.message', { count })}</Radix.Description>
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <Radix.Cancel asChild>
              <Button>{t('leave.stay')}</Button>
            </Radix.Cancel>
            <Button
              variant="danger"
              onClick={() => {
                dispatch(draftDiscarded());
                goOn();
              }}
            >
              {t('leave.discard')}
            </Button>
            <Button
              variant="primary"
              isBusy={isSaving}
              onClick={() => void save().then((isKept) => (isKept ? goOn() : setLeave(null)))}
            >
              {t('leave.save')}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Holds every way to another screen up while `isHeld`, and gives it to `onHeld` to continue with. */
function useHeldNavigation(isHeld: boolean, onHeld: (goOn: () => void) => void): void {
  const { navigator } = use(UNSAFE_NavigationContext);
  const { pathname } = useLocation();
  useEffect(() => {
    if (!isHeld) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    const release = holdNavigation(navigator, pathname, onHeld);
    return () => {
      window.removeEventListener('beforeunload', warn);
      release();
    };
  });
}

/** This router has no blocker of its own: links and commands end in `push` and `replace`. Returns the release. */
function holdNavigation(
  navigator: Navigator,
  pathname: string,
  onHeld: (goOn: () => void) => void,
): () => void {
  const push = navigator.push.bind(navigator);
  const replace = navigator.replace.bind(navigator);
  const isHere = (to: Parameters<typeof push>[0]) =>
    (typeof to === 'string' ? to.split(/[?#]/)[0] : to.pathname) === pathname;
  const release = () => Object.assign(navigator, { push, replace });
  const hold =
    (go: typeof push): typeof push =>
    (...to) => {
      if (isHere(to[0])) return go(...to);
      onHeld(() => {
        release();
        go(...to);
      });
    };
  Object.assign(navigator, { push: hold(push), replace: hold(replace) });
  return release;
}
