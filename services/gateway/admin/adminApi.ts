import { accessHandlers } from './accessHandlers.ts';
import type { AdminDeps } from './adminDeps.ts';
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
import { passkeyHandlers } from './passkeyHandlers.ts';
import { paymentHandlers } from './paymentHandlers.ts';
import { personHandlers } from './personHandlers.ts';
import { adminRouter } from './procedures.ts';
import { sessionHandlers } from './sessionHandlers.ts';
import { signIns } from './signIns.ts';
import { venueHandlers } from './venueHandlers.ts';

/** The admin API, for operators, owners and the desk of a venue. */
export function adminApi(deps: AdminDeps) {
  const signIn = signIns(deps);
  const handlers = {
    ...venueHandlers(deps),
    ...bookingHandlers(deps),
    ...calendarHandlers(deps),
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
    ...mailTextHandlers(deps),
  };
  return adminRouter(handlers, deps.security);
}
