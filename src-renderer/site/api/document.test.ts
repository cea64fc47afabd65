import { describe, expect, it } from 'vitest';
import { curlOf, ENDPOINTS } from './document.ts';

describe('the API document', () => {
  it('has the four endpoints, with the fields of document 3, section 7.3', () => {
    const names = (fields: readonly { name: string }[]) => fields.map(({ name }) => name).join(' ');
    expect(
      ENDPOINTS.map(({ path, request, answer }) => [path, names(request.fields), names(answer.fields)]),
    ).toEqual([
      [
        '/api/v1/audio/noise-cancellation/start',
        'profile sensitivity noiseReduction realTime',
        'sessionId status profile metrics',
      ],
      ['/api/v1/recording/create', 'tracks quality format', 'recordingId status tracks estimatedSize'],
      [
        '/api/v1/broadcast/start',
        'title platforms quality adaptiveBitrate',
        'broadcastId status platforms totalViewers streamHealth',
      ],
      [
        '/api/v1/voice/transcribe',
        'audio language translate',
        'transcriptionId originalText translations confidence processingTime',
      ],
    ]);
  });

  it('has examples that hold each field that is described, and no other', () => {
    for (const { id, request, answer } of ENDPOINTS)
      for (const { fields, example } of [request, answer])
        expect(Object.keys(example), id).toEqual(fields.map(({ name }) => name));
  });

  it('makes a call of each', () => {
    expect(curlOf(ENDPOINTS[3] as (typeof ENDPOINTS)[number])).toContain('-F "audio=@interview.wav"');
    expect(curlOf(ENDPOINTS[0] as (typeof ENDPOINTS)[number])).toContain('"profile":"office-open-space"');
  });
});
