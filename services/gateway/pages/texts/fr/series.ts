import type { SeriesTexts } from '../nl/series.ts';

/** French texts of the page where guests with a code book a series. */
export const fr: SeriesTexts = {
  title: 'Réserver une série',
  intro:
    'Vous réservez le même horaire toutes les quelques semaines. Avec ce code, vous pouvez encore réserver {left} dates.',
  noneLeft:
    'Toutes les dates de ce code sont réservées. Vous pourrez réserver de nouveau quand des dates seront passées ou annulées.',
  repeat: 'À quelle fréquence ?',
  weeks: 'Toutes les … semaines',
  count: 'Nombre de dates',
  first:
    'Choisissez la première date et l’heure. Vous verrez ensuite toutes les dates. Rien n’est encore réservé.',
  back: 'Choisir autre chose',
  dates: 'Les dates',
  datesMore:
    'Retirez des dates ou choisissez une autre heure. Vous les réservez toutes à la fois, ou aucune.',
  skip: 'Passer cette date',
  total: 'Total des dates libres',
  payThere: 'Vous payez sur place.',
  name: 'Nom',
  email: 'Adresse e-mail',
  book: 'Réserver ces dates',
  booked: 'Votre série est réservée',
  bookedMore:
    'Vous recevez un e-mail avec le billet de chaque date. Vous pouvez annuler une date sur son billet.',
};
