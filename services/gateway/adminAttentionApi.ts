import { failureOf } from '@venue-booking/kit/messaging/rpc';
import { DeadLetter } from '@venue-booking/proto/deadLetter';
import { fail } from '@venue-booking/proto/failures';
import { GuestAttention } from '@venue-booking/proto/guestAttention';
import { Attention, AttentionKind, AttentionQuery } from '@venue-booking/proto/payment';
import { z } from 'zod';
import { describe, NOT_FOUND, ofVenue, slug } from './adminDescription.ts';
import { type AdminDeps, venueIdOf } from './adminWrites.ts';
import { adminProcedure, rest } from './restProcedure.ts';

const deadLetters = '/api/admin/dead-letters';
const id = z.uuid();
/** The services that apply events of others. */
const AppliedBy = z.enum(['payment', 'booking', 'availability']);

const AdminAttention = Attention.extend({
  kind: z
    .enum([...AttentionKind.options, 'dead_letter', ...GuestAttention.shape.kind.options])
    .describe(
      'dead_letter: an event that could not be applied, which the operator can have applied again; …_at_cap: a guest, or an internet connection or a network, holds as much as the caps of the venue allow',
    ),
  emails: GuestAttention.shape.emails.optional().describe('Of …_at_cap: the guests, at most 20'),
  service: z.string().optional().describe('Of a dead letter: the service that could not apply it'),
});
type AdminAttention = z.infer<typeof AdminAttention>;

/** The admin API of what needs a person. */
export function adminAttentionApi({ backends }: Pick<AdminDeps, 'backends'>) {
  const { catalog, booking, payment } = backends;

  /**
   * Of all services, newest first. What can't be asked fails the whole: a list with gaps would pass for good
   * news.
   */
  const readDeadLetters = async (of: { venueId?: number }): Promise<DeadLetter[]> => {
    const lists = await Promise.all(
      AppliedBy.options.map((name) => backends[name].deadLetters.list.query(of)),
    );
    return lists.flat().sort(byAge);
  };

  /** A booking service of the release before does not know of them. */
  const listAtCap = async (venueId: number): Promise<AdminAttention[]> => {
    const guests = await booking.desk.listAtCap.query({ venueId }).catch((error: unknown) => {
      if (failureOf(error)?.code === 'internal') return [];
      throw error;
    });
    return guests.map((guest) => ({ ...guest, payment_id: null, resolved_at: null, resolved_by: null }));
  };

  return rest.router({
    listAttention: adminProcedure
      .meta(
        describe('GET', {
          path: `${ofVenue}/attention`,
          operationId: 'listAttention',
          tag: 'payments',
          summary:
            'List what needs a person, newest first: money that does not add up, events that got stuck, and guests who hold as much as they may',
          errors: NOT_FOUND,
        }),
      )
      .input(AttentionQuery.extend({ slug }))
      .output(z.array(AdminAttention))
      .query(async ({ input }) => {
        const venueId = await venueIdOf(catalog, input.slug);
        const [attention, letters, guests] = await Promise.all([
          payment.listAttention.query({ venueId, resolved: input.resolved === 'true' }),
          readDeadLetters({ venueId }),
          listAtCap(venueId),
        ]);
        return [...attention, ...letters.map(ofDeadLetter), ...guests].sort(byAge);
      }),

    resolveAttention: adminProcedure
      .meta({
        ...describe('POST', {
          path: `${ofVenue}/attention/{id}/resolve`,
          operationId: 'resolveAttention',
          tag: 'payments',
          summary: 'Note that it has been dealt with',
          errors: NOT_FOUND,
        }),
        unknownId: 'attention_not_found',
      })
      .input(z.object({ slug, id }))
      .output(Attention)
      .mutation(async ({ ctx, input }) =>
        payment.resolveAttention.mutate({
          venueId: await venueIdOf(catalog, input.slug),
          id: input.id,
          actor: ctx.caller.name,
        }),
      ),

    listDeadLetters: adminProcedure
      .meta(
        describe('GET', {
          path: deadLetters,
          operationId: 'listDeadLetters',
          tag: 'dead letters',
          summary: 'List the events that could not be applied, newest first',
          role: 'operator',
        }),
      )
      .input(z.object({}))
      .output(z.array(DeadLetter))
      .query(() => readDeadLetters({})),

    replayDeadLetter: adminProcedure
      .meta({
        ...describe('POST', {
          path: `${deadLetters}/{service}/{id}/replay`,
          operationId: 'replayDeadLetter',
          tag: 'dead letters',
          summary: 'Apply an event again, now',
          role: 'operator',
          errors: { 404: 'No such event is waiting', 409: 'It failed again' },
        }),
        unknownId: 'dead_letter_not_found',
      })
      .input(z.object({ service: z.string().describe(`One of ${AppliedBy.options.join(', ')}`), id }))
      .output(DeadLetter)
      .mutation(({ input }) => {
        const service = AppliedBy.safeParse(input.service);
        if (!service.success) throw fail('dead_letter_not_found');
        return backends[service.data].deadLetters.replay.mutate({ id: input.id });
      }),
  });
}

const byAge = (a: { created_at: string }, b: { created_at: string }): number =>
  Date.parse(b.created_at) - Date.parse(a.created_at);

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
