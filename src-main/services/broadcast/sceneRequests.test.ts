import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSceneRequests, type SceneRequestsOptions } from './sceneRequests.ts';

const NEVER = { signal: new AbortController().signal };
const WANTED = { sceneId: 'red', transition: { kind: 'cut' } as const };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open(isLive = true) {
  const onAsked = vi.fn<SceneRequestsOptions['onAsked']>();
  let ids = 0;
  const requests = createSceneRequests({
    createId: () => String((ids += 1)),
    isLive: () => Promise.resolve(isLive),
    onAsked,
  });
  const ask = () => requests['broadcast.showScene'](WANTED, NEVER);
  const answer = async (requestId: string, failure: { code: 'BAD_OPTION'; message: string } | null) =>
    requests['broadcast.answerScene']({ requestId, failure }, NEVER);
  return { onAsked, ask, answer };
}

it('answers each program as the page does, in whatever order', async () => {
  const { onAsked, ask, answer } = open();
  const [first, second] = [ask(), ask()];
  await vi.advanceTimersByTimeAsync(0);
  expect(onAsked.mock.calls).toEqual([[{ requestId: '1', ...WANTED }], [{ requestId: '2', ...WANTED }]]);
  await answer('2', null);
  await answer('1', { code: 'BAD_OPTION', message: 'A slate is shown.' });
  await answer('1', null);
  await answer('3', null);
  await second;
  await expect(first).rejects.toMatchObject({ code: 'BAD_OPTION', message: 'A slate is shown.' });
});

it('is refused where no page answers, or nothing is live', async () => {
  const { ask } = open();
  const refused = expect(ask()).rejects.toMatchObject({ code: 'UNSUPPORTED' });
  await vi.advanceTimersByTimeAsync(10_000);
  await refused;
  await expect(open(false).ask()).rejects.toMatchObject({ code: 'BROADCAST_NOT_RUNNING' });
});
