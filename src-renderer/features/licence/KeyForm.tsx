import { FileKey2 } from 'lucide-react';
import { useRef, useState, type DragEvent } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { useTranslation } from '../../lib/useTranslation.ts';
import { LICENCE_FILE_LIMIT } from '../../../src-shared/contract/licence.ts';
import { findLicenceKey } from '../../../src-shared/domain/licence.ts';
import { PRODUCT_NAME } from '../../../src-shared/domain/product.ts';
import { classNames } from '../../lib/classNames.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { showNotice } from '../../ui/notice.ts';
import { activateFile, activateKey } from './licenceSlice.ts';
import { useLicenceAction } from './useLicenceAction.ts';

const keySchema = z.object({
  key: z.string().refine((text) => findLicenceKey(text) !== null, { error: 'key.form' }),
});

/** A key typed or pasted, or a file with one. */
export function KeyForm({ onActivated }: { onActivated?: () => void }) {
  const { t } = useTranslation('licence');
  const dispatch = useAppDispatch();
  const { register, handleSubmit, setValue, setError, clearErrors, formState } = useForm({
    resolver: zodResolver(keySchema),
    reValidateMode: 'onSubmit',
    defaultValues: { key: '' },
  });
  const { running, failure, run, setFailure } = useLicenceAction();

  const done = (isDone: boolean) => {
    if (!isDone) return;
    showNotice({ tone: 'success', title: t('activated', { product: PRODUCT_NAME }) });
    onActivated?.();
  };
  const change = (text: string) => {
    clearErrors();
    setFailure(null);
    // From a mail a whole sentence may come along: the key in it is what is meant.
    const key = findLicenceKey(text);
    if (key !== null) setValue('key', key);
  };
  const submit = handleSubmit(async ({ key }) => done(await run('key', () => dispatch(activateKey(key)))));
  const takeFile = async (file: File) => {
    clearErrors();
    const setProblem = (problem: FileProblem) => setError('key', { message: problem });
    if (file.size > LICENCE_FILE_LIMIT) return setProblem('file.tooLarge');
    let content: string;
    try {
      content = await file.text();
    } catch {
      // Gone, or a folder: the browser does not say which.
      return setProblem('file.unreadable');
    }
    done(await run('file', () => dispatch(activateFile(content))));
  };
  const problem = formState.errors.key?.message as FileProblem | 'key.form' | undefined;
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <Field label={t('key.label')} error={problem ? t(problem) : failure?.message}>
        {(control) => (
          <div className="flex flex-col gap-2 sm:flex-row">
            <Input
              {...control}
              className="h-11 font-mono tracking-wide uppercase placeholder:normal-case"
              placeholder={t('key.placeholder')}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              {...register('key', { onChange: ({ target }) => change((target as HTMLInputElement).value) })}
            />
            <Button type="submit" variant="primary" size="lg" isBusy={running === 'key'}>
              {t('key.activate')}
            </Button>
          </div>
        )}
      </Field>
      <FileArea isBusy={running === 'file'} onFile={(file) => void takeFile(file)} />
    </form>
  );
}

type FileProblem = 'file.tooLarge' | 'file.unreadable';

function FileArea({ isBusy, onFile }: { isBusy: boolean; onFile: (file: File) => void }) {
  const { t } = useTranslation('licence');
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setIsOver(over);
  };
  return (
    <div
      onDragEnter={drag(true)}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event);
        const file = event.dataTransfer.files[0];
        if (file) onFile(file);
      }}
      className={classNames(
        'flex flex-wrap items-center justify-center gap-x-1.5 rounded-lg border border-dashed px-4 py-3.5 text-center text-t2 transition-colors',
        isOver ? 'border-accent bg-accbg text-t1' : 'border-edge',
      )}
    >
      <FileKey2 aria-hidden="true" className="mr-1 size-4 shrink-0" />
      <span>{t('file.drop')}</span>
      <button
        type="button"
        disabled={isBusy}
        onClick={() => input.current?.click()}
        className="rounded font-medium text-accent underline-offset-3 hover:underline disabled:opacity-50"
      >
        {t('file.choose')}
      </button>
      <input
        ref={input}
        type="file"
        aria-label={t('file.input')}
        className="hidden"
        onChange={({ target }) => {
          const file = target.files?.[0];
          // The same file may be chosen again after a failure.
          target.value = '';
          if (file) onFile(file);
        }}
      />
    </div>
  );
}
