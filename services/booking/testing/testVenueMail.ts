import assert from 'node:assert/strict';
import { until } from '@venue-booking/kit/testing/testMessaging';
import type { VenueMailerDeps } from '../mail/venue/venueMailer.ts';
import { changeStatus, writeChange } from './testEffects.ts';
import { contact, openTestMail } from './testMail.ts';

/** Mail to a venue's contact, with a new address after each `reset`. */
export async function openTestVenueMail() {
  const mail = await openTestMail();
  const { database } = mail;
  let address = '';
  let venues = 0;
  const set = (data: Record<string, unknown>) => database.venue.update({ where: { id: 1 }, data });
  const contactOf = async () => ({ ...contact, contactEmail: address });
  const waiting = () => database.venueNotice.count();
  /** Ends the pause between two mails, as if its minutes had passed. */
  const pauseIsOver = () => set({ noticesFrom: new Date(0) });
  return {
    ...mail,
    /** The venue gets notices of everything at once, and none is queued. */
    async reset() {
      venues += 1;
      address = `owner${venues}@sauna.example`;
      await database.$executeRaw`DELETE FROM booking.venue_notice`;
      await set({ notifyNew: true, notifyChanged: true, notifyCancelled: true, notifyDaily: false });
      await pauseIsOver();
    },
    /** Changes the venue's notification settings. */
    set,
    address: () => address,
    contactOf,
    startForVenue: (options: { pauseMs?: number } & Partial<VenueMailerDeps> = {}) =>
      mail.startForVenue({ contactOf, ...options }),
    sent: () => mail.smtp.to(address).map(({ mail: got }) => got),
    waiting,
    pauseIsOver,
    /**
     * Resolves once all queued notices are sent, and ends the pause. Ending it earlier would end the lease of
     * a mail in progress.
     */
    async untilSent() {
      await until(async () => (await waiting()) === 0);
      await pauseIsOver();
    },
    cancel: (id: number) => changeStatus(database, { venueId: 1, id }, { to: 'cancelled', actor: 'guest' }),
    async change(id: number) {
      const before = await database.booking.findUniqueOrThrow({ where: { id } });
      const patch = { customer_name: before.customerName };
      const party = { people: before.people, guests: null, addOns: null };
      const none = { patch, ...party, extra: {}, actor: 'owner', price: null, move: null };
      assert.equal(await writeChange({ database, hashKey: new Uint8Array(32) }, before, none), null);
    },
  };
}

export type TestVenueMail = Awaited<ReturnType<typeof openTestVenueMail>>;

/** The text of a mail on one line. */
export const flat = (text: string | undefined) => (text ?? '').replace(/\s+/g, ' ');
