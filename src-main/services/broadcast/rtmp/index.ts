export { measureAnswer } from './measureAnswer.ts';
export { audioHeaderBody, packetBody, videoHeaderBody } from './flv.ts';
export { openPublisher, type Publisher, type PublisherOptions } from './publisher.ts';
export { closedAtStart, PublishError, type PublishFailure } from './publishError.ts';
