import type { addOns as en } from '../../en/facilities/addOns.ts';

export const addOns: typeof en = {
  addOns: 'Extra’s',
  noAddOns: 'Voeg extra’s toe die gasten kunnen bijboeken, zoals handdoeken of drankjes.',
  addOnsHint:
    'Gasten kiezen extra’s als ze boeken. Prijsregels en het minimumbedrag veranderen deze prijzen niet.',
  newAddOn: 'Nieuwe extra',
  addAddOn: 'Extra toevoegen',
  addImage: 'Afbeelding toevoegen',
  change: 'Wijzigen',
  remove: 'Verwijderen',
  imageOf: (name: string) => `afbeelding van ${name}`,
  eur: 'Prijs, in euro',
  per: 'De prijs is',
  perPiece: 'per stuk',
  perPerson: 'per persoon',
  perBooking: 'per boeking',
  max: 'Maximum per boeking',
  maxHint: 'Leeg: hooguit 1.000.',
  stockPer: 'Voorraad',
  stockNone: 'onbeperkt',
  stockSlot: 'beperkt per tijdslot',
  stockDay: 'beperkt per dag',
  stock: 'Beschikbaar aantal',
  required: 'Verplicht: hoort bij elke boeking, en dus bij elke prijs',
  requiredPiece: 'Verplicht: minstens één bij elke boeking, en dus bij elke prijs',
};
