import { useRef, useState } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { ModelRow } from '../../../src-shared/contract/models.ts';
import { formatBytes } from '../../lib/bytes.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { wordText } from '../../i18n/wordFailure.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { cancelModel, downloadModel, importModel, removeModel } from './modelsSlice.ts';

/** A model: what it is, where it is with it, and what can be done. */
export function ModelRowItem({ row }: { row: ModelRow }) {
  const { t } = useTranslation('models');
  const { model, state, sizeBytes, doneBytes, failure } = row;
  const size = formatBytes(sizeBytes);
  const isRunning = state === 'downloading' || state === 'checking';
  const languages = Array.isArray(model.languages)
    ? model.languages.join(', ')
    : t(`languages.${model.languages}`);
  const part = t('here', { done: formatBytes(doneBytes), size });
  return (
    <li className="grid gap-2 rounded-lg bg-inset px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="min-w-0 grow">
          <span className="block font-medium text-t1">{model.name}</span>
          <span className="block text-xs text-t3">
            {t('facts', { size, licence: model.licence, languages })}
          </span>
        </span>
        {state === 'installed' && <Pill tone="good">{t('states.installed')}</Pill>}
        <Actions row={row} />
      </div>
      {isRunning && <Progress label={t(`states.${state}`)} ratio={doneBytes / sizeBytes} note={part} />}
      {state === 'missing' && doneBytes > 0 && <p className="text-xs text-t3">{part}</p>}
      {failure !== null && !isRunning && (
        <p role="alert" className="text-xs text-red-text">
          {wordText(failure.message)}
        </p>
      )}
    </li>
  );
}

function Actions({ row: { model, state, doneBytes } }: { row: ModelRow }) {
  const { t } = useTranslation(['models', 'common']);
  const dispatch = useAppDispatch();
  const [isAsking, setAsking] = useState(false);
  const { id, name } = model;
  if (state === 'downloading' || state === 'checking') {
    return (
      <Button
        size="sm"
        aria-label={t('models:cancelOf', { name })}
        onClick={() => void dispatch(cancelModel(id))}
      >
        {t('models:cancel')}
      </Button>
    );
  }
  const hasPart = doneBytes > 0;
  return (
    <>
      {state === 'missing' && (
        <>
          <ImportButton id={id} name={name} />
          <Button
            size="sm"
            aria-label={t(hasPart ? 'models:resumeOf' : 'models:downloadOf', { name })}
            onClick={() => void dispatch(downloadModel(id))}
          >
            {t(hasPart ? 'models:resume' : 'models:download')}
          </Button>
        </>
      )}
      {hasPart && (
        <Button size="sm" aria-label={t('models:removeOf', { name })} onClick={() => setAsking(true)}>
          {t('models:remove')}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={t('models:removeQuestion', { name })}
        description={t('models:removeMessage')}
        confirmLabel={t('models:remove')}
        cancelLabel={t('common:cancel')}
        isDestructive
        onConfirm={() => void dispatch(removeModel(id))}
      />
    </>
  );
}

function ImportButton({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation('models');
  const dispatch = useAppDispatch();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button size="sm" aria-label={t('importOf', { name })} onClick={() => input.current?.click()}>
        {t('import')}
      </Button>
      <input
        ref={input}
        type="file"
        aria-label={t('importOf', { name })}
        className="hidden"
        tabIndex={-1}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file) void dispatch(importModel({ id, file }));
        }}
      />
    </>
  );
}
