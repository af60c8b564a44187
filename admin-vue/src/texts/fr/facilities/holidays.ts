import type { holidays as en } from '../../en/facilities/holidays.ts';

export const holidays: typeof en = {
  '01-01': 'Jour de l’an',
  'easter-2': 'Vendredi saint',
  easter: 'Dimanche de Pâques',
  'easter+1': 'Lundi de Pâques',
  '05-01': 'Fête du Travail',
  'easter+39': 'Ascension',
  'easter+49': 'Dimanche de Pentecôte',
  'easter+50': 'Lundi de Pentecôte',
  '08-15': 'Assomption',
  '11-01': 'Toussaint',
  '11-11': 'Armistice de 1918',
  '12-25': 'Noël',
  '12-26': 'Lendemain de Noël',
  kings_day: 'Fête du Roi',
  '05-05': 'Jour de la Libération',
  '07-21': 'Fête nationale belge',
  '10-03': 'Jour de l’Unité allemande',
  '05-08': 'Victoire de 1945',
  '07-14': 'Fête nationale française',
};
