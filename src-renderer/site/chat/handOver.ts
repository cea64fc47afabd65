/** A conversation on its way into the contact form: in memory alone, so that it is gone with the tab. */
let waiting: string | null = null;

export function handOver(conversation: string | null): void {
  waiting = conversation;
}

export function readHandedOver(): string | null {
  return waiting;
}
