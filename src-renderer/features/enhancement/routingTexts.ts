/** How other programs hear the cleaned voice. */
export const routingTexts = {
  title: 'Use it in other apps',
  message:
    'Turn on “Send to other apps”: Zoom, Meet and others then find your cleaned voice among their microphones.',
  failed: 'Could not check the virtual microphone',
  unsupported: 'SoundDesk cannot make a microphone for other apps here',
  apps: 'Apps',
  names: { zoom: 'Zoom', meet: 'Google Meet', teams: 'Microsoft Teams', discord: 'Discord', obs: 'OBS' },
  help: {
    zoom: 'In Zoom, open Settings, Audio, and choose the microphone named “{{name}}”. Set “Background noise suppression” to Low and turn off “Automatically adjust microphone volume”.',
    meet: 'In Google Meet, open Settings, Audio, and choose the microphone named “{{name}}”. Turn off “Studio sound” or “Noise cancellation” there.',
    teams:
      'In Microsoft Teams, open Settings, Devices, and choose the microphone named “{{name}}”. Set noise suppression to Off.',
    discord:
      'In Discord, open User Settings, Voice & Video, and choose the input device named “{{name}}”. Set Noise Suppression to None.',
    obs: 'In OBS, add a source “Audio Input Capture” and choose the device named “{{name}}”. No noise filter is needed on it.',
  },
  ownSuppression: 'Turn off noise suppression in the other app: a second pass makes the voice worse.',
} as const;
