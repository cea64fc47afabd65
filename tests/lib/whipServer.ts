import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright';

/** What has arrived at a WHIP server, as its browser counts it. */
export interface Received {
  framesDecoded: number;
  width: number;
  height: number;
  codec: string;
  soundPackets: number;
  /** Of a pixel of the frame that is shown now: red, green, blue. */
  pixel: number[];
}

/** A WHIP endpoint (RFC 9725) whose other end is a page of a real Chromium. */
export interface WhipServer {
  origin: string;
  url: string;
  /** `POST /whip 201`, and so on. */
  heard: string[];
  /** The answer to the next offers in the place of a stream; null: takes them. */
  answerWith(status: number | null): void;
  /** The connection of video and sound is gone, and nobody says goodbye. */
  drop(): Promise<void>;
  received(): Promise<Received | null>;
  close(): Promise<void>;
}

export async function startWhipServer(browser: Browser, token: string): Promise<WhipServer> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const heard: string[] = [];
  let refusal: number | null = null;
  const server = createServer((request, response) => {
    void answer(request, response, { page, token, refusal }).then((status) =>
      heard.push(`${request.method} ${request.url} ${status}`),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    url: `${origin}/whip`,
    heard,
    answerWith: (status) => void (refusal = status),
    drop: () => page.evaluate(() => globalThis.receiver?.close()),
    received: () => page.evaluate(readReceived),
    async close() {
      server.closeAllConnections();
      server.close();
      await context.close();
    },
  };
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, DELETE',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-expose-headers': 'location',
};

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { page, token, refusal }: { page: Page; token: string; refusal: number | null },
): Promise<number> {
  let offer = '';
  for await (const bytes of request) offer += String(bytes);
  const end = (status: number, headers: Record<string, string> = {}, body = '') => {
    response.writeHead(status, { ...CORS, ...headers }).end(body);
    return status;
  };
  if (request.method === 'OPTIONS') return end(204);
  if (request.headers.authorization !== `Bearer ${token}`) return end(401);
  if (request.method === 'DELETE') return end(200);
  if (refusal !== null) return end(refusal);
  if (request.method !== 'POST' || request.headers['content-type'] !== 'application/sdp') return end(415);
  const sdp = await page.evaluate(receive, offer);
  return end(201, { location: '/whip/resource/1', 'content-type': 'application/sdp' }, sdp);
}

declare global {
  var receiver: RTCPeerConnection | undefined;
  var shown: HTMLVideoElement | undefined;
}

async function receive(offer: string): Promise<string> {
  globalThis.receiver?.close();
  const peer = new RTCPeerConnection();
  globalThis.receiver = peer;
  const video = document.createElement('video');
  video.muted = true;
  globalThis.shown = video;
  peer.ontrack = ({ track, streams }) => {
    if (track.kind !== 'video') return;
    video.srcObject = streams[0] ?? null;
    void video.play();
  };
  await peer.setRemoteDescription({ type: 'offer', sdp: offer });
  await peer.setLocalDescription();
  while (peer.iceGatheringState !== 'complete') await new Promise((resolve) => setTimeout(resolve, 20));
  return peer.localDescription?.sdp ?? '';
}

async function readReceived(): Promise<Received | null> {
  const [peer, video] = [globalThis.receiver, globalThis.shown];
  if (!peer || !video || video.videoWidth === 0) return null;
  const found: Received = { framesDecoded: 0, width: 0, height: 0, codec: '', soundPackets: 0, pixel: [] };
  const reports = [...(await peer.getStats()).values()] as Record<string, string | number | undefined>[];
  for (const report of reports.filter(({ type }) => type === 'inbound-rtp')) {
    if (report.kind === 'audio') found.soundPackets = Number(report.packetsReceived);
    if (report.kind !== 'video') continue;
    found.framesDecoded = Number(report.framesDecoded);
    found.codec = String(reports.find(({ id }) => id === report.codecId)?.mimeType);
  }
  const { videoWidth: width, videoHeight: height } = video;
  const copy = new OffscreenCanvas(width, height).getContext('2d');
  copy?.drawImage(video, 0, 0);
  const pixel = copy?.getImageData(Math.round(width * 0.1), Math.round(height * 0.3), 1, 1).data ?? [];
  return { ...found, width, height, pixel: [...pixel].slice(0, 3) };
}
