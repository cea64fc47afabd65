import { useRef, useState } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { ModelRow } from '../../../src-shared/contract/models.ts';
import { modelFileName, modelFileUrl, type Model } from '../../../src-shared/domain/models/index.ts';
import { formatBytes } from '../../lib/bytes.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { wordText } from '../../i18n/wordFailure.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { cancelModel, downloadModel, importModel, removeModel } from './modelsSlice.ts';

interface ModelRowProps {
  row: ModelRow;
  /** Otherwise there are links to its files. */
  canDownload: boolean;
}

/** A model: what it is, where it is with it, and what can be done. */
export function ModelRowItem({ row, canDownload, mirrorUrl }: ModelRowProps & { mirrorUrl: string | null }) {
  const { t, i18n } = useTranslation('models');
  const { model, state, sizeBytes, doneBytes, failure } = row;
  const size = formatBytes(sizeBytes);
  const isRunning = state === 'downloading' || state === 'checking';
  const languages = Array.isArray(model.languages)
    ? languageNames(model.languages, i18n.language)
    : t(`languages.${model.languages}`);
  const part = t('here', { done: formatBytes(doneBytes), size });
  return (
    <li className="grid content-start gap-2 rounded-lg bg-inset px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="min-w-0 grow">
          <span className="block font-medium text-t1">{model.name}</span>
          <span className="block text-xs text-t3">
            {t('facts', { size, licence: model.licence, languages })}
          </span>
        </span>
        {state === 'installed' && <Pill tone="good">{t('states.installed')}</Pill>}
        <Actions row={row} canDownload={canDownload} />
      </div>
      {isRunning && <Progress label={t(`states.${state}`)} ratio={doneBytes / sizeBytes} note={part} />}
      {state === 'missing' && doneBytes > 0 && <p className="text-xs text-t3">{part}</p>}
      {state === 'missing' && !canDownload && <FileLinks model={model} mirrorUrl={mirrorUrl} />}
      {failure !== null && !isRunning && (
        <p role="alert" className="text-xs text-red-text">
          {wordText(failure.message)}
        </p>
      )}
    </li>
  );
}

/** As the person who reads calls them. */
function languageNames(codes: readonly string[], language: string): string {
  const names = new Intl.DisplayNames([language], { type: 'language' });
  return new Intl.ListFormat(language, { type: 'unit' }).format(codes.map((code) => names.of(code) ?? code));
}

function Actions({ row: { model, state, doneBytes }, canDownload }: ModelRowProps) {
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
          <ImportButton model={model} />
          {canDownload && (
            <Button
              size="sm"
              aria-label={t(hasPart ? 'models:resumeOf' : 'models:downloadOf', { name })}
              onClick={() => void dispatch(downloadModel(id))}
            >
              {t(hasPart ? 'models:resume' : 'models:download')}
            </Button>
          )}
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

/** Where the files are; the browser itself fetches what is chosen. */
function FileLinks({ model, mirrorUrl }: { model: Model; mirrorUrl: string | null }) {
  const { t } = useTranslation('models');
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1 text-xs text-t2">
      <span>{t('files')}</span>
      {model.files.map((file) => (
        <a
          key={file.path}
          href={modelFileUrl(model, file, mirrorUrl)}
          target="_blank"
          rel="noreferrer"
          className="break-all text-accent underline"
        >
          {modelFileName(file)}
        </a>
      ))}
    </p>
  );
}

function ImportButton({ model }: { model: Model }) {
  const { name, files } = model;
  const isOne = files.length === 1;
  const { t } = useTranslation('models');
  const dispatch = useAppDispatch();
  const input = useRef<HTMLInputElement>(null);
  const label = t(isOne ? 'importOf' : 'importSeveralOf', { name });
  return (
    <>
      <Button size="sm" aria-label={label} onClick={() => input.current?.click()}>
        {t(isOne ? 'import' : 'importSeveral')}
      </Button>
      <input
        ref={input}
        type="file"
        multiple={!isOne}
        aria-label={label}
        className="hidden"
        tabIndex={-1}
        onChange={({ target }) => {
          const chosen = [...(target.files ?? [])];
          target.value = '';
          if (chosen.length > 0) void dispatch(importModel({ model, files: chosen }));
        }}
      />
    </>
  );
}
