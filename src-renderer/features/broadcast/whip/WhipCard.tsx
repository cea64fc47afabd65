import { useId, useState, type SyntheticEvent } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { MAX_ADDRESS_LENGTH } from '../../../../src-shared/domain/broadcast/address.ts';
import { MASTER_QUALITIES } from '../../../../src-shared/domain/broadcast/quality.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { isWhipAddress } from '../../../media/whip/index.ts';
import { Card, CardHeader } from '../../../ui/Card.tsx';
import { Choice } from '../../../ui/Choice.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Input } from '../../../ui/Input.tsx';
import { PasswordInput } from '../../../ui/PasswordInput.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { changeDraft } from '../changeDraft.ts';
import { selectDraft } from '../broadcastSlice.ts';
import type { WhipStart } from './liveWhip.ts';
import { WHIP_FORM_ID } from './WhipBanner.tsx';

interface WhipCardProps {
  isLocked: boolean;
  onStart: (start: WhipStart) => void;
}

/** Where it is sent, and in which quality. Address and token are kept nowhere. */
export function WhipCard({ isLocked, onStart }: WhipCardProps) {
  const { t } = useTranslation('broadcast');
  const dispatch = useAppDispatch();
  const { quality } = useSelector(selectDraft);
  const [{ url, token, hasMicrophone }, setFields] = useState({ url: '', token: '', hasMicrophone: true });
  const [hasTried, setTried] = useState(false);
  const microphoneId = useId();
  const change = (fields: Partial<Omit<WhipStart, 'quality'>>) =>
    setFields({ url, token, hasMicrophone, ...fields });
  const problem = isWhipAddress(url) ? undefined : t('whip.problems.address');
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setTried(true);
    if (problem === undefined && !isLocked) onStart({ url, token, quality, hasMicrophone });
  };
  return (
    <Card aria-labelledby="whip-title">
      <CardHeader id="whip-title" title={t('whip.title')} />
      <form id={WHIP_FORM_ID} noValidate onSubmit={submit} className="grid gap-3.5">
        <Field label={t('whip.url')} hint={t('whip.urlHint')} error={hasTried ? problem : undefined}>
          {(control) => (
            <Input
              {...control}
              type="url"
              inputMode="url"
              value={url}
              maxLength={MAX_ADDRESS_LENGTH}
              required
              autoComplete="off"
              disabled={isLocked}
              onChange={({ target }) => change({ url: target.value })}
            />
          )}
        </Field>
        <Field label={t('whip.token')} hint={t('whip.tokenHint')}>
          {(control) => (
            <PasswordInput
              {...control}
              value={token}
              autoComplete="off"
              disabled={isLocked}
              showLabel={t('destination.showKey')}
              hideLabel={t('destination.hideKey')}
              onChange={({ target }) => change({ token: target.value })}
            />
          )}
        </Field>
        <Choice
          label={t('quality.label')}
          value={quality}
          options={MASTER_QUALITIES.map(({ id, label }) => ({ value: id, label }))}
          disabled={isLocked}
          onChange={(value) => dispatch(changeDraft({ quality: value }))}
        />
        <div className="flex items-start justify-between gap-4">
          <div className="min-w-0">
            <label htmlFor={microphoneId} className="text-t1">
              {t('whip.microphone')}
            </label>
            <p className="mt-0.5 text-xs text-t3">{t('whip.microphoneHint')}</p>
          </div>
          <Switch
            id={microphoneId}
            label={t('whip.microphone')}
            isOn={hasMicrophone}
            disabled={isLocked}
            onChange={(isOn) => change({ hasMicrophone: isOn })}
          />
        </div>
      </form>
    </Card>
  );
}
