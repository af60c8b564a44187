import assert from 'node:assert/strict';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { type SmtpSink, startSmtp } from '../../../../test/servers/smtp.ts';
import type { MailTransport } from './mailTransport.ts';
import { smtpTransport } from './smtpTransport.ts';

describe('the SMTP transport', () => {
  let smtp: SmtpSink;
  let transport: MailTransport;
  beforeAll(async () => {
    smtp = await startSmtp();
    transport = smtpTransport(smtp.url);
  });
  afterEach(() => {
    smtp.messages.length = 0;
  });
  afterAll(async () => {
    await transport.close();
    await smtp.stop();
  });

  const send = (text: string) =>
    transport.send({
      of: { venueId: 1, bookingId: 2, mailId: '3', createdAt: new Date() },
      envelope: { from: 'venue@example.com', to: ['anna@example.com'] },
      bytes: Buffer.from(text),
    });

  it('sends every byte unchanged, including lines that begin with a dot', async () => {
    const text = `Subject: Zoë\r\n\r\n.\r\n..twice\r\n${'long '.repeat(20_000)}\r\nthe end\r\n`;
    await send(text);
    assert.equal(Buffer.from(smtp.messages[0]?.raw ?? '', 'latin1').toString(), text);
  });

  it('sends once over a new connection if the server has closed the old one', async () => {
    await send('Subject: first\r\n\r\n');
    await smtp.stop();
    await smtp.start();
    await send('Subject: second\r\n\r\n');
    assert.deepEqual(
      smtp.messages.map(({ mail }) => mail.subject),
      ['first', 'second'],
    );
  });
});
