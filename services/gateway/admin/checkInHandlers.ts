import type { AdminHandlers } from './procedures.ts';
import { tokenIn } from './ticketText.ts';
import { type AdminDeps, venueIdOf } from './writes.ts';

/** What a device at the door asks for and sends. */
export const checkInHandlers = ({
  backends: { catalog, booking },
}: AdminDeps): Pick<AdminHandlers, 'check-in'> => ({
  'check-in': {
    async showCheckInList({ slug }) {
      const venueId = await venueIdOf(catalog, slug);
      const { day_start: dayStart } = await catalog.site.query({ venueId });
      return booking.desk.checkInList.query({ venueId, dayStart });
    },
    async sendScans({ slug, scans }, { caller }) {
      const venueId = await venueIdOf(catalog, slug);
      const read = scans.map(({ ticket, ...scan }) => ({
        ...scan,
        ...(ticket !== undefined && { ticket: tokenIn(ticket) }),
      }));
      const results = await booking.desk.recordScans.mutate({ venueId, scans: read, actor: caller.name });
      return { results };
    },
  },
});
