/** An SMS. `to`: E.164 without the plus. `id`: identifies it at the provider, the same for each attempt. */
export type Sms = { id: string; to: string; text: string };

/** A provider of SMS. @throws SendFailure from `send`, unless the provider has accepted it */
export type SmsProvider = { send(sms: Sms, signal?: AbortSignal): Promise<void> };
