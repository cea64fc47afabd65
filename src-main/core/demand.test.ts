import type { z } from 'zod';
import { describe, expect, it } from 'vitest';
import type { EventDefinition } from '../../src-shared/contract/define.ts';
import { createEventHub } from '../../src-shared/rpc/index.ts';
import { watchDemand } from './demand.ts';

type Events = Record<'a.onOne' | 'a.onOther', EventDefinition<z.ZodNumber>>;

describe('the demand for an event', () => {
  it('is told when the first listener comes and the last one leaves, once each', () => {
    const told: boolean[] = [];
    const hub = watchDemand(createEventHub<Events>(), 'a.onOne', (isWanted) => told.push(isWanted));
    const heard: number[] = [];
    const leaveFirst = hub.subscribe('a.onOne', (value) => heard.push(value));
    const leaveSecond = hub.subscribe('a.onOne', (value) => heard.push(value));
    hub.subscribe('a.onOther', () => undefined);
    hub.emit('a.onOne', 7);
    leaveFirst();
    leaveFirst();
    expect(told).toEqual([true]);
    leaveSecond();
    expect(told).toEqual([true, false]);
    expect(heard).toEqual([7, 7]);
  });
});
