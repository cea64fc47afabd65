import './texts.ts';
import { useEffect, useState, type FormEvent } from 'react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { useTranslation } from '../../../lib/useTranslation.ts';
import type { ApiState } from '../../../../src-shared/contract/api.ts';
import { ROUTES } from '../../../../src-shared/domain/routes.ts';
import { formatFigure } from '../../../lib/figures.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Input } from '../../../ui/Input.tsx';
import { MessageBox } from '../../../ui/MessageBox.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { selectApiSupport, selectIsConnected } from '../../workspace/index.ts';
import { Row, Section } from '../rows.tsx';
import { ApiActivity } from './ApiActivity.tsx';
import { ApiKeyList } from './ApiKeyList.tsx';
import { readApi, selectApi, setApiServer } from './apiSlice.ts';
import { FolderList } from './FolderList.tsx';
import { WebhookList } from './WebhookList.tsx';

/** The API for other programs on this computer. Nothing where a page is its own host. */
export function ApiSection() {
  const dispatch = useAppDispatch();
  const isConnected = useSelector(selectIsConnected);
  const isSupported = useSelector(selectApiSupport)?.supported ?? false;
  const api = useSelector(selectApi);
  useEffect(() => {
    if (isSupported && isConnected) void dispatch(readApi());
  }, [dispatch, isSupported, isConnected]);
  if (!isSupported) return null;
  if (api.status === 'loading') return <Skeleton className="h-48" />;
  if (api.status === 'failed') return <MessageBox tone="error">{api.error.message}</MessageBox>;
  return (
    <div className="grid items-start gap-3.5 lg:grid-cols-2">
      <ServerCard api={api.data} />
      <ApiKeyList keys={api.data.keys} />
      <FolderList />
      <WebhookList webhooks={api.data.webhooks} />
      <ApiActivity />
    </div>
  );
}

function ServerCard({ api }: { api: ApiState }) {
  const { t } = useTranslation('localApi');
  const dispatch = useAppDispatch();
  const isConnected = useSelector(selectIsConnected);
  const { isOn, port, address, problem, calls } = api;
  const used = formatFigure(calls.used);
  return (
    <Section title={t('title')}>
      <p className="text-t2">
        {t('hint')}{' '}
        <Link to={ROUTES.apiReference} className="whitespace-nowrap text-t1 underline underline-offset-3">
          {t('reference')}
        </Link>
      </p>
      <Row label={t('on')} hint={address === null ? undefined : t('served', { address })}>
        <Switch
          label={t('on')}
          isOn={isOn}
          disabled={!isConnected}
          onChange={(next) => void dispatch(setApiServer({ isOn: next, port }))}
        />
      </Row>
      {problem !== null && <MessageBox tone="error">{t(`problems.${problem}`, { port })}</MessageBox>}
      <PortForm key={port} isOn={isOn} port={port} />
      <p className="text-xs text-t3">
        {calls.limit === null
          ? t('callsUnlimited', { used })
          : t('calls', { used, limit: formatFigure(calls.limit) })}{' '}
        {t('callsHint')}
      </p>
    </Section>
  );
}

function PortForm({ isOn, port }: { isOn: boolean; port: number }) {
  const { t } = useTranslation('localApi');
  const dispatch = useAppDispatch();
  const isConnected = useSelector(selectIsConnected);
  const [text, setText] = useState(String(port));
  const wanted = /^\d{4,5}$/.test(text.trim()) ? Number(text) : NaN;
  const isWrong = !(wanted >= 1024 && wanted <= 65_535);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isWrong) void dispatch(setApiServer({ isOn, port: wanted }));
  };
  return (
    <form className="flex flex-wrap items-start gap-3" onSubmit={submit}>
      <Field label={t('port')} error={isWrong ? t('portHint') : undefined}>
        {(input) => (
          <Input
            {...input}
            className="w-28"
            inputMode="numeric"
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      {text !== String(port) && (
        <Button type="submit" className="mt-5.5" disabled={!isConnected || isWrong}>
          {t('setPort')}
        </Button>
      )}
    </form>
  );
}
