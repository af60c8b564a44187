/** Time between two attempts. */
const RETRY_MS = 10_000;

/**
 * Calls `attempt` when the browser comes online, and every 10 s while `isDue`. `isDue` is false during an
 * attempt that must not overlap with the next one.
 * @returns a function that ends the retries
 */
export function retryWhile(isDue: () => boolean, attempt: () => unknown): () => void {
  const tryAgain = () => void attempt();
  const timer = setInterval(() => isDue() && tryAgain(), RETRY_MS);
  addEventListener('online', tryAgain);
  return () => {
    clearInterval(timer);
    removeEventListener('online', tryAgain);
  };
}
