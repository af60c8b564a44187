import { feedCalls, tokenCalls, webhookCalls } from './accessCalls.ts';
import type { CallGroup } from './adminCall.ts';
import { auditCalls } from './auditCalls.ts';
import { bookingCalls, guestCalls } from './bookingCalls.ts';
import { blockCalls, calendarCalls } from './calendarCalls.ts';
import { checkInCalls } from './checkInCalls.ts';
import { connectionCalls } from './connectionCalls.ts';
import { feeCalls, statementCalls } from './feeCalls.ts';
import { figureCalls } from './figureCalls.ts';
import { imageCalls } from './imageCalls.ts';
import { invoiceCalls } from './invoiceCalls.ts';
import { mailTextCalls } from './mailTextCalls.ts';
import { messageCalls } from './messageCalls.ts';
import { moveCalls } from './moveCalls.ts';
import { oidcCalls } from './oidcCalls.ts';
import { operatorCalls, operatorTokenCalls, visitCalls } from './operatorCalls.ts';
import { passkeyCalls } from './passkeyCalls.ts';
import {
  attentionCalls,
  deadLetterCalls,
  paymentAccountCalls,
  paymentCalls,
  serviceCalls,
} from './paymentCalls.ts';
import { personCalls, sessionCalls } from './peopleCalls.ts';
import { planCalls } from './planCalls.ts';
import { roomCalls } from './roomCalls.ts';
import { seriesCalls } from './seriesCalls.ts';
import { seriesCodeCalls } from './seriesCodeCalls.ts';
import { invitationCalls, signUpCalls } from './signUpCalls.ts';
import { tillCalls } from './tillCalls.ts';
import { exceptionCalls, facilityCalls, fieldCalls, slotCalls, venueCalls } from './venueCalls.ts';
import { waitingCalls } from './waitingCalls.ts';

/** Every call of the admin API, by the nouns of the command line. */
export const adminApi = {
  venue: venueCalls,
  facility: facilityCalls,
  room: roomCalls,
  exception: exceptionCalls,
  image: imageCalls,
  field: fieldCalls,
  slot: slotCalls,
  calendar: calendarCalls,
  block: blockCalls,
  booking: bookingCalls,
  series: seriesCalls,
  'series-code': seriesCodeCalls,
  move: moveCalls,
  'check-in': checkInCalls,
  guest: guestCalls,
  'waiting-list': waitingCalls,
  'payment-account': paymentAccountCalls,
  connection: connectionCalls,
  payment: paymentCalls,
  till: tillCalls,
  invoice: invoiceCalls,
  attention: attentionCalls,
  figure: figureCalls,
  statement: statementCalls,
  fee: feeCalls,
  plan: planCalls,
  'dead-letter': deadLetterCalls,
  person: personCalls,
  session: sessionCalls,
  'sign-up': signUpCalls,
  invitation: invitationCalls,
  passkey: passkeyCalls,
  oidc: oidcCalls,
  service: serviceCalls,
  token: tokenCalls,
  feed: feedCalls,
  webhook: webhookCalls,
  'mail-text': mailTextCalls,
  message: messageCalls,
  audit: auditCalls,
  operator: operatorCalls,
  'operator-token': operatorTokenCalls,
  visit: visitCalls,
} as const satisfies Record<string, CallGroup>;
export type AdminApi = typeof adminApi;

export const adminGroups: [noun: string, CallGroup][] = Object.entries(adminApi);
