import { z } from 'zod';
import { NewFacility } from './facility.ts';
import { CountableDate, FacilityId, LocalDate, LocalDateTime, TimeOfDay } from './primitives.ts';

/** Booking days that a preview shows. */
export const PREVIEW_DAYS = 7;

/** Body of `POST …/facility-preview`: rules that need not be saved. */
export const FacilityPreviewRequest = NewFacility.pick({
  opens_at: true,
  closes_at: true,
  duration_minutes: true,
  buffer_minutes: true,
  open_days: true,
  timetable: true,
})
  .strict()
  .extend({
    facility_id: FacilityId.optional().describe('The facility whose days with other hours count'),
    from: CountableDate.optional().describe('The first booking day; default: the current one'),
  });
export type FacilityPreviewRequest = z.infer<typeof FacilityPreviewRequest>;

/** The slots that rules make. */
export const FacilityPreview = z.object({
  day_start: TimeOfDay.describe('HH:MM at which a booking day starts'),
  days: z
    .array(
      z.object({
        date: LocalDate.describe('The booking day'),
        exception: z.boolean().describe('Whether this day has hours of its own'),
        slots: z.array(z.object({ starts_at: LocalDateTime, ends_at: LocalDateTime })),
      }),
    )
    .describe(`${PREVIEW_DAYS} booking days`),
});
export type FacilityPreview = z.infer<typeof FacilityPreview>;
