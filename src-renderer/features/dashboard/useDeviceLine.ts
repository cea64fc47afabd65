import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import {
  findDevice,
  selectActivePreset,
  selectDevices,
  selectInputDevices,
  selectLive,
  selectOutputDevices,
} from '../engine/index.ts';
import { selectSettings } from '../workspace/index.ts';

/** `Input → Output · Preset`: of the running session, else of the one that would start. */
export function useDeviceLine(): string {
  const { t } = useTranslation('dashboard');
  const live = useSelector(selectLive);
  const settings = useSelector(selectSettings);
  const { nameById } = useSelector(selectDevices);
  const inputs = useSelector(selectInputDevices);
  const outputs = useSelector(selectOutputDevices);
  const preset = useSelector(selectActivePreset);

  const nameOf = (devices: typeof inputs, deviceId: string | null) =>
    findDevice(devices, deviceId)?.name ??
    (deviceId === null ? t('devices.systemDefault') : (nameById[deviceId] ?? deviceId));
  const input = live?.inputDevice.name ?? nameOf(inputs, settings.inputDeviceId);
  const output = live?.outputDevice.name ?? nameOf(outputs, settings.outputDeviceId);
  return `${input} → ${output} · ${preset?.name ?? t('power.noPreset')}`;
}
