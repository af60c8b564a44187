/** What a mail says, to whom. All names and the subject are on one line. */
export type Message = {
  /** What it is about; never shown to the guest. */
  of: { venueId: number; bookingId: number; mailId: string; createdAt: Date };
  messageId: string;
  from: { name: string; address: string };
  to: { name: string; address: string };
  replyTo: string | null;
  subject: string;
  language: string;
  text: string;
  html: string;
  /** An iCalendar file. */
  calendar: string | null;
};

/** A message as it goes out, CRLF at each line's end. */
export type EncodedMessage = Pick<Message, 'of'> & {
  envelope: { from: string; to: string[] };
  bytes: Buffer;
};

export type MailTransport = {
  /** Hands a message over for good. @throws SendFailure */
  send(message: EncodedMessage, signal?: AbortSignal): Promise<void>;
  /** Sees whether mail can leave at all. @throws Error that says in a few words why not */
  check?(): Promise<void>;
  /** Deletes what is kept here of the mail of these bookings. */
  forget(bookings: { venueId: number; bookingId: number }[]): Promise<void>;
  close(): Promise<void>;
};

/** refused: never for this message; later: not for this message; down: for none at the moment. */
export type Refusal = 'refused' | 'later' | 'down';

/** Why a message was not sent, in our own words: the server's text repeats the guest's address. */
export class SendFailure extends Error {
  override name = 'SendFailure';
  readonly refusal: Refusal;

  constructor(refusal: Refusal, note: string) {
    super(note);
    this.refusal = refusal;
  }
}
