import { describe, expect, it } from 'vitest';
import type { EngineState } from '../../../src-shared/contract/engine.ts';
import { shell } from '../../i18n/en/shell.ts';
import { addTexts, i18n } from '../../i18n/index.ts';
import { engineNotice } from './engineNotice.ts';

addTexts('shell', shell);
const t = i18n.getFixedT('en', 'shell');
const FAILURE = { code: 'ENGINE_STOPPED', message: 'It was ended by a signal.', atMs: 5 } as const;
const well: EngineState = { process: 'running', restarts: 0, lastFailure: null, live: null };
const restarting: EngineState = { ...well, process: 'restarting', lastFailure: FAILURE };

describe('notices of the engine', () => {
  it('report that it stopped, with the reason', () => {
    expect(engineNotice(well, restarting, t)).toMatchObject({ tone: 'warning', message: FAILURE.message });
  });

  it('report that it is back, and how often it was started again', () => {
    const back = engineNotice(restarting, { ...well, restarts: 2, lastFailure: FAILURE }, t);
    expect(back).toMatchObject({ tone: 'success', message: expect.stringContaining('2 times') as string });
  });

  it('report that it is back also where the moment between was missed', () => {
    expect(engineNotice(well, { ...well, restarts: 1 }, t)).toMatchObject({ tone: 'success' });
  });

  it('report that it was given up', () => {
    const failed = engineNotice(restarting, { ...restarting, process: 'failed' }, t);
    expect(failed).toMatchObject({ tone: 'error', message: FAILURE.message });
  });

  it('say nothing of the first state, of a start, and of what did not change', () => {
    expect(engineNotice(null, well, t)).toBeNull();
    expect(engineNotice({ ...well, process: 'idle' }, well, t)).toBeNull();
    expect(engineNotice(well, well, t)).toBeNull();
  });
});
