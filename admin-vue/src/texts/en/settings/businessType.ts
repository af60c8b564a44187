import type { BusinessType } from '@venue-booking/proto/venue/businessType';

/** Kinds of business, which the venue's page states for search engines. */
export const businessType = {
  label: 'Type of business',
  hint: 'Search engines use it to show your page to the right people.',
  names: {
    LocalBusiness: 'No particular type',
    AmusementPark: 'Amusement park',
    BarOrPub: 'Bar or pub',
    BowlingAlley: 'Bowling alley',
    DaySpa: 'Spa or sauna',
    EntertainmentBusiness: 'Entertainment and activities',
    ExerciseGym: 'Gym or fitness studio',
    GolfCourse: 'Golf course',
    HealthAndBeautyBusiness: 'Health and beauty',
    LodgingBusiness: 'Place to stay',
    PublicSwimmingPool: 'Swimming pool',
    Restaurant: 'Restaurant',
    SportsActivityLocation: 'Sports venue',
    SportsClub: 'Sports club',
    TennisComplex: 'Tennis or padel courts',
  } satisfies Record<BusinessType, string> as Record<BusinessType, string>,
};
