/** Models that are installed. */
export const MODELS_ERRORS = {
  modelBusy:
    '{{name}} is being installed by another SoundDesk on this computer. Wait for it, then try again.',
  modelCutOff: 'The download of {{name}} was cut off. Try again: it continues where it was.',
  modelDamaged: '{{name}} is damaged. Remove the model under Settings, Advanced, and install it again.',
  modelLanguage: '{{name}} does not know the language “{{language}}”. Choose another model.',
  modelMissing: '{{name}} is not installed. Install it under Settings, Advanced.',
  modelNotServed:
    '{{host}} does not give {{name}} (it answered {{status}}). Check the mirror, or import a file.',
  modelUnknown: 'There is no model {{id}}. “sounddesk models list” shows those that there are.',
  modelUnreachable: '{{host}} can’t be reached. Check your connection, or import a file.',
  modelWrongFile:
    'What came as {{name}} is another file, and was deleted. Try again, choose another mirror, or import a file.',
  modelWrongImport:
    'What you chose as {{name}} is another file, and was not kept. Get it again, then import it.',
} as const;
