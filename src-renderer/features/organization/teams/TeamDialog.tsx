import { Check, Trash2 } from 'lucide-react';
import { RadioGroup } from 'radix-ui';
import { useState } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import type { RpcFailure } from '../../../../src-shared/contract/errors.ts';
import {
  MAX_TEAM_DESCRIPTION_LENGTH,
  MAX_TEAM_NAME_LENGTH,
  TEAM_COLORS,
} from '../../../../src-shared/domain/teams.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Input } from '../../../ui/Input.tsx';
import { MessageBox } from '../../../ui/MessageBox.tsx';
import { showNotice } from '../../../ui/notice.ts';
import { Textarea } from '../../../ui/Textarea.tsx';
import { useAct } from '../../../ui/list/index.ts';
import type { Organization } from '../organizationsApi.ts';
import {
  useChangeTeamMutation,
  useCreateTeamMutation,
  useDeleteTeamMutation,
  type Team,
  type TeamText,
} from './teamsApi.ts';

interface TeamDialogProps {
  organization: Organization;
  /** null: a new one. */
  team: Team | null;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** Makes a team, or changes one. */
export function TeamDialog(props: TeamDialogProps) {
  const { t } = useTranslation(['teams', 'common']);
  return (
    <Dialog
      isOpen={props.isOpen}
      onOpenChange={props.onOpenChange}
      title={props.team ? t('teams:dialog.edit') : t('teams:create')}
      closeLabel={t('common:close')}
    >
      <Form {...props} />
    </Dialog>
  );
}

function Form({ organization, team, onOpenChange }: TeamDialogProps) {
  const { t } = useTranslation(['teams', 'common']);
  const [text, setText] = useState<TeamText>({
    name: team?.name ?? '',
    description: team?.description ?? '',
    color: team?.color ?? TEAM_COLORS[0].value,
  });
  const [isTouched, setIsTouched] = useState(false);
  const [create, creating] = useCreateTeamMutation();
  const [change, changing] = useChangeTeamMutation();
  const isBusy = creating.isLoading || changing.isLoading;
  const failure = (creating.error ?? changing.error) as RpcFailure | undefined;
  const name = text.name.trim();
  const submit = async () => {
    setIsTouched(true);
    if (name === '' || isBusy) return;
    const values = { ...text, name, description: text.description.trim() };
    const { error } = team
      ? await change({ id: team.id, ...values })
      : await create({ organization: organization.id, ...values });
    if (error !== undefined) return;
    showNotice({ tone: 'success', title: t(team ? 'teams:changed' : 'teams:made', { name }) });
    onOpenChange(false);
  };
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Field
        label={t('teams:dialog.name')}
        error={isTouched && name === '' ? t('teams:dialog.nameRequired') : undefined}
      >
        {(input) => (
          <Input
            {...input}
            value={text.name}
            maxLength={MAX_TEAM_NAME_LENGTH}
            required
            autoComplete="off"
            onChange={({ target }) => setText({ ...text, name: target.value })}
            onBlur={() => setIsTouched(true)}
          />
        )}
      </Field>
      <Field label={t('teams:dialog.description')}>
        {(input) => (
          <Textarea
            {...input}
            rows={3}
            value={text.description}
            maxLength={MAX_TEAM_DESCRIPTION_LENGTH}
            onChange={({ target }) => setText({ ...text, description: target.value })}
          />
        )}
      </Field>
      <Colors value={text.color} onChange={(color) => setText({ ...text, color })} />
      {failure && <MessageBox tone="error">{failure.message}</MessageBox>}
      <div className="flex flex-wrap gap-2">
        {team && organization.role !== 'member' && (
          <DeleteButton team={team} onDeleted={() => onOpenChange(false)} />
        )}
        <div className="ml-auto flex gap-2">
          <Button onClick={() => onOpenChange(false)}>{t('common:cancel')}</Button>
          <Button type="submit" variant="primary" isBusy={isBusy} disabled={name === ''}>
            {team ? t('teams:dialog.save') : t('teams:create')}
          </Button>
        </div>
      </div>
    </form>
  );
}

function Colors({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation('teams');
  return (
    <div className="grid gap-1.5">
      <span aria-hidden="true" className="text-xs font-medium text-t2">
        {t('dialog.color')}
      </span>
      <RadioGroup.Root
        aria-label={t('dialog.color')}
        value={value}
        onValueChange={onChange}
        className="flex flex-wrap gap-2"
      >
        {TEAM_COLORS.map((color) => (
          <RadioGroup.Item
            key={color.value}
            value={color.value}
            aria-label={t(`colors.${color.name}`)}
            className="grid size-8 place-items-center rounded-full border border-line2"
            style={{ backgroundColor: color.value }}
          >
            <RadioGroup.Indicator>
              <Check aria-hidden="true" className="size-4 text-white drop-shadow-[0_0_2px_#000]" />
            </RadioGroup.Indicator>
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </div>
  );
}

function DeleteButton({ team, onDeleted }: { team: Team; onDeleted: () => void }) {
  const { t } = useTranslation(['teams', 'common']);
  const [asks, setAsks] = useState(false);
  const [remove, { isLoading }] = useDeleteTeamMutation();
  const act = useAct();
  const { name } = team;
  const confirm = async () => {
    if (await act(remove(team.id), t('teams:deleted', { name }))) onDeleted();
  };
  return (
    <>
      <Button variant="danger" isBusy={isLoading} onClick={() => setAsks(true)}>
        <Trash2 aria-hidden="true" className="size-4" />
        {t('teams:delete')}
      </Button>
      <ConfirmDialog
        isOpen={asks}
        onOpenChange={setAsks}
        title={t('teams:ask', { name })}
        description={t('teams:askMessage')}
        confirmLabel={t('teams:delete')}
        cancelLabel={t('common:cancel')}
        isDestructive
        onConfirm={() => void confirm()}
      />
    </>
  );
}
