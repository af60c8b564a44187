import { abortAfter } from '@venue-booking/kit/concurrency/abortAfter';
import { readBody, requestFailureReason } from '@venue-booking/kit/http/readBody';
import { z } from 'zod';
import { SendFailure } from '../mail/transport/mailTransport.ts';
import type { SmsProvider } from './smsProvider.ts';
import type { SmsSettings } from './smsSettings.ts';

const TIMEOUT_MS = 10_000;
const MAX_BODY = 100_000;

const Answer = z.object({
  messages: z.array(z.object({ status: z.object({ groupName: z.string(), name: z.string() }) })).length(1),
});

/** It has the message already, from an attempt whose response was lost. */
const DUPLICATE = 'REJECTED_DUPLICATE_MESSAGE_ID';
/** Rejected for a reason that the operator can mend, or that passes. */
const PASSING = /^REJECTED_(NOT_ENOUGH_CREDITS|PREPAID_PACKAGE_EXPIRED|SYSTEM_ERROR|FLOODING_FILTER)$/;

/**
 * Sends SMS with Infobip's HTTP API. The id of an SMS is its `messageId`, by which Infobip rejects a second
 * one: https://www.infobip.com/docs/developer-resources/api-fundamentals/idempotent-message-sending
 */
export const infobip = ({ base, key, from }: Omit<SmsSettings, 'perVenue'>): SmsProvider => ({
  async send({ id, to, text }, stopped) {
    const { status, body } = await abortAfter(
      TIMEOUT_MS,
      async (signal) => {
        const response = await fetch(`${base}/sms/3/messages`, {
          method: 'POST',
          headers: {
            Authorization: `App ${key}`,
            'Content-Type': 'application/json',
            Accept: 'application/json',
          },
          body: JSON.stringify({
            messages: [{ sender: from, destinations: [{ to, messageId: id }], content: { text } }],
          }),
          // The key must not reach another host.
          redirect: 'error',
          signal,
        });
        return { status: response.status, body: await readBody(response, MAX_BODY) };
      },
      stopped,
    ).catch((error: unknown) => {
      throw new SendFailure('unavailable', requestFailureReason(error));
    });
    if (status === 400) throw new SendFailure('permanent', 'HTTP 400');
    if (status !== 200) throw new SendFailure('unavailable', `HTTP ${status}`);
    requireAccepted(body);
  },
});

/** @throws SendFailure unless the response accepts the message */
function requireAccepted(body: Uint8Array): void {
  const answer = Answer.safeParse(parsed(body));
  const [message] = answer.data?.messages ?? [];
  if (!message) throw new SendFailure('unavailable', 'not a response of Infobip');
  const { groupName, name } = message.status;
  if (groupName === 'PENDING' || groupName === 'DELIVERED' || name === DUPLICATE) return;
  // The name is a constant of Infobip. The description next to it may contain the number.
  const note = /^[A-Z_]{1,60}$/.test(name) ? name : 'rejected';
  throw new SendFailure(PASSING.test(name) ? 'unavailable' : 'permanent', note);
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return null;
  }
}
