/** Names on the wire. Requests: `rpc.<service>.<procedure>`; events: `events.<service>.<fact>`. */
export const services = ['catalog', 'availability', 'payment', 'booking'] as const;
export type ServiceName = (typeof services)[number];

export const rpcSubject = (service: ServiceName, path: string): string => `rpc.${service}.${path}`;
/** News for who listens at that moment; it is kept nowhere, so who was away looks anew. */
export const SLOTS_CHANGED = 'news.availability.slots_changed';
/** Slots of these facilities were blocked, freed or given another capacity. */
export type SlotsChanged = { venueId: number; facilityIds: number[] };
/** The JetStream stream that holds a service's events, and the subjects in it. */
export const eventStream = (service: ServiceName) => ({
  name: `events_${service}`,
  subjects: `events.${service}.>`,
});
