import { z } from 'zod';

const contents = {
  phone: z.boolean().describe("Whether entries contain the guest's phone number"),
  email: z.boolean().describe("Whether entries contain the guest's e-mail address"),
  link: z.boolean().describe('Whether entries link to the booking in the dashboard'),
};

/** Optional contents of a calendar feed's entries, beside the name, the party and the booking number. */
export const FeedContents = z.object(contents);
export type FeedContents = z.infer<typeof FeedContents>;

/** Body of `PUT …/feed`. An absent key keeps its value, which is false at first. */
export const NewFeed = z.strictObject(contents).partial();
export type NewFeed = z.infer<typeof NewFeed>;

/** Past days in a feed. */
export const FEED_PAST_DAYS = { usual: 30, maximum: 366 };
/** Google reads at most 1 MB of a calendar. */
export const FEED_MEGABYTES = 1;

/** Query of a feed's URL. Calendar apps may add parameters of their own. */
export const FeedQuery = z.object({
  past_days: z.coerce.number().int().min(0).max(FEED_PAST_DAYS.maximum).default(FEED_PAST_DAYS.usual),
});
