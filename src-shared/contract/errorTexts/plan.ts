/** What a plan records. */
export const PLAN_ERRORS = {
  planAudioExcess_one:
    '{{plan}} records {{count}} audio track at a time, and {{wanted}} are on. Turn off {{excess}}, record them as one mix, or change to a larger plan under Billing.',
  planAudioExcess_other:
    '{{plan}} records {{count}} audio tracks at a time, and {{wanted}} are on. Turn off {{excess}}, record them as one mix, or change to a larger plan under Billing.',
  planAudioFull_one: '{{plan}} records {{count}} audio track at a time: no more can be on at once.',
  planAudioFull_other: '{{plan}} records {{count}} audio tracks at a time: no more can be on at once.',
  planEnterprise: 'The Enterprise plan',
  planEssential: 'The Essential plan',
  planFree: 'The Free tier',
  planProfessional: 'The Professional plan',
  planScreenExcess_one:
    '{{plan}} records {{count}} screen at a time, and {{wanted}} are on. Turn off {{excess}}, or change to a larger plan under Billing.',
  planScreenExcess_other:
    '{{plan}} records {{count}} screens at a time, and {{wanted}} are on. Turn off {{excess}}, or change to a larger plan under Billing.',
  planScreenFull_one: '{{plan}} records {{count}} screen at a time: no more can be on at once.',
  planScreenFull_other: '{{plan}} records {{count}} screens at a time: no more can be on at once.',
  planVideoExcess_one:
    '{{plan}} records {{count}} camera at a time, and {{wanted}} are on. Turn off {{excess}}, or change to a larger plan under Billing.',
  planVideoExcess_other:
    '{{plan}} records {{count}} cameras at a time, and {{wanted}} are on. Turn off {{excess}}, or change to a larger plan under Billing.',
  planVideoFull_one: '{{plan}} records {{count}} camera at a time: no more can be on at once.',
  planVideoFull_other: '{{plan}} records {{count}} cameras at a time: no more can be on at once.',
} as const;
