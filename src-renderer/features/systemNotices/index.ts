export { systemNoticeEffects } from './systemNotices.ts';
