import { describe, expect, it } from 'vitest';
import { autostartEntry, autostartFile, ownCommand } from './autoStart.ts';

describe('starting with the log-in on Linux', () => {
  it('lies where desktops look, also where the user moved that', () => {
    expect(autostartFile({}, '/home/maria')).toBe('/home/maria/.config/autostart/sounddesk.desktop');
    expect(autostartFile({ XDG_CONFIG_HOME: '/etc/maria' }, '/home/maria')).toBe(
      '/etc/maria/autostart/sounddesk.desktop',
    );
    expect(autostartFile({ XDG_CONFIG_HOME: 'relative' }, '/home/maria')).toContain('/home/maria/.config/');
  });

  it('names the AppImage and not what it was unpacked to, and in a checkout what is to be run', () => {
    expect(ownCommand({ APPIMAGE: '/opt/SoundDesk.AppImage' }, '/tmp/.mount/sounddesk', null)).toEqual([
      '/opt/SoundDesk.AppImage',
    ]);
    expect(ownCommand({}, '/usr/bin/electron', '/src/sounddesk')).toEqual([
      '/usr/bin/electron',
      '/src/sounddesk',
    ]);
  });

  it('quotes what a desktop would read otherwise', () => {
    const entry = autostartEntry(['/opt/Sound "Desk" 100%/$app\\x']);
    expect(entry).toContain('Exec="/opt/Sound \\\\"Desk\\\\" 100%%/\\\\$app\\\\\\\\x"\n');
    expect(entry.startsWith('[Desktop Entry]\nType=Application\n')).toBe(true);
  });
});
