import { useSelector } from 'react-redux';
import { useAppDispatch } from '../../lib/store.ts';
import { selectIsConnected, selectSettings, selectSettingsStatus } from '../workspace/index.ts';
import { formOf, type FieldName, type FormValues } from './form.ts';
import { fieldChanged, selectDraft, type FieldChange } from './formSlice.ts';

export interface FormField<T> {
  value: T;
  isDirty: boolean;
  disabled: boolean;
  set: (value: T) => void;
}

/** One setting, as it is wanted: what is changed shows, and is not kept until it is saved. */
export function useField<F extends FieldName>(field: F): FormField<FormValues[F]> {
  const dispatch = useAppDispatch();
  const draft = useSelector(selectDraft)[field];
  const kept = formOf(useSelector(selectSettings))[field];
  const isConnected = useSelector(selectIsConnected);
  const isKnown = useSelector(selectSettingsStatus) === 'ready';
  return {
    value: draft === undefined ? kept : draft.value,
    isDirty: draft !== undefined,
    disabled: !isConnected || !isKnown,
    set: (value) => void dispatch(fieldChanged({ field, kept, value } as FieldChange)),
  };
}
