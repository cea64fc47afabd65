export { systemNoticeEffects, type NoticedRoot } from './systemNotices.ts';
