import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { Guarded } from './guardedTable.ts';

type Sent = Promise<{ data?: unknown; error?: unknown }>;

interface EntryFormOptions<Row, Form extends FieldValues> {
  /** null for one that is added. */
  row: Row | null;
  form: UseFormReturn<Form>;
  formOf: (row: Row) => Form;
  add: (values: Form) => Sent;
  save: (base: Row, values: Form) => Sent;
  onSaved: () => void;
}

export interface EntryForm {
  submit: () => Promise<void>;
  isGone: boolean;
  /** What to do about what somebody else has saved meanwhile; null where nobody has. */
  conflict: { onMine: () => void; onTheirs: () => void } | null;
}

/** Adds or changes a row. Where somebody else has changed it meanwhile, what was typed stays, and one is asked. */
export function useEntryForm<Row, Form extends FieldValues>(options: EntryFormOptions<Row, Form>): EntryForm {
  const { form, formOf, add, save, onSaved } = options;
  const [base, setBase] = useState(options.row);
  const [theirs, setTheirs] = useState<Row | null>(null);
  const [isGone, setIsGone] = useState(false);
  const send = async (values: Form) => {
    const { data, error } = await (base === null ? add(values) : save(base, values));
    if (error !== undefined) return;
    const answered = base === null ? null : (data as Guarded<Row>);
    if (answered === null || answered.outcome === 'written') return onSaved();
    if (answered.outcome === 'changed') setTheirs(answered.row);
    else setIsGone(true);
  };
  const goOnFrom = (row: Row) => {
    setBase(row);
    setTheirs(null);
  };
  return {
    submit: form.handleSubmit(send),
    isGone,
    conflict:
      theirs === null
        ? null
        : {
            onMine: () => goOnFrom(theirs),
            onTheirs: () => {
              form.reset(formOf(theirs));
              goOnFrom(theirs);
            },
          },
  };
}
