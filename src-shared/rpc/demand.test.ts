import type { z } from 'zod';
import { describe, expect, it } from 'vitest';
import type { EventDefinition } from '../contract/define.ts';
import { createEventHub } from './events.ts';
import { watchDemand } from './demand.ts';

type Events = Record<'a.onOne' | 'a.onOther', EventDefinition<z.ZodNumber>>;

describe('the demand for an event', () => {
  it('is reported when the first listener comes and the last one leaves, once each', () => {
    const reported: boolean[] = [];
    const hub = watchDemand(createEventHub<Events>(), 'a.onOne', (isWanted) => reported.push(isWanted));
    const heard: number[] = [];
    const leaveFirst = hub.subscribe('a.onOne', (value) => heard.push(value));
    const leaveSecond = hub.subscribe('a.onOne', (value) => heard.push(value));
    hub.subscribe('a.onOther', () => undefined);
    hub.emit('a.onOne', 7);
    leaveFirst();
    leaveFirst();
    expect(reported).toEqual([true]);
    leaveSecond();
    expect(reported).toEqual([true, false]);
    expect(heard).toEqual([7, 7]);
  });
});
