import type { HostTrouble } from '../../../src-shared/contract/host.ts';
import { METER_RATE_HZ, type Settings } from '../../../src-shared/contract/settings.ts';
import { i18n } from '../../i18n/index.ts';
import type { FeatureEffects, PageEffects } from '../../lib/effects.ts';
import {
  readHostTrouble,
  readSettingsDamage,
  selectSettings,
  selectSettingsStatus,
  type SettingsRoot,
} from './settingsSlice.ts';

const HOST_TROUBLE_TITLES = {
  DISK_FULL: 'diskFull',
  FILE_UNWRITABLE: 'diskUnwritable',
  DATABASE_DAMAGED: 'databaseDamaged',
} as const satisfies Record<HostTrouble['code'], string>;
const HOST_TROUBLES = Object.keys(HOST_TROUBLE_TITLES) as HostTrouble['code'][];

/** Settings that the page itself follows, damage of what is kept, and what is wrong with the host. */
export const workspaceEffects: FeatureEffects<SettingsRoot> = (listen, page) => {
  /** Null until the settings are known. */
  const setting =
    <N extends keyof Settings>(name: N) =>
    (root: SettingsRoot): Settings[N] | null =>
      selectSettingsStatus(root) === 'ready' ? selectSettings(root)[name] : null;
  listen.onChange(setting('theme'), (theme) => {
    if (theme !== null) page.applyTheme(theme);
  });
  listen.onChange(setting('meterRate'), (rate) => {
    if (rate !== null) page.applyMeterRate?.(METER_RATE_HZ[rate]);
  });
  listen.on(readSettingsDamage.fulfilled, ({ payload: message }) => {
    if (message === null) return;
    const t = i18n.getFixedT(null, 'shell', 'notices');
    page.showNotice({ id: 'settings-damaged', tone: 'warning', title: t('settingsDamaged'), message });
  });
  listen.on(readHostTrouble.fulfilled, ({ payload: troubles }) => {
    for (const code of HOST_TROUBLES) {
      const trouble = troubles.find((found) => found.code === code);
      showTrouble(page, code, trouble);
    }
  });
};

/** Shown while it is there. */
function showTrouble(page: PageEffects, code: HostTrouble['code'], trouble: HostTrouble | undefined): void {
  const id = `host-${code}`;
  if (!trouble) return page.hideNotice?.(id);
  const t = i18n.getFixedT(null, 'shell', 'notices');
  page.showNotice({
    id,
    tone: 'error',
    title: t(HOST_TROUBLE_TITLES[code]),
    message: messageOf(trouble),
  });
}

function messageOf({ code, folder, message }: HostTrouble): string {
  const t = i18n.getFixedT(null, 'shell', 'notices');
  if (code === 'DISK_FULL') return t('diskFullMessage', { folder });
  return code === 'DATABASE_DAMAGED' ? t('databaseDamagedMessage', { folder }) : message;
}
