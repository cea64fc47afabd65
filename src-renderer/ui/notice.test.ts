import { describe, expect, it } from 'vitest';
import { toastOf } from './notice.ts';

describe('the toast of a notice', () => {
  it('is the one that is shown, so that it changes in place', () => {
    expect(toastOf('saved').id).toBe(toastOf('saved').id);
    expect(toastOf('saved').id).not.toBe(toastOf('lost').id);
  });

  it.each(['onAutoClose', 'onDismiss'] as const)('is a new one as soon as the last leaves (%s)', (event) => {
    const last = toastOf(event);
    last[event]();
    const next = toastOf(event);
    expect(next.id).not.toBe(last.id);
    // Sonner may say it twice: that is not said of the new one.
    last[event]();
    expect(toastOf(event).id).toBe(next.id);
  });
});
