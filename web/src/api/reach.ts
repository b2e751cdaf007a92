/** Whether the server can be reached. One failed call proves nothing, so the server's health has the last word. */

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

let reachable = true;
const listeners = new Set<() => void>();

export function setReachable(next: boolean): void {
  if (next === reachable) return;
  reachable = next;
  for (const listener of listeners) listener();
}

export const isReachable = () => reachable;

/** Calls `listener` when the server stops or starts answering; returns a function that unsubscribes. */
export function onReachChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks the server whether it can be reached, after a call that failed. */
export async function checkReach(): Promise<void> {
  setReachable(await serverAnswers());
}
