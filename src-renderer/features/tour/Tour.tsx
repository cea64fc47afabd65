import './texts.ts';
import { X } from 'lucide-react';
import { Popper } from 'radix-ui/internal';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useHotkeys } from 'react-hotkeys-hook';
import { useSelector } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useShortcutText } from '../../lib/shortcuts.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { TOUR_STEPS } from './steps.ts';
import { selectTourStep, tourLeft, tourMoved } from './tourSlice.ts';
import { useSeenTour } from './useSeenTour.ts';
import { useTarget } from './useTarget.ts';

/** The tour while somebody takes it: a card beside what each step speaks of. Nothing behind it is blocked. */
export function Tour() {
  const step = useSelector(selectTourStep);
  return step === null ? null : <PlacedCard step={step} />;
}

/** Where the card stands while there is nothing to point at. */
const CORNER = { getBoundingClientRect: () => new DOMRect(innerWidth, innerHeight, 0, 0) };

function PlacedCard({ step }: { step: number }) {
  const { path, target: selector } = TOUR_STEPS[step] ?? TOUR_STEPS[0];
  const target = useTarget(selector);
  useStepScreen(path);
  return (
    <Popper.Root>
      <Popper.Anchor virtualRef={{ current: target ?? CORNER }} />
      {createPortal(
        <Popper.Content
          side={target ? 'bottom' : 'top'}
          sideOffset={target ? 10 : 0}
          collisionPadding={12}
          className="z-40 w-[22rem] max-w-[calc(100vw-1.5rem)] print:hidden"
        >
          <TourCard step={step} target={target} />
          {target && <Popper.Arrow width={18} height={9} className="fill-edge" />}
        </Popper.Content>,
        document.body,
      )}
    </Popper.Root>
  );
}

function TourCard({ step, target }: { step: number; target: HTMLElement | null }) {
  const { t } = useTranslation('tour');
  const dispatch = useAppDispatch();
  const [, remember] = useSeenTour();
  const giveBackFocus = useFocusBefore();
  const card = useRef<HTMLElement>(null);
  const keys = useShortcutText('palette.open').text ?? '';
  const { id } = TOUR_STEPS[step] ?? TOUR_STEPS[0];
  const isLast = step === TOUR_STEPS.length - 1;
  const leave = () => {
    remember();
    dispatch(tourLeft());
    giveBackFocus(target);
  };
  // What is open above it closes first, and says so.
  useHotkeys('escape', leave, {
    enableOnFormTags: true,
    ignoreEventWhen: ({ defaultPrevented }) => defaultPrevented,
  });
  useEffect(() => card.current?.focus({ preventScroll: true }), [step]);
  return (
    <section
      ref={card}
      tabIndex={-1}
      aria-label={t('label')}
      aria-describedby="tour-text"
      className="relative grid gap-3 rounded-xl border border-edge bg-raise p-4 shadow-pop outline-none focus-visible:outline-2 focus-visible:outline-accent"
    >
      <div id="tour-text" aria-live="polite" className="grid gap-1.5">
        <p className="text-xs text-t2 tabular-nums">
          {t('place', { step: step + 1, count: TOUR_STEPS.length })}
        </p>
        <h2 className="pr-8 font-semibold text-t1">{t(`steps.${id}.title`)}</h2>
        <p className="leading-relaxed text-t2">{t(`steps.${id}.text`, { keys })}</p>
      </div>
      <div className="flex justify-end gap-2">
        {step > 0 && <Button onClick={() => dispatch(tourMoved(step - 1))}>{t('back')}</Button>}
        <Button variant="primary" onClick={() => (isLast ? leave() : dispatch(tourMoved(step + 1)))}>
          {t(isLast ? 'end' : 'next')}
        </Button>
      </div>
      <IconButton
        label={t('leave')}
        icon={<X aria-hidden="true" />}
        hasBorder={false}
        className="absolute top-2 right-2"
        onClick={leave}
      />
    </section>
  );
}

/**
 * Gives the focus back to what had it before the tour. Where that is gone with its screen, to what the tour points at, or to
 * the first thing in it that takes the focus, or to the screen.
 */
function useFocusBefore(): (target: HTMLElement | null) => void {
  const [before] = useState(() => document.activeElement);
  return (target) => {
    const places = [
      before,
      target,
      target?.querySelector('button, input, a[href]'),
      document.getElementById('content'),
    ];
    for (const place of places) {
      if (!(place instanceof HTMLElement) || place === document.body) continue;
      place.focus();
      if (document.activeElement === place) return;
    }
  };
}

function useStepScreen(path: string): void {
  const navigate = useNavigate();
  useEffect(() => void navigate(path), [navigate, path]);
}
