import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { runProgram, stopProgram } from './programs.ts';

/** A server that takes broadcasts and records them, as FLV. */
export interface RtmpServer {
  /** Without a key. */
  address: string;
  /** Everything that was recorded, the oldest first. */
  recordings: () => string[];
  /** The process is gone, and nobody said goodbye. */
  kill: () => Promise<void>;
  /** It stands still, with its connections open. */
  pause: () => void;
  resume: () => void;
  /** On the same port, after it was killed. */
  restart: () => Promise<void>;
  stop: () => Promise<void>;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A certificate for 127.0.0.1 that signs itself. */
export async function makeCertificate(dir: string): Promise<{ key: string; cert: string }> {
  const paths = { key: join(dir, 'key.pem'), cert: join(dir, 'cert.pem') };
  await runProgram('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost'],
    ...['-keyout', paths.key, '-out', paths.cert],
  ]);
  return paths;
}

/** `node-media-server`, which acknowledges nothing. */
export async function startNodeMediaServer(
  dir: string,
  tls: { key: string; cert: string } | null = null,
): Promise<RtmpServer> {
  const port = await freePort();
  const records = join(dir, `records-${port}`);
  const config = join(dir, `media-server-${port}.json`);
  mkdirSync(dir, { recursive: true });
  const listen = tls ? { rtmps: { port, ...tls } } : { rtmp: { port } };
  writeFileSync(
    config,
    JSON.stringify({
      bind: '127.0.0.1',
      store: { path: join(dir, `store-${port}`) },
      record: { auto: true, path: records },
      webadmin: { enable: false },
      auth: { play: false, publish: false, secret: '' },
      ...listen,
    }),
  );
  const program = join(import.meta.dirname, '../../node_modules/node-media-server/bin/app.js');
  return await startServer({
    port,
    address: `${tls ? 'rtmps' : 'rtmp'}://127.0.0.1:${port}/live`,
    records,
    run: () => spawn(process.execPath, [program, '-c', config], { cwd: dir, stdio: 'ignore' }),
  });
}

/** nginx with its RTMP module, which acknowledges as it is asked to. */
export async function startNginx(dir: string): Promise<RtmpServer> {
  const port = await freePort();
  const records = join(dir, `nginx-${port}`);
  const config = join(dir, `nginx-${port}.conf`);
  mkdirSync(records, { recursive: true, mode: 0o777 });
  writeFileSync(config, nginxConfig({ dir, port, records }));
  return await startServer({
    port,
    address: `rtmp://127.0.0.1:${port}/live`,
    records,
    run: () => spawn('nginx', ['-c', config, '-p', dir, '-e', join(dir, 'error.log')], { stdio: 'ignore' }),
  });
}

/** TLS in front of a server that has none, as a proxy does it. */
export async function startTlsFront(
  server: RtmpServer,
  { key, cert }: { key: string; cert: string },
): Promise<{ address: string; close: () => void }> {
  const inner = Number(new URL(server.address).port);
  const front = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (outer) => {
    const socket = connect(inner, '127.0.0.1');
    outer.on('error', () => socket.destroy());
    socket.on('error', () => outer.destroy());
    outer.pipe(socket).pipe(outer);
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const address = `rtmps://127.0.0.1:${(front.address() as AddressInfo).port}/live`;
  return { address, close: () => void front.close() };
}

async function startServer(options: {
  port: number;
  address: string;
  records: string;
  run: () => ChildProcess;
}): Promise<RtmpServer> {
  const { port, address, records, run } = options;
  let child = run();
  await untilListening(port, child);
  return {
    address,
    recordings: () => listRecordings(records),
    async kill() {
      child.kill('SIGKILL');
      await stopProgram(child);
    },
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async restart() {
      child = run();
      await untilListening(port, child);
    },
    async stop() {
      child.kill('SIGCONT');
      await stopProgram(child);
    },
  };
}

function listRecordings(records: string): string[] {
  if (!existsSync(records)) return [];
  return readdirSync(records, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.flv'))
    .sort()
    .map((name) => join(records, name));
}

async function untilListening(port: number, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => (socket.destroy(), resolve(true)));
      socket.on('error', () => resolve(false));
    });
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** One process, on loopback alone; `deny` is the key that it refuses. */
const nginxConfig = ({ dir, port, records }: { dir: string; port: number; records: string }) => `
load_module /usr/lib/nginx/modules/ngx_rtmp_module.so;
daemon off;
master_process off;
pid ${join(dir, `nginx-${port}.pid`)};
error_log ${join(dir, 'error.log')};
events { worker_connections 64; }
rtmp {
  access_log off;
  server {
    listen 127.0.0.1:${port};
    chunk_size 4096;
    application live {
      live on;
      record all;
      record_path ${records};
      record_unique on;
    }
    application unrecorded {
      live on;
    }
    application closed {
      live on;
      deny publish all;
    }
  }
}
`;
