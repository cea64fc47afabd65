import { Headphones, Mic, RefreshCw } from 'lucide-react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Select, type SelectOption } from '../../ui/Select.tsx';
import { UnsupportedState } from '../../ui/StateMessage.tsx';
import {
  findDevice,
  readDevices,
  saysListFailed,
  selectDevices,
  selectInputDevices,
  selectOutputDevices,
} from '../engine/index.ts';
import { selectDeviceSelection, selectIsConnected } from '../workspace/index.ts';
import { AudioTestCard } from './AudioTestCard.tsx';
import { Row, Section, SwitchRow } from './rows.tsx';
import { useField } from './useField.ts';

/** The value of the select for a setting of null; no device's id is empty. */
const SYSTEM_DEFAULT = 'system-default';

/** Which devices a session takes, and whether they do what they should. */
export function DevicesTab() {
  const { t } = useTranslation('settings');
  const dispatch = useAppDispatch();
  const selection = useSelector(selectDeviceSelection);
  const { status, error, list } = useSelector(selectDevices);
  const isConnected = useSelector(selectIsConnected);
  if (selection?.supported === false) {
    return (
      <Section title={t('sections.devices')}>
        <UnsupportedState title={t('devices.unsupported')} message={selection.reason} />
      </Section>
    );
  }
  return (
    <div className="grid items-start gap-3.5 lg:grid-cols-2">
      <Section
        title={t('sections.devices')}
        actions={
          <IconButton
            label={t('devices.refresh')}
            icon={
              <RefreshCw aria-hidden="true" className={status === 'loading' ? 'animate-spin' : undefined} />
            }
            disabled={!isConnected || status === 'loading'}
            onClick={() => void dispatch(readDevices())}
          />
        }
      >
        <DeviceRow direction="input" />
        <DeviceRow direction="output" />
        {status === 'failed' && error && (
          <p role="alert" className="text-xs text-red-text">
            {saysListFailed(error) ? error.message : t('devices.failed', { reason: error.message })}
          </p>
        )}
        {status === 'ready' && list.length === 0 && (
          <p role="status" className="text-xs text-amb-text">
            {t('devices.none')}
          </p>
        )}
        <SwitchRow
          field="monitorInHeadphones"
          label={t('fields.monitorInHeadphones')}
          hint={t('hints.monitorInHeadphones')}
        />
      </Section>
      <AudioTestCard />
    </div>
  );
}

function DeviceRow({ direction }: { direction: 'input' | 'output' }) {
  const { t } = useTranslation('settings');
  const dispatch = useAppDispatch();
  const field = direction === 'input' ? ('inputDeviceId' as const) : ('outputDeviceId' as const);
  const { value, set, isDirty, disabled } = useField(field);
  const { status, nameById } = useSelector(selectDevices);
  const devices = useSelector(direction === 'input' ? selectInputDevices : selectOutputDevices);
  const isMissing = value !== null && status === 'ready' && findDevice(devices, value) === null;
  const byDefault = findDevice(devices, null);
  const options: SelectOption[] = [
    {
      value: SYSTEM_DEFAULT,
      label: byDefault ? t('devices.defaultNamed', { name: byDefault.name }) : t('devices.default'),
    },
    ...devices.map(({ id, name, isDefault }) => ({
      value: id,
      label: name,
      ...(isDefault ? { note: t('devices.isDefault') } : {}),
    })),
  ];
  if (value !== null && !devices.some(({ id }) => id === value)) {
    const note = isMissing ? { note: t('devices.notConnected') } : {};
    options.push({ value, label: nameById[value] ?? value, ...note });
  }
  return (
    <Row
      label={t(`fields.${field}`)}
      hint={
        isMissing ? (
          <span className="text-amb-text">{t('devices.missing')}</span>
        ) : (
          t(`devices.${direction}Hint`)
        )
      }
      isDirty={isDirty}
      isWide
    >
      <Select
        label={t(`fields.${field}`)}
        icon={
          direction === 'input' ? (
            <Mic aria-hidden="true" className="text-t3" />
          ) : (
            <Headphones aria-hidden="true" className="text-t3" />
          )
        }
        value={value ?? SYSTEM_DEFAULT}
        options={options}
        disabled={disabled}
        isInvalid={isMissing}
        onOpenChange={(isOpen) => isOpen && void dispatch(readDevices())}
        onChange={(chosen) => set(chosen === SYSTEM_DEFAULT ? null : chosen)}
      />
    </Row>
  );
}
