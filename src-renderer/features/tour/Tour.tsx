import './texts.ts';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useHotkeys } from 'react-hotkeys-hook';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { useShortcutText } from '../../lib/shortcuts.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { TOUR_STEPS } from './steps.ts';
import { selectTourStep, tourLeft, tourMoved } from './tourSlice.ts';
import { useSeenTour } from './useSeenTour.ts';

/** The tour while somebody takes it: a card beside the screen that each step opens. Nothing behind it is blocked. */
export function Tour() {
  const step = useSelector(selectTourStep);
  return step === null ? null : <TourCard step={step} />;
}

function TourCard({ step }: { step: number }) {
  const { t } = useTranslation('tour');
  const dispatch = useAppDispatch();
  const [, remember] = useSeenTour();
  const card = useRef<HTMLElement>(null);
  const keys = useShortcutText('palette.open').text ?? '';
  const { id, path } = TOUR_STEPS[step] ?? TOUR_STEPS[0];
  const isLast = step === TOUR_STEPS.length - 1;
  const leave = () => {
    remember();
    dispatch(tourLeft());
    document.getElementById('content')?.focus();
  };
  useStepScreen(path);
  // What is open above it closes first, and says so.
  useHotkeys('escape', leave, {
    enableOnFormTags: true,
    ignoreEventWhen: ({ defaultPrevented }) => defaultPrevented,
  });
  useEffect(() => card.current?.focus(), [step]);
  return (
    <section
      ref={card}
      tabIndex={-1}
      aria-label={t('label')}
      aria-describedby="tour-text"
      className="fixed inset-x-3 bottom-3 z-40 grid gap-3 rounded-xl border border-edge bg-raise p-4 shadow-pop outline-none focus-visible:outline-2 focus-visible:outline-accent sm:left-auto sm:w-[22rem] print:hidden"
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

function useStepScreen(path: string): void {
  const navigate = useNavigate();
  useEffect(() => void navigate(path), [navigate, path]);
}
