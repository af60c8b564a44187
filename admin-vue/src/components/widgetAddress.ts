/**
 * Address of the widget's files, without a trailing slash. The gateway names it if it is not `/widget` on its
 * own host.
 */
export function widgetAddress(): string {
  const named = document.querySelector<HTMLMetaElement>('meta[name="widget-url"]')?.content;
  return named ?? `${location.origin}/widget`;
}
