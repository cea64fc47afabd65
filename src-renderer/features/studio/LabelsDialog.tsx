import { useId, useState, type FormEvent } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { takeLabelsSchema, type TakeSummary } from '../../../src-shared/contract/takes.ts';
import { dataOf } from '../../lib/loadable.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { changeLabels, commonLabels, labelsOf } from './recordingOrder.ts';
import { selectLibrary } from './studioSlice.ts';
import { writeLabels } from './studioThunks.ts';

/** The folder and the tags of one recording, or what several have in common. */
export function LabelsDialog({ takes, onClose }: { takes: readonly TakeSummary[]; onClose: () => void }) {
  const { t } = useTranslation(['studio', 'common']);
  const dispatch = useAppDispatch();
  const formId = useId();
  const { folders } = labelsOf(dataOf(useSelector(selectLibrary)) ?? []);
  const common = commonLabels(takes);
  const [folder, setFolder] = useState(common.folder);
  const [tags, setTags] = useState(common.tags.join(', '));
  const [isBusy, setBusy] = useState(false);
  const parsed = takeLabelsSchema.safeParse({ folder, tags: tagsOf(tags) });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!parsed.success) return;
    setBusy(true);
    const results = await Promise.all(
      changeLabels(takes, parsed.data).map((change) => dispatch(writeLabels(change))),
    );
    setBusy(false);
    // Refused: what was typed stays.
    if (results.every(writeLabels.fulfilled.match)) onClose();
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('studio:recordings.labelsTitle')}
      closeLabel={t('common:close')}
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" isBusy={isBusy} disabled={!parsed.success}>
            {t('studio:recordings.labelsSave')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => void submit(event)} className="grid gap-4">
        <Field label={t('studio:recordings.folder')} hint={t('studio:recordings.labelsFolderHint')}>
          {(control) => (
            <Input
              {...control}
              value={folder}
              maxLength={100}
              list={`${formId}-folders`}
              onChange={(event) => setFolder(event.target.value)}
            />
          )}
        </Field>
        <datalist id={`${formId}-folders`}>
          {folders.map((known) => (
            <option key={known} value={known} />
          ))}
        </datalist>
        <Field label={t('studio:recordings.labelsTags')} hint={t('studio:recordings.labelsTagsHint')}>
          {(control) => <Input {...control} value={tags} onChange={(event) => setTags(event.target.value)} />}
        </Field>
      </form>
    </Dialog>
  );
}

const tagsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];
