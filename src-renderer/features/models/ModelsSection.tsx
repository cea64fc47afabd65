import './texts.ts';
import { useEffect, useState, type FormEvent } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { ModelsState } from '../../../src-shared/contract/models.ts';
import type { Model } from '../../../src-shared/domain/models/index.ts';
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
    <Card aria-labelledby="models-title" className="lg:col-span-2">
      <CardHeader
        id="models-title"
        title={t('title')}
        actions={models.status === 'ready' && <DiskUse state={models.data} />}
      />
      {models.status === 'loading' && <Skeleton className="h-40" />}
      {models.status === 'failed' && <p className="text-xs text-t2">{models.error.message}</p>}
      {models.status === 'ready' && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <p className="text-xs text-t2">{t(models.data.canDownload ? 'hint' : 'pageHint')}</p>
          <Rows state={models.data} label={t('list')} isShown={({ kind }) => kind !== 'translation'} />
          <TranslationModels state={models.data} />
          <MirrorForm key={models.data.mirrorUrl ?? ''} state={models.data} />
        </div>
      )}
    </Card>
  );
}

function Rows(given: { state: ModelsState; label: string; isShown: (model: Model) => boolean }) {
  const { state, label, isShown } = given;
  const { canDownload, mirrorUrl } = state;
  return (
    <ul
      aria-label={label}
      className="grid grid-cols-[minmax(0,1fr)] gap-2 xl:grid-cols-[repeat(2,minmax(0,1fr))]"
    >
      {state.rows
        .filter(({ model }) => isShown(model))
        .map((row) => (
          <ModelRowItem key={row.model.id} row={row} canDownload={canDownload} mirrorUrl={mirrorUrl} />
        ))}
    </ul>
  );
}

/** There is one for each direction: so many that they open with a click. */
function TranslationModels({ state }: { state: ModelsState }) {
  const { t } = useTranslation('models');
  const rows = state.rows.filter(({ model }) => model.kind === 'translation');
  const installed = rows.filter((row) => row.state === 'installed').length;
  const isWorking = rows.some(
    (row) => row.state !== 'installed' && (row.doneBytes > 0 || row.failure !== null),
  );
  return (
    <details open={isWorking || undefined} className="grid gap-2">
      <summary className="cursor-pointer font-medium text-t1">
        {t('translation', { installed, all: rows.length })}
      </summary>
      <p className="my-2 text-xs text-t2">{t('translationHint')}</p>
      <Rows state={state} label={t('translationList')} isShown={({ kind }) => kind === 'translation'} />
    </details>
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

function MirrorForm({ state: { canDownload, mirrorUrl } }: { state: ModelsState }) {
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
    <form onSubmit={(event) => void submit(event)} className="flex max-w-2xl items-start gap-2.5" noValidate>
      <div className="min-w-0 grow">
        <Field
          label={t(canDownload ? 'mirror' : 'pageMirror')}
          hint={t(canDownload ? 'mirrorHint' : 'pageMirrorHint')}
          error={problem}
        >
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
