import assert from 'node:assert/strict';
import type { Ticket } from '@venue-booking/proto/booking/booking';
import { test } from 'vitest';
import { contact, ticket } from '../../testing/testTicket.ts';
import { TicketAnswer, ticketJson } from './ticketJson.ts';

const money = { paidEur: 25, refundedEur: 0 };
const paid: Partial<Ticket> = { paymentStatus: 'paid' };
const tickets: Record<string, [Partial<Ticket>, typeof money | null]> = {
  'that costs nothing': [{}, null],
  'that is paid and can be changed': [
    { ...paid, change: { until: '2026-11-27T10:00', isOver: false, facilityId: 1, slotId: 137852828 } },
    money,
  ],
  'with refund tiers': [
    { ...paid, refundTiers: [{ until: '2026-11-27T10:00', percent: 50, keptCents: 1250 }] },
    money,
  ],
  'whose payments are unknown': [
    { ...paid, openCents: 500, refundTiers: [{ until: '2026-11-27T10:00', percent: 50, keptCents: 1250 }] },
    null,
  ],
  'that awaits payment': [
    { checkoutUrl: 'https://book.example/pay/x', payUntil: '2026-11-27T10:15', paymentStatus: 'open' },
    null,
  ],
  'that awaits its deposit': [
    {
      ...{ checkoutUrl: 'https://book.example/pay/x', payUntil: '2026-11-27T10:15', paymentStatus: 'open' },
      onlineCents: 625,
    },
    null,
  ],
  'that was cancelled with a partial refund': [
    { ...paid, cancelUntil: null, cancellable: false, moneyKept: true, keptCents: 1250 },
    { paidEur: 25, refundedEur: 12.5 },
  ],
};

for (const [kind, [more, money]] of Object.entries(tickets))
  test(`a ticket ${kind} matches its schema exactly`, () => {
    const answer = JSON.parse(JSON.stringify(ticketJson({ ...ticket, ...more }, contact, money)));
    assert.deepEqual(TicketAnswer.parse(answer), answer);
    assert.equal(
      'deposit_eur' in answer && answer.deposit_eur + answer.rest_eur,
      more.onlineCents ? 25 : false,
    );
  });
