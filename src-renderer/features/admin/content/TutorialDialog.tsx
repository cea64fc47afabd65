import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from '../../../lib/useTranslation.ts';
import {
  CONTENT_ADDRESS_MAX,
  TUTORIAL_CATEGORIES,
  TUTORIAL_DESCRIPTION_MAX,
  TUTORIAL_DIFFICULTIES,
  TUTORIAL_DURATION_MAX,
  TUTORIAL_TYPES,
} from '../../../../src-shared/domain/content.ts';
import { Field } from '../../../ui/Field.tsx';
import { Input } from '../../../ui/Input.tsx';
import { EditDialog } from '../../../ui/list/index.ts';
import { ChoiceField, DescriptionField, EntryFrame, SwitchField, TitleField } from './EntryFields.tsx';
import {
  tutorialForm,
  tutorialFormSchema,
  useAddTutorialMutation,
  useSaveTutorialMutation,
  writtenTutorial,
  type Tutorial,
  type TutorialForm,
} from './tutorialsApi.ts';
import { useEntryForm } from './useEntryForm.ts';

interface TutorialDialogProps {
  /** `new` for one that is added, null while nothing is written. */
  tutorial: Tutorial | 'new' | null;
  onClose: () => void;
  onSaved: () => void;
}

const START: TutorialForm = {
  title: '',
  description: '',
  category: 'Getting Started',
  content_type: 'video',
  content_url: '',
  thumbnail_url: '',
  duration: '',
  difficulty: 'beginner',
  tags: '',
  is_featured: false,
  is_published: false,
};

/** Adds a tutorial, or changes one. */
export function TutorialDialog({ tutorial, ...rest }: TutorialDialogProps) {
  const { t } = useTranslation('adminContent');
  return (
    <EditDialog
      row={tutorial}
      title={{ new: t('tutorials.add'), change: t('tutorials.change') }}
      onClose={rest.onClose}
      className="!max-w-2xl"
    >
      {(row) => <Form tutorial={row} {...rest} />}
    </EditDialog>
  );
}

function Form({ tutorial, onClose, onSaved }: TutorialDialogProps & { tutorial: Tutorial | null }) {
  const form = useForm<TutorialForm>({
    resolver: zodResolver(tutorialFormSchema),
    defaultValues: tutorial === null ? START : tutorialForm(tutorial),
  });
  const [add, adding] = useAddTutorialMutation();
  const [save, saving] = useSaveTutorialMutation();
  const entry = useEntryForm({
    row: tutorial,
    form,
    formOf: tutorialForm,
    add: (values) => add(writtenTutorial(values)),
    save: (base, values) => save({ base, changes: writtenTutorial(values) }),
    onSaved,
  });
  return (
    <EntryFrame
      entry={entry}
      error={adding.error ?? saving.error}
      isBusy={adding.isLoading || saving.isLoading}
      onClose={onClose}
    >
      <Words form={form} />
      <Kinds form={form} />
      <Addresses form={form} />
      <Flags form={form} />
    </EntryFrame>
  );
}

interface PartProps {
  form: UseFormReturn<TutorialForm>;
}

function Words({ form: { register, formState } }: PartProps) {
  return (
    <>
      <TitleField registration={register('title')} isMissing={formState.errors.title !== undefined} />
      <DescriptionField
        registration={register('description')}
        rows={3}
        maxLength={TUTORIAL_DESCRIPTION_MAX}
      />
    </>
  );
}

function Kinds({ form: { control } }: PartProps) {
  const { t } = useTranslation('adminContent');
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <ChoiceField
        control={control}
        name="category"
        label={t('tutorials.category')}
        options={TUTORIAL_CATEGORIES.map((value) => ({ value, label: value }))}
      />
      <ChoiceField
        control={control}
        name="content_type"
        label={t('tutorials.type')}
        options={TUTORIAL_TYPES.map((value) => ({ value, label: t(`tutorials.types.${value}`) }))}
      />
      <ChoiceField
        control={control}
        name="difficulty"
        label={t('tutorials.difficulty')}
        options={TUTORIAL_DIFFICULTIES.map((value) => ({
          value,
          label: t(`tutorials.difficulties.${value}`),
        }))}
      />
    </div>
  );
}

function Addresses({ form: { register, formState } }: PartProps) {
  const { t } = useTranslation('adminContent');
  const { errors } = formState;
  const problem =
    errors.content_url &&
    t(errors.content_url.message === 'published' ? 'tutorials.urlRequired' : 'tutorials.urlWrong');
  return (
    <>
      <Field label={t('tutorials.url')} hint={t('tutorials.urlHint')} error={problem}>
        {(input) => (
          <Input
            {...input}
            {...register('content_url')}
            type="url"
            inputMode="url"
            maxLength={CONTENT_ADDRESS_MAX}
          />
        )}
      </Field>
      <Field
        label={t('entry.optional', { label: t('tutorials.thumbnail') })}
        error={errors.thumbnail_url ? t('tutorials.urlWrong') : undefined}
      >
        {(input) => (
          <Input
            {...input}
            {...register('thumbnail_url')}
            type="url"
            inputMode="url"
            maxLength={CONTENT_ADDRESS_MAX}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t('entry.optional', { label: t('tutorials.duration') })}
          hint={t('tutorials.durationHint')}
        >
          {(input) => <Input {...input} {...register('duration')} maxLength={TUTORIAL_DURATION_MAX} />}
        </Field>
        <Field
          label={t('entry.optional', { label: t('tutorials.tags') })}
          hint={t('tutorials.tagsHint')}
          error={errors.tags ? t('tutorials.tagsWrong') : undefined}
        >
          {(input) => <Input {...input} {...register('tags')} dir="auto" />}
        </Field>
      </div>
    </>
  );
}

function Flags({ form: { control } }: PartProps) {
  const { t } = useTranslation('adminContent');
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SwitchField
        control={control}
        name="is_published"
        label={t('tutorials.publish')}
        hint={t('tutorials.publishHint')}
      />
      <SwitchField
        control={control}
        name="is_featured"
        label={t('tutorials.feature')}
        hint={t('tutorials.featureHint')}
      />
    </div>
  );
}
