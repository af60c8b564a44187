import type { SmsState } from '@venue-booking/proto/mail/sms';

/** The SMS of a row, for the API; nothing if there is none. */
export const smsStateOf = ({
  smsStatus: state,
  smsNote: note,
}: {
  smsStatus: string | null;
  smsNote: string | null;
}): { sms?: SmsState } => (state === null ? {} : { sms: { state, ...(note !== null && { note }) } });
