import type { AccessibilityTexts } from '../nl/accessibility.ts';

export const accessibility: AccessibilityTexts = {
  title: (venue) => `Accessibility of ${venue}`,
  intro: (venue) =>
    `Everybody should be able to book at ${venue}, also with a disability. This statement covers this page, the booking form, the ticket, and the pages where you change or cancel a booking.`,
  venueTitle: 'At the venue',
  statusTitle: 'Conformance',
  status:
    'The pages and the booking form are built to WCAG 2.2, level AA, and therefore to chapter 9 of the European standard EN 301 549.',
  howTitle: 'How it is tested',
  how: [
    'Automatically with axe, on every change, in light and dark, on a phone and a computer.',
    'All steps with the keyboard alone.',
    'With text at 200 % and on screens 320 pixels wide.',
    'In forced colours and with reduced motion.',
    'The texts that a screen reader gets, step by step.',
  ],
  limitsTitle: 'Known limits',
  limits: [
    'The payment page belongs to the payment provider, who is responsible for its accessibility.',
    'Booking on this page needs JavaScript. Without it, you can read everything here, and book by phone or e-mail.',
    'Photos and texts of the venue are its own.',
  ],
  contactTitle: 'Does something not work?',
  contact: 'Please let us know. We help you to book and fix it.',
  noContact: 'Please tell the venue.',
  date: (date) => `This statement was made on ${date}.`,
  back: (venue) => `Back to ${venue}`,
};
