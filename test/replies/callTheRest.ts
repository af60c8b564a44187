import type { Stack } from '../stack/stack.ts';

/** Makes the calls that the behaviour tests omit, with the data that those tests left in the database. */
export async function callTheRest({ api, database }: Stack): Promise<void> {
  const first = async (select: string) => (await database.query(`${select} LIMIT 1`)).rows[0];
  const at = async (method: string, path: string) => {
    const { status, text } = await api.admin(method, path);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
  };
  const of = 'SELECT venue.slug, it.* FROM catalog.venue JOIN';
  const facility = await first(`${of} catalog.facility it ON it.venue_id = venue.id`);
  await at('GET', `/venues/${facility.slug}/facilities/${facility.id}/slots`);
  await at('GET', `/venues/${facility.slug}/domain-check?domain=booking.example.com`);
  const booking = await first(
    `${of} booking.booking it ON it.venue_id = venue.id WHERE it.status = 'confirmed' AND it.customer_email <> ''`,
  );
  await at('POST', `/venues/${booking.slug}/bookings/${booking.id}/resend`);
  const account = await first(
    `${of} payment.account it ON it.venue_id = venue.id WHERE it.unlinked_at IS NULL`,
  );
  await at('GET', `/venues/${account.slug}/payment-account`);
  const paid = await first(
    `${of} (payment.payment it JOIN payment.attempt ON attempt.payment_id = it.id
       JOIN payment.refund ON refund.attempt_id = attempt.id) ON it.venue_id = venue.id`,
  );
  await at('GET', `/venues/${paid.slug}/bookings/${paid.booking_id}/payments`);
  const attention = await first(
    `${of} payment.attention it ON it.venue_id = venue.id WHERE it.resolved_at IS NULL`,
  );
  await at('POST', `/venues/${attention.slug}/attention/${attention.id}/resolve`);
  // Replaying an event that was already applied has no effect.
  for (const [service, subject] of [
    ['availability', 'events.catalog.facility_changed'],
    ['booking', 'events.catalog.facility_changed'],
    ['payment', 'events.booking.payment_requested'],
  ] as const) {
    const { id } = (
      await database.query(
        `INSERT INTO ${service}.dead_letter (event_id, subject, payload, error)
         SELECT id, subject, payload, 'Error: no' FROM ${subject.split('.')[1]}.outbox WHERE subject = $1 LIMIT 1
         RETURNING event_id AS id`,
        [subject],
      )
    ).rows[0];
    await at('GET', '/dead-letters');
    await at('POST', `/dead-letters/${service}/${id}/replay`);
  }
}
