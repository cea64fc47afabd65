import { PRODUCT_NAME } from './product.ts';

/** Our own microphone for other apps, as the engine makes it (`native/device/virtual_microphone.cpp`). */
export const VIRTUAL_MICROPHONE = {
  name: `${PRODUCT_NAME} Virtual Microphone`,
  outputDeviceId: 'pulseaudio:out:sounddesk_virtual_microphone_feed',
  inputDeviceId: 'pulseaudio:in:sounddesk_virtual_microphone',
} as const;

/**
 * Whether a device is our own virtual microphone, by either of its ends or the monitor of one: as a source it is our own
 * sound come back. Browsers give it ids of their own and the system's name.
 */
export function isOwnMicrophone({ id, name }: { id: string; name: string }): boolean {
  return id.includes('sounddesk_virtual_microphone') || name.includes(VIRTUAL_MICROPHONE.name);
}
