import nodemailer from 'nodemailer';
import type { EncodedMessage, Message } from './mailTransport.ts';

const encoder = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

/**
 * Encodes a message before a connection is taken for it: this takes 20 turns of the event loop, which are
 * long in a rush, and sending it takes 5.
 */
export async function encode(message: Message): Promise<EncodedMessage> {
  const { envelope, message: bytes } = await encoder.sendMail(toMime(message));
  return { of: message.of, envelope: { from: envelope.from || '', to: envelope.to }, bytes: bytes as Buffer };
}

/** A message as nodemailer takes it: multipart/alternative, with the calendar file attached. */
const toMime = (message: Message) => ({
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
            filename: 'booking.ics',
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
