import { describe, expect, it } from 'vitest';
import { createWhipResource, isWhipAddress, type WhipError } from './resource.ts';

const ENDPOINT = { url: 'https://live.example/whip/hall', token: 'tk-1' };

function stand(answers: (Response | Error)[]) {
  const calls: { url: string; method: string | undefined; headers: Record<string, string>; body: unknown }[] =
    [];
  const call = (url: string, { method, headers, body }: RequestInit) => {
    calls.push({ url, method, headers: headers as Record<string, string>, body });
    const answer = answers.shift() ?? new Error('no answer is left');
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  return { calls, call };
}

const created = (location: string | null, body = 'v=0\r\n') =>
  new Response(body, {
    status: 201,
    headers: { ...(location !== null && { location }), 'content-type': 'application/sdp' },
  });

describe('a resource of WHIP', () => {
  it('is made by an offer with the token, and removed where the server said that it is', async () => {
    const { calls, call } = stand([created('/whip/resource/7'), new Response(null, { status: 200 })]);
    const { answerSdp, remove } = await createWhipResource(ENDPOINT, 'v=0 offer', call);
    expect(answerSdp).toBe('v=0\r\n');
    await remove();
    expect(calls).toEqual([
      {
        url: ENDPOINT.url,
        method: 'POST',
        headers: {
          authorization: 'Bearer tk-1',
          'content-type': 'application/sdp',
          accept: 'application/sdp',
        },
        body: 'v=0 offer',
      },
      {
        url: 'https://live.example/whip/resource/7',
        method: 'DELETE',
        headers: { authorization: 'Bearer tk-1' },
        body: undefined,
      },
    ]);
  });

  it('sends no token where there is none, and ends quietly where the server is gone', async () => {
    const { calls, call } = stand([created('https://live.example/r/1'), new TypeError('gone')]);
    const { remove } = await createWhipResource({ ...ENDPOINT, token: null }, 'v=0', call);
    await remove();
    expect(calls.map(({ headers }) => 'authorization' in headers)).toEqual([false, false]);
  });

  it.each([
    [new Response('', { status: 401 }), 'refused', true],
    [new Response('', { status: 403 }), 'refused', true],
    [new Response('', { status: 404 }), 'notFound', true],
    [new Response('', { status: 422 }), 'notUnderstood', true],
    [new Response('', { status: 409 }), 'busy', false],
    [new Response('', { status: 503 }), 'busy', false],
    [new Response('', { status: 500 }), 'serverFailed', false],
    [new Response('v=0', { status: 200 }), 'badAnswer', false],
    [created(null), 'badAnswer', false],
    [created('/r/1', '<html>'), 'badAnswer', false],
    [created('http://elsewhere.example/r/1'), 'badAnswer', false],
    [created('ftp://live.example/r/1'), 'badAnswer', false],
    [new TypeError('Failed to fetch'), 'unreachable', false],
  ] as const)('fails in its own way: %s', async (answer, problem, isFinal) => {
    const { call } = stand([answer]);
    const failure = await createWhipResource(ENDPOINT, 'v=0', call).catch(
      (error: unknown) => error as WhipError,
    );
    expect(failure).toMatchObject({ problem, isFinal });
  });

  it.each([
    ['https://live.example/whip', true],
    [' https://live.example:8443/whip?room=a ', true],
    ['http://127.0.0.1:8889/hall/whip', true],
    ['http://live.example/whip', false],
    ['https://name:word@live.example/whip', false],
    ['rtmp://live.example/app', false],
    ['live.example', false],
    ['', false],
  ])('has an address: %s', (text, isOne) => {
    expect(isWhipAddress(text)).toBe(isOne);
  });
});
