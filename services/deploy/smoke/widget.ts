/** The script that websites load. */
const SCRIPT = 'venue-booking.js';

/**
 * Loads the widget's script as a guest's browser does on a website.
 * @param from.apiUrl the gateway, whose dashboard has the address of the widget
 * @param from.widgetUrl an address that is reachable from here, instead of the public one
 * @throws Error that names the address
 */
export async function loadWidget(
  { signal }: { signal: AbortSignal },
  { apiUrl, widgetUrl }: { apiUrl: string; widgetUrl: string | undefined },
): Promise<void> {
  const get = (address: string) =>
    fetch(address, { signal, headers: { Origin: 'https://www.example.com' } }).catch((error: Error) => {
      if (signal.aborted) throw signal.reason;
      const { code } = (error.cause ?? {}) as NodeJS.ErrnoException;
      throw new Error(`no response from ${address} (${code ?? error.name})`);
    });
  const dashboard = await (await get(`${apiUrl}/admin/`)).text();
  const [, announced = '/widget'] = /<meta name="widget-url" content="([^"]+)">/.exec(dashboard) ?? [];
  const address = `${widgetUrl ?? new URL(announced, apiUrl).href}/${SCRIPT}`;
  const reason = await whyNotLoaded(await get(address));
  if (reason === null) return;
  throw new Error(`${address} ${reason}. Set WIDGET_URL of the gateway to the address of the widget's files`);
}

/** Why a page on another website cannot load this response as the widget's script; null if it can. */
async function whyNotLoaded(response: Response): Promise<string | null> {
  const { status, headers } = response;
  const text = await response.text();
  if (status !== 200) return `answered ${status}`;
  if (!/^text\/javascript\b/.test(headers.get('content-type') ?? '')) return 'is not JavaScript';
  if (headers.get('access-control-allow-origin') !== '*') return 'does not allow other websites to load it';
  if (!text.includes('venue-booking')) return 'is another script';
  return null;
}
