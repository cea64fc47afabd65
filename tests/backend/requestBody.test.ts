/** All bodies together: what is held has a bound, and who sends slowly keeps nobody out. */
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createBodyReader, RefusedRequest } from '../../supabase/embedded/requestBody.ts';

const MOST = 1000;

let server: Server;
/** Whole bodies whose answer the test gives. */
let waiting: { response: ServerResponse; bytes: number }[];
let arrived: () => Promise<void>;
beforeEach(async () => {
  waiting = [];
  const reader = createBodyReader(60_000, MOST);
  server = createServer((request, response) => {
    reader.read(request, response, MOST).then(
      (body) => {
        waiting.push({ response, bytes: body.length });
        server.emit('whole');
      },
      (error: unknown) => {
        response.writeHead(error instanceof RefusedRequest ? error.status : 500);
        response.end();
      },
    );
  });
  arrived = async () => void (await once(server, 'whole'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

/** A request of which so many bytes of its body are sent. */
function send(bytes: number, ofBytes = bytes): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${ofBytes}\r\n\r\n${'x'.repeat(bytes)}`);
  return socket;
}

async function statusOf(socket: Socket): Promise<number> {
  const [data] = (await once(socket, 'data')) as [Buffer];
  return Number(data.toString('latin1').split(' ')[1]);
}

it('the oldest that is not whole goes where there is no more room', async () => {
  const slow = send(600, 900);
  await once(server, 'request');
  const refused = statusOf(slow);
  const whole = arrived();
  send(600);
  await whole;
  expect(await refused).toBe(503);
  expect(waiting.map(({ bytes }) => bytes)).toEqual([600]);
});

it('those that wait for their answer count until they have it', async () => {
  const first = arrived();
  const held = send(700);
  await first;
  expect(await statusOf(send(600))).toBe(503);
  const answered = statusOf(held);
  const { response } = waiting[0] ?? {};
  if (!response) throw new Error('nothing waits');
  const closed = once(response, 'close');
  response.end('done');
  expect(await answered).toBe(200);
  await closed;
  const second = arrived();
  send(600);
  await second;
  expect(waiting).toHaveLength(2);
});
