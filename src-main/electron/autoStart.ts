/** Starting with the user's log-in. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { app } from 'electron';
import { writeFileDurably } from '../../src-node/files/index.ts';
import { autostartEntry, autostartFile, ownCommand } from './policies/autoStart.ts';

/** Has the system start this app, or not any more. Throws where the system refuses. */
export function applyAutoStart(isOn: boolean): void {
  if (process.platform !== 'linux') {
    app.setLoginItemSettings({ openAtLogin: isOn });
    return;
  }
  const file = autostartFile(process.env, os.homedir());
  if (!isOn) return fs.rmSync(file, { force: true });
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const appDir = app.isPackaged ? null : app.getAppPath();
  writeFileDurably(file, autostartEntry(ownCommand(process.env, process.execPath, appDir)), 0o644);
}
