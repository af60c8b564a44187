import type { Texts } from '../../../locale.ts';

const en = {
  addOns: 'Extras',
  noAddOns: 'Add what guests can take along, such as towels or drinks.',
  addOnsHint: 'Guests choose them with their booking. Rules and the minimum charge leave their prices alone.',
  newAddOn: 'New extra',
  addAddOn: 'Add an extra',
  eur: 'Price, in euro',
  per: 'The price is',
  perPiece: 'per piece',
  perPerson: 'per person',
  perBooking: 'per booking',
  max: 'Pieces in a booking, at most',
  maxHint: 'Empty is up to 1,000.',
  stockPer: 'How many there are',
  stockNone: 'enough',
  stockSlot: 'so many at a time',
  stockDay: 'so many a day',
  stock: 'Number',
  required: 'In every booking, and so in every price',
  requiredPiece: 'At least one in every booking, and so in every price',
};

export const addOnTexts: Texts<typeof en> = {
  en,
  nl: {
    addOns: 'Extra’s',
    noAddOns: 'Voeg toe wat gasten kunnen meenemen, zoals handdoeken of drankjes.',
    addOnsHint:
      'Gasten kiezen ze bij hun boeking. Regels en het minimumbedrag veranderen niets aan hun prijs.',
    newAddOn: 'Nieuwe extra',
    addAddOn: 'Extra toevoegen',
    eur: 'Prijs, in euro',
    per: 'De prijs is',
    perPiece: 'per stuk',
    perPerson: 'per persoon',
    perBooking: 'per boeking',
    max: 'Stuks per boeking, hooguit',
    maxHint: 'Leeg is tot 1.000.',
    stockPer: 'Hoeveel er zijn',
    stockNone: 'genoeg',
    stockSlot: 'zoveel per tijd',
    stockDay: 'zoveel per dag',
    stock: 'Aantal',
    required: 'Hoort bij elke boeking, en dus bij elke prijs',
    requiredPiece: 'Minstens één bij elke boeking, en dus bij elke prijs',
  },
};
