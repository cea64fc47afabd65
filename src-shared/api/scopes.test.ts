import { expect, it } from 'vitest';
import { API_ROUTES, KEY_SCOPES, scopeFor, type KeyScope } from './index.ts';

const opened = (...scopes: KeyScope[]) =>
  API_ROUTES.filter((route) => scopeFor(scopes, route) !== null).map(({ id }) => id);

it('a scope of one kind of work opens all of that work, reading the key, and nothing else', () => {
  expect(opened('voice:transcribe')).toEqual(['transcribeVoice', 'readKey']);
  expect(opened('noise-cancellation:start')).toEqual([
    'startNoiseCancellation',
    'readNoiseCancellation',
    'changeNoiseCancellation',
    'setListening',
    'stopNoiseCancellation',
    'readKey',
  ]);
  expect(opened('recording:create')).toContain('stopRecording');
  expect(opened('recording:create')).not.toContain('deleteTake');
  expect(opened('broadcast:start')).toContain('stopBroadcast');
});

it('each scope opens something, and all together everything', () => {
  for (const scope of KEY_SCOPES) expect(opened(scope).length, scope).toBeGreaterThan(0);
  expect(opened('read', 'control', 'files')).toHaveLength(API_ROUTES.length);
});
