import { formatEuro } from '@venue-booking/domain/wording/formats';
import { toEuro } from '@venue-booking/proto/primitives';

/** An amount for a history line. */
export const amountText = (cents: bigint): string => formatEuro(toEuro(Number(cents)), 'en');
