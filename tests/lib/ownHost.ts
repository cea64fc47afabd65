import type { ChildProcess } from 'node:child_process';
import { createCommandLine } from './commandLine.ts';

const ADDRESS = /http:\/\/127\.0\.0\.1:(\d+)\/sounddesk-dashboard#token=([\w-]{43})/;

/** A host of its own process, its data in `dir`/.data. */
export async function startOwnHost(dir: string, env: NodeJS.ProcessEnv) {
  const { promise: address, resolve, reject } = Promise.withResolvers<[string, number, string]>();
  let child: ChildProcess | undefined;
  const ended = createCommandLine(dir)(['host', '--no-open', '--no-accounts', '--port', '0'], {
    env,
    onStarted(started) {
      child = started;
      let output = '';
      started.stdout?.on('data', (text: string) => {
        output += text;
        const [whole, port, token] = ADDRESS.exec(output) ?? [];
        if (whole && port && token) resolve([whole, Number(port), token]);
      });
    },
  });
  void ended.then(({ stderr }) => reject(new Error(`the host has ended: ${stderr}`)));
  const [whole, port, token] = await address;
  return { address: whole, port, token, ended, child: child as ChildProcess };
}
