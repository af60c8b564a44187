import { MAX_WORK, WORKS, type Work } from '@venue-booking/proto/booking/proofOfWork';

/** The next higher level, or the highest. */
export const nextWork = (work: number): Work => WORKS.find((one) => one > work) ?? MAX_WORK;
