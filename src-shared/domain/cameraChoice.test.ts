import { describe, expect, it } from 'vitest';
import { ANY_CAMERA, findCamera } from './cameraChoice.ts';

const CAMERAS = [
  { deviceId: 'a', label: 'Face (0c45:6366)' },
  { deviceId: 'b', label: 'Desk (046d:0825)' },
  { deviceId: 'c', label: 'Desk (046d:0825)' },
];

describe('a camera that is meant', () => {
  it('is found by its id, whatever it is called now', () => {
    expect(findCamera(CAMERAS, { deviceId: 'b', deviceLabel: 'Other' })?.deviceId).toBe('b');
  });

  it('is found by its name where ids are others, and two of one name stay two', () => {
    const choice = { deviceId: 'elsewhere', deviceLabel: 'desk (046d:0825)' };
    expect(findCamera(CAMERAS, choice)?.deviceId).toBe('b');
    expect(findCamera(CAMERAS, choice, ['b'])?.deviceId).toBe('c');
    expect(findCamera(CAMERAS, choice, ['b', 'c'])).toBeNull();
  });

  it('is not another one where it is not there', () => {
    expect(findCamera(CAMERAS, { deviceId: 'x', deviceLabel: 'Gone' })).toBeNull();
    expect(findCamera(CAMERAS, { deviceId: 'x', deviceLabel: '' })).toBeNull();
    // Names are hidden until the page may see cameras: nothing is taken for nothing.
    expect(findCamera([{ deviceId: 'a', label: '' }], { deviceId: 'x', deviceLabel: '' })).toBeNull();
    expect(findCamera(CAMERAS, ANY_CAMERA)).toBeNull();
  });
});
