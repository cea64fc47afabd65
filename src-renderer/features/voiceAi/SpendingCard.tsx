import { useState, type FormEvent } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import { KEY_PROVIDERS } from '../../../src-shared/contract/keys.ts';
import {
  providerAddressSchema,
  type Spending,
  type VoiceSettings,
} from '../../../src-shared/contract/voice.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { formatFigure } from '../../lib/figures.ts';
import { dataOf } from '../../lib/loadable.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { showNotice } from '../../ui/notice.ts';
import { formatCost } from '../../lib/money.ts';
import { selectVoiceInfo } from './voiceSlice.ts';
import { saveVoiceSettings } from './voiceThunks.ts';

const MOST_SHOWN = 20;

/** What calls have cost, and the most that a month may. */
export function SpendingCard() {
  const { t } = useTranslation('voiceAi');
  const info = dataOf(useSelector(selectVoiceInfo));
  if (info === null) return null;
  return (
    <Card aria-labelledby="voice-spending">
      <CardHeader
        id="voice-spending"
        title={t('spending.title')}
        actions={
          <span className="text-t2">{t('spending.month', { amount: formatCost(info.monthUsd) })}</span>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        <CapForm key={info.settings.capUsd ?? 'none'} capUsd={info.settings.capUsd} />
        {info.spendings.length === 0 ? (
          <p className="text-t3">{t('spending.none')}</p>
        ) : (
          <SpendingTable spendings={info.spendings.slice(0, MOST_SHOWN)} />
        )}
        <p className="text-xs text-t3">{t('spending.prices')}</p>
      </div>
    </Card>
  );
}

function CapForm({ capUsd }: { capUsd: number | null }) {
  const { t } = useTranslation('voiceAi');
  const dispatch = useAppDispatch();
  const [text, setText] = useState(capUsd === null ? '' : String(capUsd));
  const [problem, setProblem] = useState<string | undefined>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const cap = text.trim() === '' ? null : Number(text.replace(',', '.'));
    if (cap !== null && !(cap >= 0 && cap <= 100_000)) return setProblem(t('spending.capBad'));
    const refusal: RpcFailure | null = await dispatch(saveVoiceSettings({ capUsd: cap }));
    setProblem(refusal?.message);
    if (refusal === null) showNotice({ tone: 'success', title: t('spending.saved') });
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="flex items-start gap-2.5">
      <div className="grow">
        <Field label={t('spending.cap')} hint={t('spending.capHint')} error={problem}>
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
      </div>
      <Button type="submit" className="mt-[1.375rem]">
        {t('spending.save')}
      </Button>
    </form>
  );
}

function SpendingTable({ spendings }: { spendings: readonly Spending[] }) {
  const { t } = useTranslation('voiceAi');
  return (
    <div className="overflow-x-auto" role="region" aria-label={t('spending.list')} tabIndex={0}>
      <table className="w-full text-left text-xs">
        <thead className="text-t3">
          <tr>
            {(['when', 'what', 'amount', 'cost'] as const).map((column) => (
              <th key={column} scope="col" className="py-1.5 pr-3 font-medium">
                {t(`spending.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {spendings.map(({ id, atMs, kind, amount, usd }) => (
            <tr key={id} className="border-t border-line2 align-top whitespace-nowrap text-t1">
              <td className="py-1.5 pr-3 whitespace-normal">{formatDateTime(atMs)}</td>
              <td className="py-1.5 pr-3">{t(`spending.kinds.${kind}`)}</td>
              <td className="py-1.5 pr-3">
                {t(`spending.amounts.${kind}`, {
                  amount: formatFigure(amount, Number.isInteger(amount) ? 0 : 1),
                })}
              </td>
              <td className="py-1.5">{usd === null ? t('spending.bySubscription') : formatCost(usd)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Other servers with the providers' interface. */
export function AddressesCard() {
  const { t } = useTranslation('voiceAi');
  const info = dataOf(useSelector(selectVoiceInfo));
  if (info === null) return null;
  const { baseUrls } = info.settings;
  return (
    <Card aria-labelledby="voice-addresses">
      <CardHeader id="voice-addresses" title={t('addresses.title')} />
      <AddressForm key={Object.values(baseUrls).join(' ')} baseUrls={baseUrls} />
    </Card>
  );
}

function AddressForm({ baseUrls }: { baseUrls: VoiceSettings['baseUrls'] }) {
  const { t } = useTranslation('voiceAi');
  const dispatch = useAppDispatch();
  const [texts, setTexts] = useState(baseUrls);
  const [problems, setProblems] = useState<Partial<typeof texts>>({});
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const bad = KEY_PROVIDERS.filter((each) => !providerAddressSchema.safeParse(texts[each]).success);
    setProblems(Object.fromEntries(bad.map((each) => [each, t('addresses.bad')])));
    if (bad.length > 0) return;
    const refusal = await dispatch(saveVoiceSettings({ baseUrls: texts }));
    if (refusal !== null) setProblems({ openai: refusal.message });
    else showNotice({ tone: 'success', title: t('addresses.saved') });
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-3">
      <p className="text-t2">{t('addresses.hint')}</p>
      {KEY_PROVIDERS.map((provider) => (
        <Field
          key={provider}
          label={t('addresses.field', { name: t(`providers.${provider}`) })}
          error={problems[provider]}
        >
          {(control) => (
            <Input
              {...control}
              type="url"
              value={texts[provider]}
              onChange={({ target }) => setTexts({ ...texts, [provider]: target.value })}
            />
          )}
        </Field>
      ))}
      <div>
        <Button type="submit">{t('addresses.save')}</Button>
      </div>
    </form>
  );
}
