import type { ChangeLabels, SlotReasons } from '../nl/change.ts';

/** English texts of the pages where guests change their booking. */
export const labels: ChangeLabels = {
  change: 'Change this booking',
  until: (moment) => `You can change it until ${moment}.`,
  wasUntil: (moment) => `You could change it until ${moment}.`,
  oncePaid: (moment) => `Once you have paid, you can still change your booking until ${moment}.`,
  changed: 'Your booking has been changed. You also get an e-mail about it.',
  changedWord: 'Changed',
  back: 'Back to your ticket',
  party: 'How many people are coming?',
  people: 'Number of people',
  each: { piece: 'each', person: 'per person', booking: 'per booking' },
  included: (name, price) => `${name} (${price}) is part of every booking.`,
  stays: (what) => `No longer offered, but kept in your booking: ${what}.`,
  day: 'Day',
  show: 'Show times',
  times: (day) => `Times on ${day}`,
  noTimes: 'No times on this day.',
  weekBefore: 'Week before',
  weekAfter: 'Week after',
  own: 'your current time',
  left: (free) => `${free} left`,
  look: 'Choose a time, even if it stays the same. You then see what the change costs. Nothing changes until you confirm.',
  notOffered: 'This booking can’t be changed online at the moment. Please contact the venue.',
  confirm: 'Is this change correct?',
  again:
    'Your change has not been made yet, because something changed in the meantime. Check the details and confirm again.',
  now: 'Now',
  after: 'After the change',
  samePrice: (price) => `The price stays ${price}.`,
  otherPrice: (before, after) => `The price changes from ${before} to ${after}.`,
  goesBack: (amount) =>
    `You get a refund of ${amount}. It may take a few working days to reach your account.`,
  leftToPay: (amount) => `You have ${amount} left to pay at the venue.`,
  payOnline: (amount) => `You pay the difference of ${amount} online in the next step.`,
  payThere: (amount) => `You pay ${amount} at the venue.`,
  cancelUntil: (moment) => `After this change you can still cancel until ${moment}.`,
  cancelNever: 'After this change you can no longer cancel online.',
  agree: 'Yes, change my booking',
  other: 'Choose something else',
};

/** Why a slot cannot be chosen. */
export const reasons: SlotReasons = {
  blocked: 'not available',
  past: 'past',
  notice: 'too short notice',
  too_far: 'not bookable yet',
  overlap: 'not available',
  closed: 'closed',
  room_taken: 'taken',
  full: 'full',
  add_on_gone: 'a required extra is sold out',
};
