import './resetTestTexts.ts';
import './texts.ts';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { useTranslation } from '../../lib/useTranslation.ts';
import { failureOf } from '../../lib/loadable.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { useDocumentTitle } from '../../lib/useDocumentTitle.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { NoAccounts } from './NoAccounts.tsx';
import type { ResetAttempt } from './passwordReset.ts';
import { testPasswordReset } from './resetThunks.ts';
import { ResetTestResult, type TestResult } from './ResetTestResult.tsx';
import { selectSession } from './sessionSlice.ts';

const STEPS = ['request', 'create', 'mail', 'use'] as const;

/** Document 3, section 2.14: tries the one-time password and shows each answer. */
export default function ResetTestScreen() {
  const { t } = useTranslation('resetTest');
  const session = useSelector(selectSession);
  const [email, setEmail] = useState('');
  const { result, isRunning, run } = useResetTest();
  useDocumentTitle(t('title'));
  if (session.status === 'ready' && session.data.kind === 'local')
    return <NoAccounts reason={session.data.reason} />;
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-2xl grid-cols-[minmax(0,1fr)] content-start gap-5 px-4 py-10">
      <Link to={ROUTES.landing} className="justify-self-start rounded-lg">
        <Logo />
      </Link>
      <header className="grid gap-1.5">
        <h1 className="text-xl font-semibold tracking-tight">{t('title')}</h1>
        <p className="text-t2">{t('lead')}</p>
      </header>
      <Card>
        <form
          noValidate
          className="grid items-end gap-3 sm:grid-cols-[1fr_auto]"
          onSubmit={(event) => {
            event.preventDefault();
            void run(email.trim());
          }}
        >
          <Field label={t('email')}>
            {(control) => (
              <Input
                {...control}
                type="email"
                name="email"
                autoComplete="email"
                value={email}
                onChange={({ target }) => setEmail(target.value)}
              />
            )}
          </Field>
          <Button type="submit" variant="primary" isBusy={isRunning}>
            {t('run')}
          </Button>
        </form>
      </Card>
      <ResetTestResult result={result} isRunning={isRunning} />
      <Card aria-labelledby="reset-steps">
        <CardHeader id="reset-steps" title={t('steps.title')} />
        <ol className="grid gap-3">
          {STEPS.map((step, index) => (
            <li key={step} className="flex gap-3 text-t2">
              <span
                aria-hidden="true"
                className="grid size-5 shrink-0 place-items-center rounded-full bg-accbg text-2xs font-semibold text-accent"
              >
                {index + 1}
              </span>
              {t(`steps.items.${step}`)}
            </li>
          ))}
        </ol>
      </Card>
    </main>
  );
}

function useResetTest() {
  const { t } = useTranslation('resetTest');
  const dispatch = useAppDispatch();
  const [result, setResult] = useState<TestResult | null>(null);
  const [isRunning, setIsRunning] = useState(false);

  async function run(email: string): Promise<void> {
    const atMs = Date.now();
    const refused = (message: string) =>
      setResult({ status: 'validation', message, atMs, tookMs: null, details: null });
    if (email === '') return refused(t('validation.empty'));
    if (!z.email().safeParse(email).success) return refused(t('validation.invalid'));
    setIsRunning(true);
    const startedMs = performance.now();
    const outcome = await dispatch(testPasswordReset(email));
    setIsRunning(false);
    const tookMs = Math.round(performance.now() - startedMs);
    if (testPasswordReset.fulfilled.match(outcome))
      setResult({ ...describe(outcome.payload, t('networkFailed')), atMs, tookMs });
    else {
      const { message } = failureOf(outcome);
      setResult({ status: 'failed', message, atMs, tookMs, details: null });
    }
  }
  return { result, isRunning, run };
}

function describe(attempt: ResetAttempt, networkFailed: string): Omit<TestResult, 'atMs' | 'tookMs'> {
  const { isSent, message, status, body } = attempt;
  if (status === null) return { status: 'network', message: networkFailed, details: { reason: body } };
  const details = { function: 'send-password-reset', httpStatus: status, ok: status < 400, answer: body };
  return { status: isSent ? 'success' : 'failed', message, details };
}
