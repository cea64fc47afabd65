import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from '../../../lib/useTranslation.ts';
import {
  CONTACT_AVAILABILITY_MAX,
  CONTACT_DESCRIPTION_MAX,
  CONTACT_VALUE_MAX,
  PUBLIC_CONTACT_TYPES,
} from '../../../../src-shared/domain/content.ts';
import { Field } from '../../../ui/Field.tsx';
import { Input } from '../../../ui/Input.tsx';
import { EditDialog } from '../../../ui/list/index.ts';
import {
  contactForm,
  contactFormSchema,
  useAddContactMutation,
  useSaveContactMutation,
  writtenContact,
  type Contact,
  type ContactForm,
} from './contactsApi.ts';
import { ChoiceField, DescriptionField, EntryFrame, SwitchField, TitleField } from './EntryFields.tsx';
import { useEntryForm } from './useEntryForm.ts';

interface ContactDialogProps {
  /** `new` for one that is added, null while nothing is written. */
  contact: Contact | 'new' | null;
  /** Where a new one is: after the others. */
  nextPlace: number;
  onClose: () => void;
  onSaved: () => void;
}

/** Adds a contact, or changes one. */
export function ContactDialog({ contact, ...rest }: ContactDialogProps) {
  const { t } = useTranslation('adminContent');
  return (
    <EditDialog
      row={contact}
      title={{ new: t('contacts.add'), change: t('contacts.change') }}
      onClose={rest.onClose}
      className="!max-w-xl"
    >
      {(row) => <Form contact={row} {...rest} />}
    </EditDialog>
  );
}

const startAt = (place: number): ContactForm => ({
  contact_type: 'support',
  title: '',
  description: '',
  contact_value: '',
  availability: '',
  is_primary: false,
  order_index: String(place),
  is_active: true,
});

function Form({ contact, nextPlace, onClose, onSaved }: ContactDialogProps & { contact: Contact | null }) {
  const { t } = useTranslation('adminContent');
  const form = useForm<ContactForm>({
    resolver: zodResolver(contactFormSchema),
    defaultValues: contact === null ? startAt(nextPlace) : contactForm(contact),
  });
  const [add, adding] = useAddContactMutation();
  const [save, saving] = useSaveContactMutation();
  const entry = useEntryForm({
    row: contact,
    form,
    formOf: contactForm,
    add: (values) => add(writtenContact(values)),
    save: (base, values) => save({ base, changes: writtenContact(values) }),
    onSaved,
  });
  return (
    <EntryFrame
      entry={entry}
      error={adding.error ?? saving.error}
      isBusy={adding.isLoading || saving.isLoading}
      onClose={onClose}
    >
      <ChoiceField
        control={form.control}
        name="contact_type"
        label={t('contacts.type')}
        options={PUBLIC_CONTACT_TYPES.map((value) => ({ value, label: t(`contacts.types.${value}`) }))}
      />
      <Fields form={form} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SwitchField
          control={form.control}
          name="is_active"
          label={t('contacts.activate')}
          hint={t('contacts.activateHint')}
        />
        <SwitchField
          control={form.control}
          name="is_primary"
          label={t('contacts.makePrimary')}
          hint={t('contacts.makePrimaryHint')}
        />
      </div>
    </EntryFrame>
  );
}

function Fields({ form: { register, formState } }: { form: UseFormReturn<ContactForm> }) {
  const { t } = useTranslation('adminContent');
  const { errors } = formState;
  return (
    <>
      <TitleField registration={register('title')} isMissing={errors.title !== undefined} />
      <Field
        label={t('contacts.value')}
        hint={t('contacts.valueHint')}
        error={errors.contact_value ? t('contacts.valueRequired') : undefined}
      >
        {(input) => <Input {...input} {...register('contact_value')} maxLength={CONTACT_VALUE_MAX} />}
      </Field>
      <DescriptionField registration={register('description')} rows={2} maxLength={CONTACT_DESCRIPTION_MAX} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t('entry.optional', { label: t('contacts.availability') })}
          hint={t('contacts.availabilityHint')}
        >
          {(input) => <Input {...input} {...register('availability')} maxLength={CONTACT_AVAILABILITY_MAX} />}
        </Field>
        <Field
          label={t('contacts.order')}
          hint={t('contacts.orderHint')}
          error={errors.order_index ? t('contacts.orderWrong') : undefined}
        >
          {(input) => <Input {...input} {...register('order_index')} inputMode="numeric" />}
        </Field>
      </div>
    </>
  );
}
