import { accessHandlers } from './accessHandlers.ts';
import type { AdminDeps } from './adminDeps.ts';
import { auditHandlers } from './auditHandlers.ts';
import { bookingHandlers } from './bookingHandlers.ts';
import { calendarHandlers } from './calendarHandlers.ts';
import { checkInHandlers } from './checkInHandlers.ts';
import { connectHandlers } from './connectHandlers.ts';
import { deskMoneyHandlers } from './deskMoneyHandlers.ts';
import { feeHandlers } from './feeHandlers.ts';
import { figureHandlers } from './figureHandlers.ts';
import { imageHandlers } from './imageHandlers.ts';
import { invoiceHandlers } from './invoiceHandlers.ts';
import { mailTextHandlers } from './mailTextHandlers.ts';
import { messageHandlers } from './messageHandlers.ts';
import { moveHandlers } from './moveHandlers.ts';
import { oidcHandlers } from './oidcHandlers.ts';
import { operatorHandlers } from './operatorHandlers.ts';
import { passkeyHandlers } from './passkeyHandlers.ts';
import { paymentHandlers } from './paymentHandlers.ts';
import { personHandlers } from './personHandlers.ts';
import { planHandlers } from './planHandlers.ts';
import { adminRouter } from './procedures.ts';
import { seriesHandlers } from './seriesHandlers.ts';
import { sessionHandlers } from './sessionHandlers.ts';
import { signIns } from './signIns.ts';
import { signUpHandlers } from './signUpHandlers.ts';
import { venueHandlers } from './venueHandlers.ts';
import { venueStateHandlers } from './venueStateHandlers.ts';
import { waitingHandlers } from './waitingHandlers.ts';

/** The admin API, for operators, owners and the desk of a venue. */
export function adminApi(deps: AdminDeps) {
  const signIn = signIns(deps);
  const handlers = {
    ...venueHandlers(deps),
    ...planHandlers(deps),
    ...signUpHandlers(deps, signIn),
    ...venueStateHandlers(deps),
    ...bookingHandlers(deps),
    ...calendarHandlers(deps),
    ...seriesHandlers(deps),
    ...moveHandlers(deps),
    ...checkInHandlers(deps),
    ...imageHandlers(deps),
    ...paymentHandlers(deps),
    ...connectHandlers(deps),
    ...deskMoneyHandlers(deps),
    ...invoiceHandlers(deps),
    ...figureHandlers(deps),
    ...feeHandlers(deps),
    ...accessHandlers(deps),
    ...personHandlers(deps),
    ...sessionHandlers(deps, signIn),
    ...passkeyHandlers(deps, signIn),
    ...oidcHandlers(deps, signIn),
    ...mailTextHandlers(deps),
    ...messageHandlers(deps),
    ...waitingHandlers(deps),
    ...auditHandlers(deps),
    ...operatorHandlers(deps),
  };
  return adminRouter(handlers, deps);
}
