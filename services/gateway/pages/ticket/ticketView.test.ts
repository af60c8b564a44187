import assert from 'node:assert/strict';
import type { Ticket } from '@venue-booking/proto/booking/booking';
import { BookingStatus } from '@venue-booking/proto/booking/bookingStatus';
import { fail } from '@venue-booking/proto/failures';
import { Locale } from '@venue-booking/proto/primitives';
import { codePoint } from '@venue-booking/proto/testing/codePoint';
import { NO_BRAND } from '@venue-booking/proto/venue/brand';
import type { VenueContact } from '@venue-booking/proto/venue/venue';
import fc from 'fast-check';
import { renderSVG } from 'uqr';
import { test } from 'vitest';
import { contact, ticket } from '../../testing/testTicket.ts';
import { failurePage } from '../guest/failurePage.ts';
import { statuses } from '../guest/labels.ts';
import { ticketView } from './ticketView.ts';

const TOKEN = 'abc.def.ghi';
const { booking } = ticket;
type Changes = {
  ticket?: Partial<Ticket>;
  booking?: Partial<typeof booking>;
  contact?: Partial<VenueContact>;
  money?: { paidEur: number; refundedEur: number };
  language?: Locale;
  returned?: number;
};
const page = ({ language = 'nl', returned, ...changes }: Changes = {}) =>
  ticketView({
    ticket: { ...ticket, ...changes.ticket, booking: { ...booking, ...changes.booking } },
    contact: { ...contact, ...changes.contact },
    money: changes.money ?? null,
    token: TOKEN,
    publicUrl: 'https://book.example',
    language,
    failure: undefined,
    ...(returned && { returned }),
  });
const view = (changes?: Changes) => page(changes).main;

test('the QR code contains the link of the ticket, and has a text alternative', () => {
  const code = renderSVG(`https://book.example/tickets/${TOKEN}`, { ecc: 'M', border: 4, pixelSize: 1 });
  assert.ok(view().includes(`role="img" aria-label="QR-code met de link naar dit ticket">${code}</div>`));
});

test('shows every status in every language, and a QR code only for valid bookings', () => {
  const withCode = ['confirmed', 'checked_in', 'no_show'];
  for (const language of Locale.options)
    for (const status of BookingStatus.options) {
      const main = view({ language, booking: { status } });
      assert.ok(main.includes(`${statuses[language][status].word}</p>`));
      assert.equal(main.includes('class="qr"'), withCode.includes(status), status);
    }
});

test('uses the formats and the typography of the language', () => {
  const german = view({ language: 'de' });
  assert.match(german, /Samstag, 28\.\u00a0November 2026<br><b>10:00–12:00\u00a0Uhr<\/b>/);
  assert.match(german, /25,00\u00a0€/);
  const french = page({ language: 'fr', booking: { status: 'cancelled' } });
  assert.match(french.main, /samedi 28\u00a0novembre 2026<br><b>10:00–12:00<\/b>/);
  assert.match(french.main, /<span class="unseen">Statut\u00a0: <\/span>Annulée/);
  assert.match(french.title, /^Annulée\u00a0: /);
});

test('shows the payment deadline of an unpaid booking instead of a QR code', () => {
  assert.doesNotMatch(view(), /Betaal €|voor je vast/);
  const unpaid = (changes: Partial<Ticket> = {}) =>
    view({
      booking: { status: 'pending_payment' },
      ticket: {
        ...{ checkoutUrl: 'https://book.example/pay/x?a=1&b=2', payUntil: '2026-11-21T14:15' },
        ...changes,
      },
    });
  const main = unpaid();
  assert.match(main, /href="https:\/\/book\.example\/pay\/x\?a=1&amp;b=2">Betaal €\s25,00</);
  assert.match(main, /We houden je plaatsen voor je vast tot zaterdag 21 november 2026, 14:15\./);
  assert.match(main, /Zodra je hebt betaald, zie je hier de code/);
  assert.doesNotMatch(main, /Laat deze code zien|Zet in je agenda|Na het betalen/);
  const until = unpaid({ cancelUntilOncePaid: '2026-11-27T10:00' });
  assert.match(until, /Na het betalen kun je nog annuleren tot vrijdag 27 november 2026, 10:00\./);
  assert.match(unpaid({ cancelUntilOncePaid: null }), /Na het betalen kun je deze boeking niet meer online/);
  const late = unpaid({ checkoutUrl: null, payUntil: null });
  assert.match(late, /De betaaltermijn is verlopen\./);
  assert.doesNotMatch(late, /zodra je hebt betaald|niets te betalen/i);
});

test('shows what a deposit costs now and later, and on which amount its payment page is', () => {
  const ticket = {
    ...{ checkoutUrl: 'https://book.example/pay/x', payUntil: '2026-11-21T14:15', onlineCents: 2000 },
  };
  const shown = (language: Locale) =>
    view({ booking: { status: 'pending_payment', amount_eur: 80 }, ticket, language }).replaceAll(
      '\u00a0',
      ' ',
    );
  const nl = shown('nl');
  assert.match(nl, />Betaal € 20,00</);
  assert.match(
    nl,
    /Bedrag<\/dt><dd[^>]*>€ 80,00.*Nu te betalen<\/dt><dd[^>]*>€ 20,00.*Later, op locatie<\/dt><dd[^>]*>€ 60,00/s,
  );
  assert.match(shown('en'), /To pay now.*€20\.00.*Later, at the venue.*€60\.00/s);
  const paid = view({
    booking: { amount_eur: 80 },
    ticket: { ...ticket, paymentStatus: 'paid', openCents: 6000 },
  });
  assert.match(
    paid.replaceAll('\u00a0', ' '),
    /Betaald<\/dt><dd[^>]*>€ 20,00.*Nog te betalen op locatie<\/dt><dd[^>]*>€ 60,00/s,
  );
  assert.doesNotMatch(paid, /Nu te betalen/);
});

test('reloads for a guest who returns from the checkout until the booking is confirmed', () => {
  const from = (status: BookingStatus, returned = 1) =>
    page({ returned, booking: { status }, ticket: { checkoutUrl: 'https://book.example/pay/x' } });
  const waiting = from('pending_payment');
  assert.match(waiting.main, /We controleren je betaling/);
  assert.match(waiting.head ?? '', /http-equiv="refresh" content="5; url=\?lang=nl&amp;returned=2"/);
  // Each reload would close the details before the guest has read them.
  assert.doesNotMatch(waiting.main, /<details/);
  assert.match(from('confirmed').main, /<details/);
  assert.equal(from('confirmed').head, undefined);
  assert.equal(from('pending_payment', 25).head, undefined, 'stops after two minutes');
  assert.doesNotMatch(from('confirmed').main, /We controleren/);
});

test('mentions that it is no invoice if it shows VAT', () => {
  const of = (vat: typeof booking.vat) => view({ booking: { vat } });
  assert.match(of([{ percent: 9, amount_eur: 25, vat_eur: 2.06 }]), /geen factuur/);
  for (const none of [undefined, []]) assert.doesNotMatch(of(none), /factuur/);
});

test('explains what happens to the payment of a cancelled or expired booking', () => {
  const moneyText = (paymentStatus: Ticket['paymentStatus'], status: BookingStatus = 'cancelled') =>
    view({ booking: { status }, ticket: { paymentStatus, backCents: 2500 }, language: 'en' });
  assert.match(moneyText('paid'), /no longer valid\. You get a full refund\.</);
  assert.match(moneyText('refunded', 'expired'), /Your payment was refunded\./);
  const failed = view({
    booking: { status: 'cancelled' },
    ticket: { paymentStatus: 'paid', refundFailed: true },
    language: 'en',
  });
  assert.match(failed, /The refund did not go through/);
  assert.doesNotMatch(failed, /You get a/);
  for (const none of [null, 'open', 'canceled'] as const)
    assert.doesNotMatch(moneyText(none), /your payment|refund/i);
  assert.doesNotMatch(moneyText('paid', 'confirmed'), /Your payment/);
});

test('the title mentions that a booking was just changed, or is no longer valid', () => {
  const title = (status: BookingStatus, changed: boolean) =>
    ticketView({
      ...{ ticket: { ...ticket, booking: { ...booking, status } }, contact, money: null, token: TOKEN },
      ...{ publicUrl: 'https://book.example', language: 'nl', failure: undefined, changed },
    }).title.split(':')[0];
  assert.equal(title('confirmed', true), 'Gewijzigd');
  assert.equal(title('cancelled', true), 'Geannuleerd');
  assert.match(title('confirmed', false) ?? '', new RegExp(`^${booking.facility} – `));
});

test('shows the amounts paid, refunded and refundable before the cancel button', () => {
  const told = (money?: Changes['money'], language: 'nl' | 'en' = 'nl') => {
    const main = view({ ticket: { paymentStatus: 'paid' }, language, ...(money && { money }) });
    return main.slice(0, main.indexOf('<details>')).replaceAll('\u00a0', ' ');
  };
  const paid = told({ paidEur: 25, refundedEur: 0 });
  assert.match(paid, /<dt>Betaald<\/dt><dd dir="auto">€ 25,00</);
  assert.match(paid, /Annuleren kan tot [^.]+\. Je krijgt dan € 25,00 terug\./);
  assert.doesNotMatch(paid, /Terugbetaald/);
  const partly = told({ paidEur: 25, refundedEur: 10.1 }, 'en');
  assert.match(partly, /<dt>Refunded<\/dt><dd dir="auto">€10\.10</);
  assert.match(partly, /You can cancel until [^.]+\. You then get a refund of €14\.90\./);
  assert.doesNotMatch(told({ paidEur: 25, refundedEur: 25 }), /Je krijgt/);
  const changed = (of: Partial<Ticket>) =>
    view({
      ticket: { paymentStatus: 'paid', heldCents: 1990, ...of },
      money: { paidEur: 25, refundedEur: 0 },
    });
  assert.match(changed({}), /Je krijgt dan €\u00a019,90 terug/, 'the rest is being refunded');
  assert.match(changed({ refundFailed: true }), /Je krijgt dan €\u00a025,00 terug/, 'the refund has failed');
  const unknown = told();
  assert.match(unknown, /<dt>Betaald<\/dt><dd dir="auto">€ 25,00</);
  assert.match(unknown, /Je krijgt dan het hele bedrag terug\./);
  assert.doesNotMatch(view(), /Betaald|terugbetaald|Je krijgt/);
});

test('shows the refund by refund rules for now and later, and submits the shown amount', () => {
  const refundTiers = [
    { until: '2026-11-26T10:00', percent: 50, keptCents: 1250 },
    { until: '2026-11-27T10:00', percent: 0, keptCents: 2500 },
  ];
  const paid = { paymentStatus: 'paid', refundTiers } as const;
  const shown = (more: Changes = {}) => view({ ticket: paid, ...more }).replaceAll('\u00a0', ' ');
  const main = shown({ money: { paidEur: 25, refundedEur: 0 } });
  assert.match(
    main,
    /Annuleer je nu, dan krijg je € 12,50 terug\..*<li>tot [^<]*, 10:00: 50%<\/li>.*: niets<\/li>.*<details>/s,
  );
  assert.match(main, /<details>.*€ 12,50 terug.*<\/details>/s, 'repeated next to the button');
  assert.match(main, /action="[^"?]+\?kept_eur=12\.5"/);
  assert.match(shown({ language: 'en' }), /action="[^"?]+\?lang=en&amp;kept_eur=12\.5"/);
  assert.match(shown(), /dan krijg je € 12,50 terug/, 'also while payments are unknown');
  const refunded = shown({ money: { paidEur: 25, refundedEur: 10 } });
  assert.match(refunded, /dan krijg je € 2,50 terug/);
  // The first payment went back, and the venue has money of a later one.
  const later = shown({ ticket: { ...paid, paymentStatus: 'refunded', heldCents: 2500 } });
  assert.match(later, /action="[^"?]+\?kept_eur=12\.5"/);
  const last = { ...paid, refundTiers: refundTiers.slice(1) };
  assert.match(view({ ticket: last, language: 'en' }), /If you cancel now, you get no refund\./);
  const cancelled = (ticket: Changes['ticket']) =>
    view({
      booking: { status: 'cancelled' },
      ticket: { ...ticket, paymentStatus: 'paid', cancelUntil: null },
    });
  assert.match(
    cancelled({ moneyKept: true, keptCents: 1250, backCents: 1250 }),
    /Je krijgt €\u00a012,50 van je betaling terug/,
  );
  // Less than the rest where a part went back before.
  assert.match(
    cancelled({ moneyKept: true, keptCents: 1250, backCents: 250 }),
    /Je krijgt €\u00a02,50 van je betaling terug/,
  );
  assert.match(cancelled({ moneyKept: true, keptCents: 1250, backCents: 0 }), /wordt niet terugbetaald/);
  // Everything that is left after an earlier or a later refund.
  const rest = view({
    booking: { status: 'cancelled' },
    ticket: { paymentStatus: 'paid', cancelUntil: null, moneyKept: true, keptCents: 1000, backCents: 0 },
    money: { paidEur: 25, refundedEur: 15 },
    language: 'en',
  });
  assert.match(rest, /The remaining €10\.00 is not refunded\./);
  assert.doesNotMatch(rest, /Your payment is not refunded/);
  assert.match(cancelled({ moneyKept: false, backCents: 2500 }), /Je krijgt het hele bedrag terug/);
  const dearer = view({
    booking: { status: 'cancelled', amount_eur: 75 },
    ticket: { paymentStatus: 'paid', cancelUntil: null, backCents: 2500 },
    money: { paidEur: 25, refundedEur: 0 },
  });
  assert.match(dearer, /Je krijgt het hele bedrag terug/, 'all that was paid is no part');
});

test('a cancelled booking promises no refund of a payment that the bank has taken back', () => {
  const cancelled = (paymentStatus: 'paid' | 'refunded', backCents: number) =>
    view({
      booking: { status: 'cancelled' },
      ticket: { paymentStatus, moneyKept: false, backCents, cancelUntil: null },
    });
  assert.match(cancelled('paid', 500), /Je krijgt €\u00a05,00 van je betaling terug/);
  // The bank returned some since.
  assert.match(cancelled('paid', 0), /De locatie weet ervan/);
  assert.doesNotMatch(cancelled('refunded', 0), /terug/);
  assert.match(cancelled('refunded', 500), /is terugbetaald/);
});

test('names the venue’s contact if a booking can never be cancelled online', () => {
  const late = { cancellable: false, neverCancellable: true };
  const asked = view({ ticket: late, contact: { phone: '035 123', contactEmail: 'a@sauna.example' } });
  assert.match(
    asked,
    /niet online annuleren\. Neem daarvoor contact op met <bdi>Sauna aan het Meer<\/bdi> \(/,
  );
  assert.match(asked, /\(<a href="tel:035123"/);
  assert.doesNotMatch(asked, /Annuleren k[ao]n/);
  const byMail = view({ ticket: late, contact: { contactEmail: 'a@sauna.example' }, language: 'en' });
  assert.match(byMail, /can’t be cancelled online\. To cancel it, please contact .*mailto:a@sauna\.example/);
  const odd = view({ ticket: late, contact: { contactEmail: 'a?b&c@sauna.example' }, language: 'en' });
  assert.match(odd, /href="mailto:a%3Fb%26c@sauna\.example".*<bdi>a\?b&amp;c@sauna\.example/);
  const refused = ticketView({
    ...{
      ticket: { ...ticket, ...late },
      contact,
      money: null,
      token: TOKEN,
      publicUrl: 'https://book.example',
    },
    ...{ language: 'en', failure: fail('cancel_too_late', { until_en: 'Friday 20 November 2026, 10:00' }) },
  });
  assert.doesNotMatch(refused.main, /could cancel until/);
  assert.match(view({ ticket: { cancellable: false } }), /Annuleren kon tot/);
});

test('an unpaid booking shows no cancellation deadline, because paying changes it', () => {
  const main = view({ booking: { status: 'pending_payment' }, ticket: { paymentStatus: 'open' } });
  assert.doesNotMatch(main, /Annuleren kan tot/);
  assert.match(main, /<details>/);
});

test('names the time zone if readers may expect another one, and the offset if the hour is ambiguous', () => {
  assert.doesNotMatch(view(), /Tijden in/);
  assert.match(view({ language: 'en' }), /Times in Amsterdam</);
  assert.match(view({ ticket: { timezone: 'America/New_York' } }), /Tijden in New York</);
  assert.match(view({ ticket: { utcOffsets: [120, 60] } }), /Tijden in Amsterdam \(UTC\+2 – UTC\+1\)/);
  assert.match(view({ ticket: { utcOffsets: [-210, -210] } }), /\(UTC−3:30\)/);
});

test('links a phone number, but not other text', () => {
  assert.match(view({ contact: { phone: '+31 (0)20 123-45 67' } }), /href="tel:\+31201234567"/);
  assert.doesNotMatch(view({ contact: { phone: 'bel de balie' } }), /tel:/);
});

test('links terms only if they are a web page', () => {
  assert.match(
    view({ contact: { termsUrl: 'https://sauna.example/' } }),
    /href="https:\/\/sauna\.example\/" rel="no/,
  );
  assert.doesNotMatch(view({ contact: { termsUrl: 'javascript:alert(1)' } }), /javascript/);
});

test('escapes all text', () => {
  const plain = view({ contact: { address: 'x' } }).match(/</g)?.length;
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 60, unit: codePoint }), (text) => {
      fc.pre(text.trim() !== '');
      const main = view({
        booking: { facility: text, customer_name: text },
        contact: { name: text, address: text },
      });
      assert.equal(main.match(/</g)?.length, plain);
    }),
  );
});

test('a page has the logo of the venue, whose alternative text is the name', () => {
  const logo = '/images/0199f7c2-8b1e-7c33-9d53-3d6f1f0a2b4c/1600.webp';
  const { bar, brand } = page({
    contact: { name: '"Meer" <b>', brand: { ...NO_BRAND, accent: '#ffd400', logo } },
  });
  assert.match(
    bar,
    /<img class="logo" src="\/images\/0199f7c2-[0-9a-f-]+\/480\.webp" alt="&quot;Meer&quot; &lt;b&gt;">/,
  );
  assert.equal(brand?.accent, '#ffd400');
  assert.match(
    page({ contact: { brand: NO_BRAND } }).bar,
    /<p class="venue" dir="auto">Sauna aan het Meer<\/p>/,
  );
});

test('a failure page gives its reason in the visitor’s language', () => {
  assert.match(failurePage(fail('unavailable'), 'nl').main, /Tijdelijk niet bereikbaar/);
  assert.match(failurePage(fail('unavailable'), 'en').main, /Temporarily unavailable/);
  assert.match(failurePage(fail('ticket_not_found'), 'en').main, /This link does not work/);
  const expired = fail('ticket_expired', { months: 6 });
  assert.match(failurePage(expired, 'nl').main, /Deze link is verlopen.*6 maanden na het bezoek/);
  assert.match(failurePage(expired, 'en').main, /This link has expired.*6 months after the visit/);
});

test('a failure page that reloads does not ask the guest to retry', () => {
  const returned = new URLSearchParams('returned=1');
  const { title, main, head } = failurePage(fail('unavailable'), 'nl', returned);
  assert.match(head ?? '', /refresh/);
  assert.equal(title, 'Even geduld, we proberen het opnieuw');
  assert.match(main, /We controleren je betaling/);
  assert.doesNotMatch(main, /Probeer het|Er ging iets mis/);
  assert.equal(failurePage(fail('unavailable'), 'en', returned).title, 'One moment, we are trying again');
  assert.equal(failurePage(fail('unavailable'), 'en').title, 'Something went wrong');
});

test('adds what was paid at the venue to what was paid online, and shows what the venue has to return', () => {
  const main = (ticket: Partial<Ticket>, money?: Changes['money']) =>
    view({ ticket, ...(money && { money }), booking: { amount_eur: 40 } }).replaceAll('\u00a0', ' ');
  const both = { paymentStatus: 'paid', openCents: 500, onlineCents: 2500, deskCents: 1000 } as const;
  for (const money of [undefined, { paidEur: 25, refundedEur: 0 }])
    assert.match(
      main(both, money),
      /<dt>Betaald<\/dt><dd dir="auto">€ 35,00<.*Nog te betalen op locatie.*€ 5,00/s,
    );
  assert.match(main({ deskCents: 4000 }), /<dt>Betaald<\/dt><dd dir="auto">€ 40,00</);
  assert.doesNotMatch(main({ deskCents: 4000 }), /Terug te krijgen/);
  assert.match(
    main({ deskCents: 4000, returnCents: 1500 }),
    /<dt>Terug te krijgen op locatie<\/dt><dd dir="auto">€ 15,00</,
  );
});

test('links the receipt once something was paid, online or at the desk', () => {
  const hasLink = (changes: Partial<Ticket>) => view({ ticket: changes }).includes('/receipt.pdf');
  for (const paymentStatus of ['paid', 'refunded'] as const) assert.ok(hasLink({ paymentStatus }));
  for (const later of [{ deskCents: 500 }, { heldCents: 500 }])
    assert.ok(hasLink({ paymentStatus: null, ...later }));
  assert.ok(!hasLink({ paymentStatus: null, deskCents: 0, heldCents: 0 }));
  // Before payment, what is held is what will be paid.
  assert.ok(!hasLink({ paymentStatus: 'open', heldCents: 2500 }));
});
