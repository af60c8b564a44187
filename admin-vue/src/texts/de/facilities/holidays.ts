import type { holidays as en } from '../../en/facilities/holidays.ts';

export const holidays: typeof en = {
  '01-01': 'Neujahr',
  'easter-2': 'Karfreitag',
  easter: 'Ostersonntag',
  'easter+1': 'Ostermontag',
  '05-01': 'Tag der Arbeit',
  'easter+39': 'Christi Himmelfahrt',
  'easter+49': 'Pfingstsonntag',
  'easter+50': 'Pfingstmontag',
  '08-15': 'Mariä Himmelfahrt',
  '11-01': 'Allerheiligen',
  '11-11': 'Waffenstillstand 1918',
  '12-25': '1. Weihnachtstag',
  '12-26': '2. Weihnachtstag',
  kings_day: 'Königstag',
  '05-05': 'Befreiungstag',
  '07-21': 'Belgischer Nationalfeiertag',
  '10-03': 'Tag der Deutschen Einheit',
  '05-08': 'Tag des Sieges',
  '07-14': 'Französischer Nationalfeiertag',
};
