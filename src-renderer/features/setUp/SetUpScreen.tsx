import './texts.ts';
import { useEffect, useRef, type JSX } from 'react';
import { useSelector } from 'react-redux';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { classNames } from '../../lib/classNames.ts';
import { dataOf } from '../../lib/loadable.ts';
import { useDocumentTitle } from '../../lib/useDocumentTitle.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Page } from '../../ui/Page.tsx';
import { FirstRun } from '../firstRun/index.ts';
import { selectLicence } from '../licence/index.ts';
import { LicenceStep } from './LicenceStep.tsx';
import { MicrophoneStep } from './MicrophoneStep.tsx';
import { RecordStep } from './RecordStep.tsx';
import { rememberSetUp } from './seen.ts';
import { readStep, SET_UP_STEPS, stepAfter, type SetUpStep } from './steps.ts';
import { VirtualStep } from './VirtualStep.tsx';

/** The first steps: each can be skipped, and all of them can be run again. */
export default function SetUpScreen() {
  const { t } = useTranslation('setUp');
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const steps = useSteps();
  const step = readStep(params, steps);
  const next = stepAfter(step, steps);
  useDocumentTitle(t('title'));
  const go = (to: SetUpStep | null) => {
    if (to !== null) return void navigate(`${ROUTES.setUp}?step=${to}`);
    rememberSetUp();
    void navigate(ROUTES.dashboard);
  };
  return (
    <Page
      title={t('title')}
      subtitle={t('subtitle')}
      width="reading"
      actions={<Button onClick={() => go(null)}>{t('leave')}</Button>}
    >
      <StepList steps={steps} step={step} onGo={go} />
      <StepCard step={step} onNext={() => go(next)}>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => go(next)}>{t(next === null ? 'finish' : 'next')}</Button>
        </div>
      </StepCard>
    </Page>
  );
}

/** Where no licence is needed, nothing is asked about one. */
function useSteps(): readonly SetUpStep[] {
  const licence = dataOf(useSelector(selectLicence));
  const hasLicence = licence !== null && licence.state.kind !== 'notNeeded';
  return hasLicence ? SET_UP_STEPS : SET_UP_STEPS.filter((step) => step !== 'licence');
}

interface StepListProps {
  steps: readonly SetUpStep[];
  step: SetUpStep;
  onGo: (to: SetUpStep) => void;
}

function StepList({ steps, step, onGo }: StepListProps) {
  const { t } = useTranslation('setUp');
  return (
    <nav aria-label={t('title')}>
      <ol className="grid grid-cols-2 gap-2 sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none">
        {steps.map((name, index) => (
          <li key={name}>
            <button
              type="button"
              aria-current={name === step ? 'step' : undefined}
              className={classNames(
                'flex w-full items-center gap-2 rounded-lg border px-3 py-2 text-left text-xs font-medium',
                name === step ? 'border-accent bg-raise text-t1' : 'border-line text-t2 hover:bg-raise',
              )}
              onClick={() => onGo(name)}
            >
              <span aria-hidden="true" className="tabular-nums text-t3">
                {index + 1}
              </span>
              {t(`steps.${name}.name`)}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

interface StepCardProps {
  step: SetUpStep;
  onNext: () => void;
  children: JSX.Element;
}

function StepCard({ step, onNext, children }: StepCardProps) {
  const { t } = useTranslation('setUp');
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  // Who moves on by keyboard or screen reader is taken along; who has just come is at the page's own heading.
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else heading.current?.focus();
  }, [step]);
  if (step === 'hear')
    return (
      <div className="grid gap-3.5">
        <FirstRun onNext={onNext} />
        {children}
      </div>
    );
  const Step = { licence: LicenceStep, microphone: MicrophoneStep, virtual: VirtualStep, record: RecordStep }[
    step
  ];
  return (
    <Card aria-labelledby="set-up-step" className="grid gap-4">
      <header className="grid gap-1.5">
        <h2
          id="set-up-step"
          ref={heading}
          tabIndex={-1}
          className="text-lg font-semibold tracking-tight outline-none"
        >
          {t(`steps.${step}.title`)}
        </h2>
        <p className="text-t2">{t(`steps.${step}.text`)}</p>
      </header>
      <Step />
      {children}
    </Card>
  );
}
