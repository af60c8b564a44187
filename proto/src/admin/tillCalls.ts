import { z } from 'zod';
import { TillClosing, TillDay, TillEntry, TillQuery } from '../payment/till.ts';
import type { CallGroup } from './adminCall.ts';
import { tillDay } from './resources.ts';

/** Calls about the money at a venue's desk, by day. */
export const tillCalls = {
  about: 'The till: money at the desk by day',
  tag: 'payments',
  calls: {
    showTill: {
      verb: 'show',
      does: 'Show what the desk took and returned on a day, by method and person',
      more: 'A day is a booking day of the venue. Money that is recorded after a day was closed counts for the next one.',
      method: 'GET',
      of: tillDay,
      role: 'desk',
      answers: TillDay,
    },
    listTill: {
      verb: 'payments',
      does: 'List the payments and refunds at the desk on a day, by time',
      method: 'GET',
      of: tillDay,
      path: '/payments',
      role: 'desk',
      input: TillQuery,
      answers: z.array(TillEntry),
      pages: 'link',
      csv: { verb: 'export', does: 'Write the payments and refunds at the desk on a day as CSV' },
      columns: ['created_at', 'kind', 'method', 'amount_eur', 'booking_reference', 'by'],
    },
    closeTill: {
      verb: 'close',
      settings: {},
      does: 'Close a day of the till with the cash that was counted',
      more: 'The response has the difference. A closed day never changes: what is recorded or undone later counts for the day on which it happens.',
      method: 'POST',
      of: tillDay,
      role: 'desk',
      input: TillClosing,
      answers: TillDay,
      errors: { 409: 'The day was closed before', 422: 'Invalid, or the day has not begun' },
      confirm: 'A closed day cannot be opened again.',
    },
  },
} as const satisfies CallGroup;
