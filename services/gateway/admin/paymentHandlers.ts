import { withDeadline } from '@venue-booking/kit/concurrency/callContext';
import { fail } from '@venue-booking/proto/failures';
import { AttentionKind } from '@venue-booking/proto/payment/payment';
import { toCents } from '@venue-booking/proto/primitives';
import type { AdminAttention } from '@venue-booking/proto/reports/adminAttention';
import { type DeadLetter, EventConsumer, type ServiceState } from '@venue-booking/proto/reports/deadLetter';
import type { DomainTrouble } from '@venue-booking/proto/venue/venue';
import { venueIdOf } from '../backends/venueIdOf.ts';
import { type AdminDeps, handlersAtVenue, onceApplied } from './adminDeps.ts';
import { planAttention } from './planReads.ts';
import type { AdminHandlers } from './procedures.ts';

/** Maximum number of booking references that the booking service returns at once. */
const MAX_REFERENCES = 500;

/** Handlers of payments, and of everything that needs attention. */
export function paymentHandlers(
  deps: AdminDeps,
): Omit<
  AdminHandlers<'payment-account' | 'payment' | 'attention' | 'dead-letter' | 'service'>,
  'payAtDesk' | 'returnAtDesk' | 'undoDeskPayment'
> {
  const { backends } = deps;
  const { catalog, booking, payment } = backends;
  const atVenue = handlersAtVenue(catalog);

  /** @throws `booking_not_found` */
  const requireBooking = (of: { venueId: number; id: number }) => booking.desk.show.query(of);

  /**
   * Dead letters of all services, newest first. Fails if any service is unavailable, as a gap would look
   * harmless.
   */
  const readDeadLetters = async (of: { venueId?: number }): Promise<DeadLetter[]> => {
    const lists = await Promise.all(
      EventConsumer.options.map((name) => backends[name].deadLetters.list.query(of)),
    );
    return lists.flat().sort(byAge);
  };

  /** A venue. Of a purged one, only what concerns its money is left. @throws `venue_not_found` */
  const findVenue = async (slug: string): Promise<{ venueId: number; isPurged: boolean }> => {
    const tenant = await catalog.tenant.query({ slug });
    const venueId = tenant?.venueId ?? (await catalog.purges.find.query({ slug }));
    if (venueId === null) throw fail('venue_not_found');
    return { venueId, isPurged: tenant === null };
  };

  /** Items that need attention at a venue now, in addition to those that the payment service stores. */
  const findAttention = async (venueId: number, slug: string): Promise<AdminAttention[]> => {
    const [letters, guests, waiting, domains, limits] = await Promise.all([
      readDeadLetters({ venueId }),
      booking.desk.listAtCap.query({ venueId }),
      // Remove in the next release: booking and catalog of the previous release lack these calls.
      booking.recipients.waiting.query({ venueId }).catch(() => null),
      catalog.listDomainTroubles.query({ venueId }).catch(() => []),
      planAttention(backends, slug).catch(() => []),
    ]);
    const unresolved = { payment_id: null, resolved_at: null, resolved_by: null };
    return [
      ...limits,
      ...letters.map(ofDeadLetter),
      ...[...guests, ...(waiting ? [waiting] : []), ...domains.map(ofDomain)].map((it) => ({
        ...it,
        ...unresolved,
      })),
    ];
  };

  return {
    linkPaymentAccount: atVenue(({ venueId, ...account }, { caller }) => {
      const byOperator = caller.role === 'operator';
      return onceApplied(deps, payment.linkAccount.mutate({ venueId, account, byOperator }), [booking]);
    }),
    getPaymentAccount: atVenue((of) => payment.account.query(of)),
    testPaymentAccount: async ({ slug }) =>
      payment.testAccount.mutate({
        venueId: await venueIdOf(catalog, slug),
        locale: (await catalog.getVenue.query({ slug })).locale,
        returnUrl: `${deps.publicUrl}/admin/v/${slug}/settings/payments`,
      }),
    showPaymentTest: atVenue((of) => payment.showTest.query(of)),
    unlinkPaymentAccount: atVenue((of) => onceApplied(deps, payment.unlinkAccount.mutate(of), [booking])),

    listPayments: atVenue(async ({ venueId, id }) => {
      await requireBooking({ venueId, id });
      const payments = await payment.list.query({ venueId, bookingIds: [id] });
      return payments[id] ?? [];
    }),
    createPaymentLink: atVenue(({ venueId, id, mail }, { caller }) =>
      booking.desk.paymentLink.mutate({ venueId, id, mail, actor: caller.name }),
    ),
    refundBooking: atVenue(async ({ venueId, id, amount_eur, reason }, { caller, idempotencyKey }) => {
      await requireBooking({ venueId, id });
      const by = { actor: caller.name, ...(idempotencyKey !== undefined && { requestKey: idempotencyKey }) };
      const payments = await payment.refund.mutate({
        venueId,
        bookingId: id,
        ...by,
        ...(amount_eur !== undefined && { amountCents: toCents(amount_eur) }),
      });
      // The money is on its way: a failure here must not look like a failed refund, which callers repeat.
      if (reason)
        await booking.desk.noteRefund.mutate({ venueId, id, reason, ...by }).catch((error: unknown) => {
          deps.log.warn({ err: error, venueId, bookingId: id }, 'could not save the reason of a refund');
        });
      return payments;
    }),

    async listAttention({ slug, resolved }) {
      const { venueId, isPurged } = await findVenue(slug);
      const lists = await Promise.all([
        payment.listAttention.query({ venueId, resolved: resolved === 'true', knows: AttentionKind.options }),
        isPurged ? [] : findAttention(venueId, slug),
      ]);
      const entries: AdminAttention[] = lists.flat().sort(byAge);
      const ids = [...new Set(entries.flatMap(({ booking_id }) => booking_id ?? []))];
      const names: Record<number, string> = {};
      const next = () => booking.desk.references.query({ venueId, ids: ids.splice(0, MAX_REFERENCES) });
      while (ids.length > 0) Object.assign(names, await next());
      return entries.map((entry) => ({ ...entry, booking_reference: names[entry.booking_id ?? 0] }));
    },
    async countAttention({ slug }) {
      const { venueId, isPurged } = await findVenue(slug);
      const [stored, found] = await Promise.all([
        payment.countAttention.query({ venueId, knows: AttentionKind.options }),
        isPurged ? [] : findAttention(venueId, slug),
      ]);
      return { count: stored + found.length };
    },
    async resolveAttention({ slug, id }, { caller }) {
      const { venueId } = await findVenue(slug);
      return payment.resolveAttention.mutate({ venueId, id, actor: caller.name });
    },

    listDeadLetters: () => readDeadLetters({}),
    async replayDeadLetter({ service, id }) {
      const knownService = EventConsumer.safeParse(service);
      if (!knownService.success) throw fail('dead_letter_not_found');
      return backends[knownService.data].deadLetters.replay.mutate({ id });
    },

    listServices: () =>
      Promise.all(
        (Object.keys(backends) as (keyof typeof backends)[]).map((name) => stateOf(backends, name)),
      ),
  };
}

/** Maximum wait for the state of one service. */
const STATE_BUDGET_MS = 2000;

async function stateOf(backends: AdminDeps['backends'], service: keyof AdminDeps['backends']) {
  const applies = EventConsumer.safeParse(service).data;
  const [ping, letters] = await withDeadline(STATE_BUDGET_MS, () =>
    Promise.allSettled([
      backends[service].ping.query(),
      applies ? backends[applies].deadLetters.list.query({}) : null,
    ]),
  );
  const count = letters.status === 'fulfilled' ? (letters.value?.length ?? null) : null;
  return { service, answers: ping.status === 'fulfilled', dead_letters: count } satisfies ServiceState;
}

const byAge = (a: { created_at: string }, b: { created_at: string }): number =>
  Date.parse(b.created_at) - Date.parse(a.created_at);

const ofDomain = ({ id, domain, missing_since, lost }: DomainTrouble) => ({
  id,
  kind: 'domain_missing' as const,
  booking_id: null,
  detail: lost
    ? `${domain} is no longer served: its DNS record is missing`
    : `the DNS record of ${domain} is missing`,
  created_at: missing_since,
});

function ofDeadLetter({ id, service, subject, payload, error, created_at }: DeadLetter): AdminAttention {
  const bookingId = Number(payload.bookingId);
  return {
    id,
    kind: 'dead_letter',
    service,
    booking_id: Number.isSafeInteger(bookingId) && bookingId > 0 ? bookingId : null,
    payment_id: null,
    detail: `${service} could not apply ${subject}: ${error}`,
    created_at,
    resolved_at: null,
    resolved_by: null,
  };
}
