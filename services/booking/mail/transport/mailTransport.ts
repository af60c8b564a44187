/** A mail before encoding. Names and the subject are single-line. */
export type Message = {
  /** Internal identity of the mail; never shown to the guest. */
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

/** An encoded message with CRLF line ends. */
export type EncodedMessage = Pick<Message, 'of'> & {
  envelope: { from: string; to: string[] };
  bytes: Buffer;
};

export type MailTransport = {
  /** Hands over a message; afterwards the receiver is responsible for it. @throws SendFailure */
  send(message: EncodedMessage, signal?: AbortSignal): Promise<void>;
  /** Checks whether mail can be sent at all. @throws Error with a short reason */
  check?(): Promise<void>;
  /** Deletes stored mail of these bookings. */
  delete(bookings: { venueId: number; bookingId: number }[]): Promise<void>;
  close(): Promise<void>;
};

/**
 * permanent, temporary: failures of this message; unavailable: no message can
 * be sent at the moment.
 */
export type FailureKind = 'permanent' | 'temporary' | 'unavailable';

/** Why a message was not sent. The note is our own: the server's text may contain the guest's address. */
export class SendFailure extends Error {
  override name = 'SendFailure';
  readonly kind: FailureKind;

  constructor(kind: FailureKind, note: string) {
    super(note);
    this.kind = kind;
  }
}
