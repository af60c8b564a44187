import { type Host, settingsOf } from '../element/settings.ts';
import { type Flow, useFlow } from './flow.ts';

const flows = new WeakMap<Host, Flow>();

/**
 * The flow of an element. It lives as long as the element, so that an element that is removed and reinserted
 * continues where it was.
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
            cancelable: name === 'redirect' || name === 'submitting',
          }),
        ),
    );
  flows.set(host, flow);
  return flow;
}
