import './texts.ts';
import { useEffect, useState, type FormEvent } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { ModelsState } from '../../../src-shared/contract/models.ts';
import { formatBytes } from '../../lib/bytes.ts';
import { failureOf } from '../../lib/loadable.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ModelRowItem } from './ModelRowItem.tsx';
import { followModels, selectModels, setMirror } from './modelsSlice.ts';

/** Models that can be installed, and those that are. */
export function ModelsSection() {
  const { t } = useTranslation('models');
  const dispatch = useAppDispatch();
  const models = useSelector(selectModels);
  useEffect(() => dispatch(followModels()), [dispatch]);
  return (
    <Card aria-labelledby="models-title" className="grid content-start">
      <CardHeader
        id="models-title"
        title={t('title')}
        actions={models.status === 'ready' && <DiskUse state={models.data} />}
      />
      {models.status === 'loading' && <Skeleton className="h-40" />}
      {models.status === 'failed' && <p className="text-xs text-t2">{models.error.message}</p>}
      {models.status === 'ready' && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <p className="text-xs text-t2">{t('hint')}</p>
          <ul aria-label={t('list')} className="grid grid-cols-[minmax(0,1fr)] gap-2">
            {models.data.rows.map((row) => (
              <ModelRowItem key={row.model.id} row={row} />
            ))}
          </ul>
          <MirrorForm key={models.data.mirrorUrl ?? ''} mirrorUrl={models.data.mirrorUrl} />
        </div>
      )}
    </Card>
  );
}

function DiskUse({ state: { usedBytes, freeBytes } }: { state: ModelsState }) {
  const { t } = useTranslation('models');
  const used = formatBytes(usedBytes);
  return (
    <span className="text-xs text-t2">
      {freeBytes === null ? t('usedOnly', { used }) : t('used', { used, free: formatBytes(freeBytes) })}
    </span>
  );
}

function MirrorForm({ mirrorUrl }: { mirrorUrl: string | null }) {
  const { t } = useTranslation('models');
  const dispatch = useAppDispatch();
  const [text, setText] = useState(mirrorUrl ?? '');
  const [problem, setProblem] = useState<string | undefined>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const result = await dispatch(setMirror(text.trim() === '' ? null : text.trim()));
    setProblem(setMirror.fulfilled.match(result) ? undefined : failureOf(result).message);
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="flex items-start gap-2.5" noValidate>
      <div className="min-w-0 grow">
        <Field label={t('mirror')} hint={t('mirrorHint')} error={problem}>
          {(control) => (
            <Input
              {...control}
              type="url"
              placeholder="https://"
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
      </div>
      <Button type="submit" className="mt-[1.375rem]">
        {t('mirrorSave')}
      </Button>
    </form>
  );
}
