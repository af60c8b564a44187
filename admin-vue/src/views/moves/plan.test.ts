import assert from 'node:assert/strict';
import { it } from 'vitest';
import { type Action, actionOf, type Plan, wishesOf } from './plan.ts';

const unpaid = { id: 1, payment_status: null } as const;
const paid = { id: 2, payment_status: 'paid' } as const;
const fit = { reference: '', customer_name: '', facility: '', starts_at: '', people: 1, new_starts_at: null };
const terms = {
  money: 'rules',
  own: {},
  fits: new Map([[1, { ...fit, booking_id: 1, slot_id: 70 }]]),
  isOwner: true,
} as const;
const of = (plan: Plan, more: Partial<Parameters<typeof actionOf>[1]> = {}) =>
  [unpaid, paid].map((booking) => actionOf(booking, { ...terms, plan, ...more }));

it('moves bookings that fit and leaves or cancels the rest, as the plan says', () => {
  assert.deepEqual(of('move'), [70, 'stay']);
  assert.deepEqual(of('moveOrCancel'), [70, 'rules']);
  assert.deepEqual(of('cancel'), ['rules', 'rules']);
  assert.deepEqual(of('ask'), ['ask', 'ask']);
});

it('prefers the choice for a single booking', () => {
  assert.deepEqual(of('cancel', { own: { 1: 71, 2: 'stay' } }), [71, 'stay']);
});

it('leaves bookings with an online payment to owners', () => {
  assert.deepEqual(of('cancel', { isOwner: false }), ['rules', 'stay']);
});

it('sends what changes, and a refund only for owners', () => {
  const actions = new Map<number, Action>([
    [1, 70],
    [2, 'keep'],
    [3, 'stay'],
    [4, 'ask'],
  ]);
  assert.deepEqual(wishesOf(actions, { isOwner: true, until: '2030-06-05' }), [
    { booking_id: 1, action: 'move', slot_id: 70 },
    { booking_id: 2, action: 'cancel', refund: false },
    { booking_id: 4, action: 'ask', until: '2030-06-05' },
  ]);
  assert.deepEqual(wishesOf(actions, { isOwner: false, until: '' })[1], { booking_id: 2, action: 'cancel' });
});
