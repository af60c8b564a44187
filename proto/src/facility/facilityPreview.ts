import { z } from 'zod';
import { CountableDate, FacilityId, LocalDate, LocalDateTime, TimeOfDay } from '../primitives.ts';
import { NewFacility } from './facility.ts';

/** Number of booking days in a preview. */
export const PREVIEW_DAYS = 7;

/** Body of `POST …/facility-preview`: settings, which may be unsaved. */
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
    facility_id: FacilityId.optional().describe('The facility whose exceptions apply'),
    from: CountableDate.optional().describe('The first booking day; default: the current one'),
  });
export type FacilityPreviewRequest = z.infer<typeof FacilityPreviewRequest>;

/** The slots that result from the settings. */
export const FacilityPreview = z.object({
  day_start: TimeOfDay.describe('HH:MM at which a booking day starts'),
  days: z
    .array(
      z.object({
        date: LocalDate.describe('The booking day'),
        exception: z.boolean().describe('Whether this day has its own opening hours'),
        slots: z.array(z.object({ starts_at: LocalDateTime, ends_at: LocalDateTime })),
      }),
    )
    .describe(`${PREVIEW_DAYS} booking days`),
});
export type FacilityPreview = z.infer<typeof FacilityPreview>;
