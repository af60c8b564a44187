/** Dutch texts of the page where guests with a code book a series. */
export const nl = {
  title: 'Boek een reeks',
  intro:
    'Je boekt steeds dezelfde tijd, om de zoveel weken. Met deze code kun je nu nog {left} datums boeken.',
  noneLeft:
    'Alle datums van deze code zijn geboekt. Je kunt weer boeken zodra er datums voorbij of geannuleerd zijn.',
  repeat: 'Hoe vaak?',
  weeks: 'Om de … weken',
  count: 'Aantal datums',
  first: 'Kies de eerste datum en tijd. Daarna zie je alle datums. Er wordt nog niets geboekt.',
  back: 'Kies iets anders',
  dates: 'De datums',
  datesMore: 'Laat datums weg of kies een andere tijd. Je boekt ze allemaal tegelijk, of geen enkele.',
  skip: 'Sla deze datum over',
  total: 'Totaal van de vrije datums',
  payThere: 'Je betaalt bij de locatie.',
  name: 'Naam',
  email: 'E-mailadres',
  book: 'Boek deze datums',
  booked: 'Je reeks is geboekt',
  bookedMore: 'Je krijgt één mail met het ticket van elke datum. Op een ticket kun je die datum annuleren.',
};
export type SeriesTexts = typeof nl;
