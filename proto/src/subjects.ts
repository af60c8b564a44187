/** Subjects of messages. Requests: `rpc.<service>.<procedure>`; events: `events.<service>.<fact>`. */
export const services = ['catalog', 'availability', 'payment', 'booking'] as const;
export type ServiceName = (typeof services)[number];

export const rpcSubject = (service: ServiceName, path: string): string => `rpc.${service}.${path}`;
/**
 * A notification for current listeners. It is not stored, so a listener that was away reads the data again.
 */
export const SLOTS_CHANGED = 'news.availability.slots_changed';
/** Slots of these facilities were blocked, unblocked or got another capacity. */
export type SlotsChanged = { venueId: number; facilityIds: number[] };
/** The JetStream stream of a service's events, and its subjects. */
export const eventStream = (service: ServiceName) => ({
  name: `events_${service}`,
  subjects: `events.${service}.>`,
});
