import type { businessType as en } from '../../en/settings/businessType.ts';

export const businessType: typeof en = {
  label: 'Soort bedrijf',
  hint: 'Zoekmachines tonen je pagina hiermee aan de juiste mensen.',
  names: {
    LocalBusiness: 'Geen bepaalde soort',
    AmusementPark: 'Pretpark of speelpark',
    BarOrPub: 'Bar of café',
    BowlingAlley: 'Bowlingbaan',
    DaySpa: 'Spa of sauna',
    EntertainmentBusiness: 'Uitjes en activiteiten',
    ExerciseGym: 'Sportschool of fitnessstudio',
    GolfCourse: 'Golfbaan',
    HealthAndBeautyBusiness: 'Gezondheid en schoonheid',
    LodgingBusiness: 'Overnachten',
    PublicSwimmingPool: 'Zwembad',
    Restaurant: 'Restaurant',
    SportsActivityLocation: 'Sportlocatie',
    SportsClub: 'Sportclub',
    TennisComplex: 'Tennis- of padelbanen',
  },
};
