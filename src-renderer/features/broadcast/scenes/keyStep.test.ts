import { describe, expect, it } from 'vitest';
import { createItem } from '../../../../src-shared/domain/broadcast/sceneItems.ts';
import { keyStep } from './keyStep.ts';

const ITEM = createItem('a', { kind: 'color' });
const press = (key: string, held: { shiftKey?: boolean; altKey?: boolean } = {}) =>
  keyStep({ key, shiftKey: false, altKey: false, ...held })?.(ITEM);

describe('the keys of an item', () => {
  it('move it by small steps, and with Shift by large ones', () => {
    expect(press('ArrowRight')?.x).toBeCloseTo(ITEM.x + 0.005);
    expect(press('ArrowUp', { shiftKey: true })?.y).toBeCloseTo(ITEM.y - 0.05);
    expect(press('ArrowLeft')).toMatchObject({ y: ITEM.y, width: ITEM.width });
  });

  it('resize it with Alt, and leave other keys alone', () => {
    const wider = press('ArrowRight', { altKey: true });
    expect(wider?.width).toBeCloseTo(ITEM.width + 0.005);
    expect(wider).toMatchObject({ x: ITEM.x, y: ITEM.y, height: ITEM.height });
    expect(press('Tab')).toBeUndefined();
  });
});
