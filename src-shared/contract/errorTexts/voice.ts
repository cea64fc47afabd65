/** Voice AI and its providers. */
export const VOICE_ERRORS = {
  captionsNoChannel: 'The studio has no channel {{id}} any more. Choose another one.',
  captionsNoMicrophone:
    'No channel of the Recording Studio has a microphone. Choose one there, then try again.',
  cloningFailed: 'Voice cloning failed: {{reason}}',
  consentNotKept:
    'The consent could not be kept on this computer, so the voice was deleted again. Check the disk, then try again.',
  fileTooLarge: '{{name}} is larger than {{megabytes}} MB. Choose a shorter part of it.',
  keyCheckFailed: 'The key could not be checked: {{reason}}',
  keyInvalid: 'Invalid API key. Please check and try again.',
  keyMissing: 'There is no {{provider}} key yet. Add yours under API Setup.',
  notesFailed: 'The notes could not be written: {{reason}}',
  notesNothing: 'Nothing is said in this recording, so there is nothing to write notes of.',
  providerAnswerBroken: '{{provider}} answered with something that could not be read. Please try again.',
  providerBusy: '{{provider}} takes no more requests for the moment. Wait a minute, then try again.',
  providerQuota: 'Your {{provider}} account has nothing left for this: {{reason}}',
  providerUnreachable: '{{provider}} can’t be reached. Check your connection, then try again.',
  speechFailedHere: 'Speech on this computer failed: {{reason}}.',
  speechNeedsEspeak: 'espeak-ng is not installed. Install it for voices that need no network.',
  speechNoEngine:
    'This computer has no engine for speech models. Install SoundDesk again, or choose OpenAI or ElevenLabs.',
  speechFailed: 'Voice synthesis failed: {{reason}}',
  spendingCap:
    'This would cost about {{expected}} US dollars, and {{spent}} of your {{cap}} for this month are spent. Raise the cap under API Setup, or wait for next month.',
  transcriptionFailed: 'Transcription failed: {{reason}}',
  translationNoEngine:
    'This computer has no engine for translation models. Install SoundDesk again, or choose OpenAI.',
  translationFailed: 'Translation failed: {{reason}}',
  voiceAiPlan: 'Voice AI is part of the Professional plan. Change the plan under Billing.',
  voicesFailed: 'Your voices could not be read: {{reason}}',
  transcriptChanged: 'This transcript was changed in another window. Load it again to see those changes.',
  transcriptDamaged: '{{path}} is damaged. Remove it, and transcribe again.',
  transcriptElsewhere: 'Another tab is transcribing this recording. Wait until it has finished.',
  transcriptNeedsFfmpeg: 'FFmpeg is not installed. Install it to transcribe recordings.',
  transcriptNone: 'This recording has no transcript yet.',
  transcriptNotDecoded: '{{path}} could not be decoded: {{reason}}.',
  voiceBytesMissing: 'The sample or the consent is not as long as it was said to be.',
  voiceNotHere: 'This computer has no voice {{voice}}. Choose another one.',
  voiceUnsaved: 'This could not be saved: {{reason}}.',
} as const;
