import { useState, type FormEvent } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { PRICE_NAMES, type Prices } from '../../../src-shared/domain/voiceAi/prices.ts';
import { formatDate } from '../../lib/dates.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { showNotice } from '../../ui/notice.ts';
import { selectPrices } from './voiceSlice.ts';
import { saveVoiceSettings } from './voiceThunks.ts';

/** What costs are reckoned by: known from memory, until the person has read the providers' pages. */
export function PricesCard() {
  const { t } = useTranslation('voiceAi');
  const prices = useSelector(selectPrices);
  return (
    <Card aria-labelledby="voice-prices">
      <CardHeader id="voice-prices" title={t('prices.title')} />
      <PricesForm key={JSON.stringify(prices)} prices={prices} />
    </Card>
  );
}

function PricesForm({ prices }: { prices: Prices }) {
  const { t } = useTranslation('voiceAi');
  const dispatch = useAppDispatch();
  const { confirmedAtMs } = prices;
  const [texts, setTexts] = useState(() =>
    Object.fromEntries(PRICE_NAMES.map((name) => [name, String(prices[name])])),
  );
  const [problem, setProblem] = useState<string | undefined>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const read = (name: (typeof PRICE_NAMES)[number]) => Number((texts[name] || 'none').replace(',', '.'));
    const next = {
      transcriptionMinute: read('transcriptionMinute'),
      scribeMinute: read('scribeMinute'),
      translationInput: read('translationInput'),
      translationOutput: read('translationOutput'),
    };
    if (!Object.values(next).every((value) => value >= 0 && value <= 1000))
      return setProblem(t('prices.bad'));
    const refusal = await dispatch(saveVoiceSettings({ prices: next }));
    setProblem(refusal?.message);
    if (refusal === null) showNotice({ tone: 'success', title: t('prices.saved') });
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-3">
      <p className={confirmedAtMs === null ? 'text-amb-text' : 'text-t2'}>
        {confirmedAtMs === null
          ? t('prices.unconfirmed')
          : t('prices.confirmed', { date: formatDate(confirmedAtMs) })}
      </p>
      {PRICE_NAMES.map((name, index) => (
        <Field
          key={name}
          label={t(`prices.${name}`)}
          error={index === PRICE_NAMES.length - 1 ? problem : undefined}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              value={texts[name] ?? ''}
              onChange={({ target }) => setTexts({ ...texts, [name]: target.value })}
            />
          )}
        </Field>
      ))}
      <div>
        <Button type="submit">{t('prices.save')}</Button>
      </div>
    </form>
  );
}
