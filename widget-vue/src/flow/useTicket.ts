import type { BookingResponse } from '@venue-booking/proto/booking/booking';
import type { ApiError, createApi } from '../api/api.ts';
import { conversionOf } from '../booking/conversion.ts';
import { isOver, isPaid, isPending, isSettling, outcomeOf } from '../booking/outcome.ts';
import { leaveFor } from '../browser/leaveFor.ts';
import type { Emit } from '../element/emit.ts';
import type { Settings } from '../element/settings.ts';
import type { FlowState, View } from './flowState.ts';
import { followPayment } from './followPayment.ts';
import { once } from './once.ts';
import { deleteStoredTicket, settleTicket, storedTicket } from './storedTicket.ts';

/** What follows a booking: going to the payment page, and the outcome after the return. */
export function useTicket({
  state,
  settings,
  api,
  emit,
  go,
  signal,
}: {
  state: FlowState;
  settings: () => Settings;
  api: () => ReturnType<typeof createApi>;
  emit: Emit;
  go: (view: View) => void;
  /** Aborts when the view is gone. */
  signal: () => AbortSignal;
}) {
  /** When the guest arrived, possibly from payment, in ms since 1970. */
  let returned = 0;

  const finish = ({ booking, ticket_url, payment }: BookingResponse) => {
    state.outcome = outcomeOf({ ...payment, ...booking, ticket_url });
    returned = 0;
    if (!payment) return go('done');
    const { checkout_url } = state.outcome;
    // An element that was removed from the page must not navigate.
    if (!checkout_url || signal().aborted || !mayLeave(checkout_url)) return show();
    go('leaving');
    try {
      leaveFor(checkout_url);
    } catch {
      show();
    }
  };

  const mayLeave = (checkout_url: string) => emit('redirect', { checkout_url });
  /** Loads a ticket. A booking that is over or unknown to the API is removed from storage. */
  const loadTicket = async (ticket_url: string) => {
    const requestSignal = signal();
    const { tenant } = settings();
    try {
      const outcome = outcomeOf({ ...(await api().ticket(ticket_url, requestSignal)), ticket_url });
      if (requestSignal.aborted) return;
      if (!isPending(outcome)) settleTicket(tenant, ticket_url, isOver(outcome));
      Object.assign(state, { outcome, settling: isSettling(outcome, Date.now() - returned) });
      const event = isOver(outcome) ? 'cancelled' : 'paid';
      const conversion = conversionOf(outcome);
      if (isPaid(outcome) || outcome.status === event)
        // A later request of the same view may fail, so only the end of the view leaves the mark unclaimed.
        once(
          `${event} ${outcome.id}`,
          () => signal().aborted,
          () => emit(event, conversion),
        );
    } catch (error) {
      if ((error as ApiError).kind === 'refused') deleteStoredTicket(tenant, ticket_url);
    }
  };

  /** Shows the outcome of the booking and polls its payment. */
  const show = (now = true) => {
    go('done');
    followPayment(state, loadTicket, { now, signal: signal() });
  };

  return {
    /** Opens the payment page, or shows the booking. */
    finish,
    mayLeave,
    show,
    /** Loads a booking that was made in this browser, if there is one. */
    lookAtStored(): Promise<void> | undefined {
      returned = Date.now();
      const ticket = storedTicket(settings().tenant);
      return ticket ? loadTicket(ticket) : undefined;
    },
  };
}
