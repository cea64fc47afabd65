/** Settings, presets, keys, licenses, accounts, the connection. */
export const APP_ERRORS = {
  apiKeysFull: 'There is room for {{count}} keys. Remove some that you no longer need.',
  apiKeysUnwritable:
    'The change could not be saved on this computer. Free some space on its disk, then try again.',
  apiNoWebhook: 'There is no such webhook any more.',
  apiNotInPage: 'A web page alone cannot be called by other programs. The desktop app can.',
  apiWebhookHttps: 'Addresses on other computers begin with https://.',
  apiWebhookPlan:
    'Your plan sends webhooks to this computer alone. Enterprise sends them to other addresses.',
  apiWebhooksFull: 'There is room for {{count}} webhooks. Remove some that you no longer need.',
  accountsSilent: 'The accounts of this computer do not answer.',
  browserListUnsaved:
    'The browser was disconnected, but it comes back when SoundDesk starts again: the list of browsers could not be saved ({{reason}}). Make room on the disk, then remove it once more.',
  callCancelled: 'The call was cancelled.',
  connectionLost:
    'The connection to SoundDesk was lost. Check that it still runs; this page reconnects automatically.',
  freeMinutesUsed:
    'The {{minutes}} free minutes of noise cancellation for today are used up. They are back tomorrow; with a license there is no limit.',
  keyNotRemoved: 'The key could not be removed: {{reason}}. Nothing was changed.',
  keyNotSaved: 'The key could not be saved: {{reason}}. Nothing was changed.',
  licenceUnsaved:
    "The licence could not be kept on this device: {{reason}}. Free some space or check the folder's permissions, then try again.",
  licenceUnverifiable:
    'This license could not be verified: it was changed, or it comes from another account server.',
  noAccountsHere: 'The accounts are not on this computer.',
  noReleases:
    'No release address is configured (SOUNDDESK_RELEASES_URL), so SoundDesk does not look for new versions.',
  noServer:
    'SoundDesk is not connected to an account server, so keys and license files cannot be checked here. You can use the Free tier. For a license, ask whoever installed SoundDesk, or see “License and Free tier” in Help.',
  crashReportGone: 'This crash report is not there any more.',
  noSuchPlan:
    'This account server can start trials, but not paid plans: this version of SoundDesk does not know it. Use a license of the account server that your SoundDesk was made for.',
  notOffered: "This host does not offer '{{name}}'.",
  notPaired: 'This browser is not paired with SoundDesk. Use the link from your terminal.',
  onlyDesktopAutoStart: 'Only the desktop app can be started when you log in.',
  onlyDesktopFileManager: 'Only the desktop app can open the file manager.',
  onlyDesktopKeys: 'Only the desktop app can hear keys while another program is in front.',
  onlyDesktopMini: 'Only the desktop app can keep a small window above all others.',
  onlyDesktopTray: 'Only the desktop app can live in the tray.',
  otherProgram: 'Another program answers at the address of SoundDesk. Nothing was sent to it.',
  presetDefault: 'Cannot delete default presets',
  presetGone: 'There is no preset "{{id}}" any more.',
  presetsFull: 'There is room for {{count}} presets of your own. Delete some that you no longer need.',
  presetsNotTaken: 'These presets cannot be taken: {{reason}}.',
  presetsUnsaved:
    "The presets could not be saved: {{reason}}. Free some space or check the folder's permissions, then try again.",
  privateNoUpdates: 'In privacy mode SoundDesk does not look for new versions.',
  serverNotSecure: "The account server's address ({{origin}}) is not secure: it must begin with https://.",
  serverSilent: 'The account server ({{url}}) does not answer. Check the network, then try again.',
  settingsNotKept:
    'This browser did not keep the settings. Allow storage for this page, or make room, and try again.',
  settingsUnsaved:
    "The settings could not be saved: {{reason}}. Free some space or check the folder's permissions, then try again.",
  signInFirst: 'Sign in first, then try again.',
  unknownAnswer: 'SoundDesk gave an answer that this page does not know. Reload the page.',
  unknownMessage: 'A message was not of the protocol.',
  wentWrong: 'Something went wrong inside SoundDesk.',
  wentWrongLogged: 'Something went wrong inside SoundDesk. The log names it {{correlationId}}.',
} as const;
