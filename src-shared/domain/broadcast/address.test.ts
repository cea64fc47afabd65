import { describe, expect, it } from 'vitest';
import { formatIngestAddress, isStreamKey, parseIngestAddress, type AddressProblem } from './address.ts';

describe('the address of a destination', () => {
  it.each([
    ['rtmp://live.twitch.tv/app', 'rtmp', 'live.twitch.tv', 1935, 'app'],
    ['rtmps://a.rtmps.youtube.com:443/live2', 'rtmps', 'a.rtmps.youtube.com', 443, 'live2'],
    ['rtmps://live-api-s.facebook.com/rtmp/', 'rtmps', 'live-api-s.facebook.com', 443, 'rtmp'],
    ['  RTMP://Studio.Example:1936/live/hall?vhost=a ', 'rtmp', 'studio.example', 1936, 'live/hall?vhost=a'],
    ['rtmp://127.0.0.1:40000/live', 'rtmp', '127.0.0.1', 40_000, 'live'],
    ['rtmp://[::1]:1935/live', 'rtmp', '::1', 1935, 'live'],
    ['srt://Ingest.example:9000', 'srt', 'ingest.example', 9000, ''],
    ['srt://[::1]:9000/', 'srt', '::1', 9000, ''],
  ])('is read: %s', (text, protocol, host, port, app) => {
    expect(parseIngestAddress(text)).toEqual({ address: { protocol, host, port, app } });
  });

  it.each<[string, AddressProblem]>([
    ['   ', 'empty'],
    ['https://example.com/live', 'scheme'],
    ['live.twitch.tv/app', 'scheme'],
    ['srt://example.com', 'port'],
    ['srt://example.com:9000?streamid=live&passphrase=0123456789', 'srtPath'],
    ['srt://example.com:9000/live', 'srtPath'],
    ['rtmp://example.com?live', 'app'],
    ['rtmp://name:word@example.com/live', 'login'],
    ['rtmp:///live', 'host'],
    ['rtmp://exa mple.com/live', 'host'],
    ['rtmp://-example.com/live', 'host'],
    ['rtmp://example.com:0/live', 'port'],
    ['rtmp://example.com:70000/live', 'port'],
    ['rtmp://example.com:/live', 'port'],
    ['rtmp://example.com', 'app'],
    ['rtmp://example.com/', 'app'],
    ['rtmp://example.com/li ve', 'app'],
    ['rtmp://example.com/live#key', 'fragment'],
    [`rtmp://example.com/${'a'.repeat(600)}`, 'scheme'],
  ])('is refused: %s', (text, problem) => {
    expect(parseIngestAddress(text)).toEqual({ problem });
  });

  it.each([
    'rtmp://live.twitch.tv/app',
    'rtmps://a.example/live2',
    'rtmp://[::1]:1936/live',
    'rtmps://a.example:8443/x',
    'srt://a.example:9000',
  ])('is written as it was read: %s', (text) => {
    const parsed = parseIngestAddress(text);
    expect('address' in parsed && formatIngestAddress(parsed.address)).toBe(text);
  });

  it('has keys without spaces', () => {
    expect(isStreamKey('live_123?bandwidthtest=true')).toBe(true);
    for (const text of ['', 'a b', 'a\n', 'ä', 'a'.repeat(501)]) expect(isStreamKey(text)).toBe(false);
  });
});
