import { useRef, useState, type SyntheticEvent } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { BROADCAST_FORM_ID } from './broadcastForm.ts';
import { changeDraft } from './changeDraft.ts';
import { selectDraft, selectIsLocked, selectLive } from './broadcastSlice.ts';
import { goLive } from './broadcastThunks.ts';

/** What the stream is called; without a title it does not begin. */
export function DetailsCard() {
  const { t } = useTranslation('broadcast');
  const dispatch = useAppDispatch();
  const draft = useSelector(selectDraft);
  const live = useSelector(selectLive);
  const isLocked = useSelector(selectIsLocked);
  const [hasTried, setTried] = useState(false);
  const titleRef = useRef<HTMLInputElement>(null);
  const title = live?.title ?? draft.title;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const hasTitle = draft.title.trim() !== '';
    setTried(!hasTitle);
    if (!hasTitle) titleRef.current?.focus();
    else if (!isLocked) void dispatch(goLive());
  };
  const note = t(isLocked ? 'details.locked' : 'details.hint');
  return (
    <Card aria-labelledby="broadcast-details-title">
      <CardHeader id="broadcast-details-title" title={t('details.title')} />
      <form id={BROADCAST_FORM_ID} noValidate onSubmit={submit} className="grid gap-3.5">
        <Field
          label={t('details.streamTitle')}
          hint={note}
          error={hasTried && title.trim() === '' ? t('details.noTitle') : undefined}
        >
          {(control) => (
            <Input
              {...control}
              ref={titleRef}
              value={title}
              maxLength={200}
              required
              autoComplete="off"
              disabled={isLocked}
              onChange={({ target }) => dispatch(changeDraft({ title: target.value }))}
            />
          )}
        </Field>
        <Field label={t('details.description')}>
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              value={live?.description ?? draft.description}
              maxLength={5000}
              disabled={isLocked}
              onChange={({ target }) => dispatch(changeDraft({ description: target.value }))}
            />
          )}
        </Field>
      </form>
    </Card>
  );
}
