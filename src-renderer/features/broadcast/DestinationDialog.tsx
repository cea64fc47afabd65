import { useId, useState } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { MAX_ADDRESS_LENGTH, parseIngestAddress } from '../../../src-shared/domain/broadcast/address.ts';
import { destinationFields, hasConstantRate } from '../../../src-shared/domain/broadcast/destinations.ts';
import { isAccountPlatform } from '../../../src-shared/domain/broadcast/accounts.ts';
import {
  CONFIRMED_ON,
  platformOf,
  PLATFORMS,
  type PlatformId,
} from '../../../src-shared/domain/broadcast/platforms.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { PasswordInput } from '../../ui/PasswordInput.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { AccountSection, fillDestination } from '../broadcastAccounts/index.ts';
import { saveDestination, saveStreamKey } from './broadcastThunks.ts';
import type { Destination } from './broadcastState.ts';

interface DestinationDialogProps {
  /** null: a new one. */
  destination: Destination | null;
  onClose: () => void;
}

/** Adds a destination by the presets of its platform, or changes one. */
export function DestinationDialog({ destination, onClose }: DestinationDialogProps) {
  const { t } = useTranslation(['broadcast', 'common']);
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={
        destination
          ? t('broadcast:destination.edit', { name: destination.name })
          : t('broadcast:destination.add')
      }
      closeLabel={t('common:close')}
    >
      <Form destination={destination} onClose={onClose} />
    </Dialog>
  );
}

interface Draft {
  platform: PlatformId;
  name: string;
  address: string;
  watchLink: string;
  catchesUp: boolean;
  /** null: as the platform asks. */
  isConstantRate: boolean | null;
  usesAccount: boolean;
  key: string;
}

function draftOf(destination: Destination | null): Draft {
  const { watchLink, platform, name, address, ...ways } = destination ?? presetOf('youtube');
  const { catchesUp, isConstantRate, usesAccount } = ways;
  const text = { platform, name, address, watchLink: watchLink ?? '', key: '' };
  return { ...text, catchesUp, isConstantRate, usesAccount };
}

function presetOf(id: PlatformId) {
  const { name, address } = platformOf(id);
  const ways = { catchesUp: true, isConstantRate: null, usesAccount: false };
  return { platform: id, name, address: address ?? '', watchLink: null, ...ways };
}

function Form({ destination, onClose }: DestinationDialogProps) {
  const { t } = useTranslation(['broadcast', 'common']);
  const dispatch = useAppDispatch();
  const [draft, setDraft] = useState(() => draftOf(destination));
  const [hasTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  /** A new one that is saved already, where its key was refused. */
  const [savedId, setSavedId] = useState(destination?.id ?? null);
  const problems = useProblems(draft);
  const change = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes });
  const submit = async () => {
    setTried(true);
    setFailure(null);
    if (Object.values(problems).some((problem) => problem !== undefined) || isBusy) return;
    setBusy(true);
    const { watchLink, key: _key, ...fields } = draft;
    const result = await dispatch(
      saveDestination({
        ...fields,
        id: savedId,
        watchLink: watchLink.trim() || null,
        isEnabled: destination?.isEnabled ?? true,
      }),
    );
    if (!saveDestination.fulfilled.match(result)) {
      setBusy(false);
      setFailure(result.payload?.message ?? t('common:retry'));
      return;
    }
    const id = savedId ?? result.payload.destinations.at(-1)?.id ?? '';
    setSavedId(id);
    const refusal = await dispatch(saveKeyOf(id, draft));
    setBusy(false);
    if (refusal === null) onClose();
    else setFailure(refusal);
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
      <Choice
        label={t('broadcast:destination.platform')}
        hint={t('broadcast:destination.confirmed', { date: CONFIRMED_ON })}
        value={draft.platform}
        options={PLATFORMS.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(platform) => {
          const { name, address } = presetOf(platform);
          change({ platform, name, address, isConstantRate: null, usesAccount: false });
        }}
      />
      {isAccountPlatform(draft.platform) && (
        <AccountSection
          key={draft.platform}
          platform={draft.platform}
          isUsed={draft.usesAccount}
          onUse={(usesAccount) => change({ usesAccount })}
        />
      )}
      <Fields
        draft={draft}
        hasKey={destination?.hasKey === true}
        problems={hasTried ? problems : {}}
        onChange={change}
      />
      {failure !== null && <MessageBox tone="error">{failure}</MessageBox>}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('common:cancel')}</Button>
        <Button type="submit" variant="primary" isBusy={isBusy}>
          {t('broadcast:destination.save')}
        </Button>
      </div>
    </form>
  );
}

/** The key of the account, or the one that was typed; answers why it was not kept, or null. */
function saveKeyOf(id: string, { usesAccount, key }: Draft) {
  if (usesAccount) return fillDestination(id);
  return key.trim() === '' ? () => Promise.resolve(null) : saveStreamKey(id, key);
}

type Problems = Partial<Record<'name' | 'address' | 'watchLink', string | undefined>>;

function useProblems({ name, address, watchLink }: Draft): Problems {
  const { t } = useTranslation('broadcast');
  const parsed = parseIngestAddress(address);
  const link = watchLink.trim() || null;
  return {
    name: name.trim() === '' ? t('destination.noName') : undefined,
    address: 'problem' in parsed ? t(`destination.badAddress.${parsed.problem}`) : undefined,
    watchLink: destinationFields.watchLink.safeParse(link).success ? undefined : t('destination.badLink'),
  };
}

interface FieldsProps {
  draft: Draft;
  hasKey: boolean;
  problems: Problems;
  onChange: (changes: Partial<Draft>) => void;
}

function Fields({ draft, hasKey, problems, onChange }: FieldsProps) {
  const { t } = useTranslation('broadcast');
  return (
    <>
      <Field label={t('destination.name')} error={problems.name}>
        {(control) => (
          <Input
            {...control}
            value={draft.name}
            maxLength={100}
            autoComplete="off"
            onChange={({ target }) => onChange({ name: target.value })}
          />
        )}
      </Field>
      {!draft.usesAccount && (
        <AddressAndKey draft={draft} hasKey={hasKey} problems={problems} onChange={onChange} />
      )}
      <Field
        label={t('destination.watchLink')}
        hint={t('destination.watchLinkHint')}
        error={problems.watchLink}
      >
        {(control) => (
          <Input
            {...control}
            type="url"
            value={draft.watchLink}
            maxLength={MAX_ADDRESS_LENGTH}
            autoComplete="off"
            onChange={({ target }) => onChange({ watchLink: target.value })}
          />
        )}
      </Field>
      <SwitchRow
        label={t('destination.catchesUp')}
        hint={t('destination.catchesUpHint')}
        isOn={draft.catchesUp}
        onChange={(catchesUp) => onChange({ catchesUp })}
      />
      <SwitchRow
        label={t('destination.constantRate')}
        hint={t('destination.constantRateHint')}
        isOn={hasConstantRate(draft)}
        onChange={(isConstantRate) => onChange({ isConstantRate })}
      />
    </>
  );
}

function AddressAndKey({ draft, hasKey, problems, onChange }: FieldsProps) {
  const { t } = useTranslation('broadcast');
  return (
    <>
      <Field label={t('destination.address')} hint={t('destination.addressHint')} error={problems.address}>
        {(control) => (
          <Input
            {...control}
            value={draft.address}
            maxLength={MAX_ADDRESS_LENGTH}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => onChange({ address: target.value })}
          />
        )}
      </Field>
      <Field
        label={t('destination.key')}
        hint={hasKey ? t('destination.keyKept') : t(`destination.keyHints.${draft.platform}`)}
      >
        {(control) => (
          <PasswordInput
            {...control}
            value={draft.key}
            autoComplete="off"
            showLabel={t('destination.showKey')}
            hideLabel={t('destination.hideKey')}
            onChange={({ target }) => onChange({ key: target.value })}
          />
        )}
      </Field>
    </>
  );
}

interface SwitchRowProps {
  label: string;
  hint: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

function SwitchRow({ label, hint, isOn, onChange }: SwitchRowProps) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <label htmlFor={id} className="text-t1">
          {label}
        </label>
        <p className="mt-0.5 text-xs text-t3">{hint}</p>
      </div>
      <Switch id={id} label={label} isOn={isOn} onChange={onChange} />
    </div>
  );
}
