// What the runtime takes of the app that it is built into.
declare module '#imports' {
  export function useRuntimeConfig(): { public: { venueBooking: Record<string, unknown> } };
}
