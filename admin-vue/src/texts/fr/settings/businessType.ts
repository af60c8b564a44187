import type { businessType as en } from '../../en/settings/businessType.ts';

export const businessType: typeof en = {
  label: 'Type d’établissement',
  hint: 'Les moteurs de recherche s’en servent pour montrer votre page aux bonnes personnes.',
  names: {
    LocalBusiness: 'Aucun type en particulier',
    AmusementPark: 'Parc d’attractions',
    BarOrPub: 'Bar ou pub',
    BowlingAlley: 'Bowling',
    DaySpa: 'Spa ou sauna',
    EntertainmentBusiness: 'Loisirs et activités',
    ExerciseGym: 'Salle de sport ou de fitness',
    GolfCourse: 'Golf',
    HealthAndBeautyBusiness: 'Santé et beauté',
    LodgingBusiness: 'Hébergement',
    PublicSwimmingPool: 'Piscine',
    Restaurant: 'Restaurant',
    SportsActivityLocation: 'Lieu de sport',
    SportsClub: 'Club de sport',
    TennisComplex: 'Courts de tennis ou de padel',
  },
};
