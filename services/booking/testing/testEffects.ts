import { writeChange as writeChangeWith } from '../changes/changeStore.ts';
import { changeStatus as changeStatusWith } from '../core/changeStatus.ts';
import { createPublish } from '../core/publish.ts';
import { saveBooking as saveBookingWith } from '../core/saveBooking.ts';
import type { BookingDatabase, BookingTx } from '../database.ts';
import { undoAttendance as undoAttendanceWith } from '../desk/undoAttendance.ts';
import { recordPayment as recordPaymentWith } from '../payments/recordPayment.ts';
import { effectSteps } from '../wiring/effectSteps.ts';

/** Use cases with the effects of the running service. */

type Rest<F> = F extends (deps: never, ...rest: infer R) => unknown ? R : never;

/** Of a facility without a waiting list. */
export const noWaitingList = { offerFirst: async () => {}, isWaitedFor: async () => false };

export const publish = createPublish(effectSteps);

export const saveBooking = (database: BookingDatabase, ...rest: Rest<typeof saveBookingWith>) =>
  saveBookingWith({ database, publish }, ...rest);

export const changeStatus = (database: BookingTx, ...rest: Rest<typeof changeStatusWith>) =>
  changeStatusWith({ database, publish }, ...rest);

export const recordPayment = (database: BookingTx, ...rest: Rest<typeof recordPaymentWith>) =>
  recordPaymentWith({ database, publish }, ...rest);

export const writeChange = (
  deps: { database: BookingDatabase; hashKey: Uint8Array },
  ...rest: Rest<typeof writeChangeWith>
) => writeChangeWith({ ...deps, publish }, ...rest);

export const undoAttendance = (
  deps: { database: BookingDatabase; wakeWorkers: () => void },
  ...rest: Rest<typeof undoAttendanceWith>
) => undoAttendanceWith({ ...deps, publish }, ...rest);
