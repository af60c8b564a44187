/**
 * Lets this page open without a network from now on. Called where that is needed, so that browsers that never
 * check in get no worker.
 */
export function keepPageOnDevice(): void {
  navigator.serviceWorker
    ?.register('/admin/serviceWorker.js', { scope: '/admin/', updateViaCache: 'none' })
    // Private windows of some browsers have none; everything else works.
    .catch(() => {});
}
