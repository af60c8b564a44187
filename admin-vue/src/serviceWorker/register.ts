/**
 * Registers the service worker, which makes the page work offline. Only the check-in calls it, so that other
 * browsers get no worker.
 */
export function registerServiceWorker(): void {
  navigator.serviceWorker
    ?.register('/admin/serviceWorker.js', { scope: '/admin/', updateViaCache: 'none' })
    // Private windows of some browsers have no service workers; everything else works.
    .catch(() => {});
}
