// What the runtime imports from the app.
declare module '#imports' {
  export function useRuntimeConfig(): { public: { venueBooking: Record<string, unknown> } };
}
