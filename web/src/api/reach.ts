/** Whether the server can be reached. One failed call proves nothing, so the server's health has the last word. */
import { createFlag } from './flag';

/** True for an answer of a proxy in front of a server that is down. The server itself answers 503 when it is busy. */
export function isGatewayFailure({ status }: Response): boolean {
  return status === 502 || status === 503 || status === 504;
}

/** True if the server answers at all. */
export async function serverAnswers(): Promise<boolean> {
  try {
    return !isGatewayFailure(await fetch('/health/live', { cache: 'no-store' }));
  } catch {
    return false;
  }
}

/** True while the server can be reached, as far as is known. */
export const reachable = createFlag(true);

/** Asks the server whether it can be reached, after a call that failed. */
export async function checkReach(): Promise<void> {
  reachable.set(await serverAnswers());
}
