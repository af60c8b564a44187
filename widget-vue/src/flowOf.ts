import { type Flow, useFlow } from './flow.ts';
import { type Host, settingsOf } from './settings.ts';

const flows = new WeakMap<Host, Flow>();

/**
 * The flow of an element. It is kept while the element is, so that one that is taken out of its page and put
 * back goes on.
 */
export function flowOf(host: Host): Flow {
  const flow =
    flows.get(host) ??
    useFlow(
      () => settingsOf(host),
      (name, detail) =>
        host.dispatchEvent(
          new CustomEvent(`venue-booking:${name}`, {
            detail,
            bubbles: true,
            composed: true,
            cancelable: name === 'redirect',
          }),
        ),
    );
  flows.set(host, flow);
  return flow;
}
