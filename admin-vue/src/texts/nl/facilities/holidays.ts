import type { holidays as en } from '../../en/facilities/holidays.ts';

export const holidays: typeof en = {
  '01-01': 'Nieuwjaarsdag',
  'easter-2': 'Goede Vrijdag',
  easter: 'Eerste paasdag',
  'easter+1': 'Tweede paasdag',
  '05-01': 'Dag van de Arbeid',
  'easter+39': 'Hemelvaartsdag',
  'easter+49': 'Eerste pinksterdag',
  'easter+50': 'Tweede pinksterdag',
  '08-15': 'Maria-Hemelvaart',
  '11-01': 'Allerheiligen',
  '11-11': 'Wapenstilstand',
  '12-25': 'Eerste kerstdag',
  '12-26': 'Tweede kerstdag',
  kings_day: 'Koningsdag',
  '05-05': 'Bevrijdingsdag',
  '07-21': 'Nationale feestdag',
  '10-03': 'Dag van de Duitse eenheid',
  '05-08': 'Dag van de overwinning',
  '07-14': 'Nationale feestdag',
};
