import type { Message } from './mailTransport.ts';

/** A message as nodemailer takes it: multipart/alternative, with the calendar file attached. */
export const toMime = (message: Message) => ({
  messageId: message.messageId,
  from: message.from,
  to: message.to,
  ...(message.replyTo !== null && { replyTo: { name: '', address: message.replyTo } }),
  subject: message.subject,
  date: message.of.createdAt,
  headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': message.language },
  text: message.text,
  html: message.html,
  attachments:
    message.calendar === null
      ? []
      : [
          {
            filename: `booking-${message.of.bookingId}.ics`,
            content: Buffer.from(message.calendar),
            // Keeps line ends as they are.
            contentTransferEncoding: 'base64' as const,
            contentType: `text/calendar; charset=utf-8; method=${methodOf(message.calendar)}`,
          },
        ],
  // What names hold is text, never a file or an address to fetch.
  disableFileAccess: true,
  disableUrlAccess: true,
});

const methodOf = (calendar: string) => /^METHOD:([A-Z]+)/m.exec(calendar)?.[1] ?? 'PUBLISH';
