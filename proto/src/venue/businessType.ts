import { z } from 'zod';

/** Types of business at schema.org that suit venues; each is a kind of `LocalBusiness`. */
export const BusinessType = z.enum([
  'LocalBusiness',
  'AmusementPark',
  'BarOrPub',
  'BowlingAlley',
  'DaySpa',
  'EntertainmentBusiness',
  'ExerciseGym',
  'GolfCourse',
  'HealthAndBeautyBusiness',
  'LodgingBusiness',
  'PublicSwimmingPool',
  'Restaurant',
  'SportsActivityLocation',
  'SportsClub',
  'TennisComplex',
]);
export type BusinessType = z.infer<typeof BusinessType>;
