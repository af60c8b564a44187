import type { BookingResponse } from '@venue-booking/proto/booking';
import type { ApiError, createApi } from './api.ts';
import type { Emit } from './emit.ts';
import type { FlowState, View } from './flowState.ts';
import { followPayment } from './followPayment.ts';
import { leaveFor } from './leave.ts';
import { isOver, isPending, isSettling, outcomeOf } from './outcome.ts';
import type { Settings } from './settings.ts';
import { forgetTicket, settleTicket, storedTicket } from './storedTicket.ts';

/** What becomes of a booking once it is made: the way to pay, and the outcome on the way back. */
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
  /** Ends when nobody looks any more. */
  signal: () => AbortSignal;
}) {
  /** When a guest came, maybe from paying. */
  let returned = 0;

  const finish = ({ booking, ticket_url, payment }: BookingResponse) => {
    state.outcome = outcomeOf({ ...booking, ticket_url, checkout_url: payment?.checkout_url });
    returned = 0;
    if (!payment) return go('done');
    const { checkout_url } = state.outcome;
    // An element that has been taken out of its page leads nobody away from it.
    if (!checkout_url || signal().aborted || !mayLeave(checkout_url)) return show();
    go('leaving');
    try {
      leaveFor(checkout_url);
    } catch {
      show();
    }
  };

  const mayLeave = (checkout_url: string) => emit('redirect', { checkout_url });
  /** Looks at a ticket. One that is over, or that the API does not know, is remembered no longer. */
  const look = async (ticket_url: string) => {
    const asking = signal();
    const { tenant } = settings();
    try {
      const outcome = outcomeOf({ ...(await api().ticket(ticket_url, asking)), ticket_url });
      if (asking.aborted) return;
      if (!isPending(outcome)) settleTicket(tenant, ticket_url, isOver(outcome));
      Object.assign(state, { outcome, settling: isSettling(outcome, Date.now() - returned) });
    } catch (error) {
      if ((error as ApiError).kind === 'refused') forgetTicket(tenant, ticket_url);
    }
  };

  /** Shows what became of the booking, and follows its payment. */
  const show = (now = true) => {
    go('done');
    followPayment(state, look, { now, signal: signal() });
  };

  return {
    /** Goes to pay, or shows what was booked. */
    finish,
    mayLeave,
    show,
    /** Looks at a booking that was made here before, if there is one. */
    lookAtStored(): Promise<void> | undefined {
      returned = Date.now();
      const ticket = storedTicket(settings().tenant);
      return ticket ? look(ticket) : undefined;
    },
  };
}
