import type { businessType as en } from '../../en/settings/businessType.ts';

export const businessType: typeof en = {
  label: 'Art des Betriebs',
  hint: 'Damit zeigen Suchmaschinen Ihre Seite den passenden Gästen.',
  names: {
    LocalBusiness: 'Keine bestimmte Art',
    AmusementPark: 'Freizeitpark',
    BarOrPub: 'Bar oder Kneipe',
    BowlingAlley: 'Bowlingbahn',
    DaySpa: 'Spa oder Sauna',
    EntertainmentBusiness: 'Unterhaltung und Freizeit',
    ExerciseGym: 'Fitnessstudio',
    GolfCourse: 'Golfplatz',
    HealthAndBeautyBusiness: 'Gesundheit und Schönheit',
    LodgingBusiness: 'Unterkunft',
    PublicSwimmingPool: 'Schwimmbad',
    Restaurant: 'Restaurant',
    SportsActivityLocation: 'Sportstätte',
    SportsClub: 'Sportverein',
    TennisComplex: 'Tennis- oder Padelplätze',
  },
};
