import type { SlotReason } from '@venue-booking/proto/facility/slot';

/** Dutch texts of the pages where guests change their booking. */
export const labels = {
  change: 'Boeking wijzigen',
  until: (moment: string) => `Wijzigen kan tot ${moment}.`,
  wasUntil: (moment: string) => `Wijzigen kon tot ${moment}.`,
  oncePaid: (moment: string) => `Zodra je hebt betaald, kun je je boeking nog wijzigen tot ${moment}.`,
  changed: 'Je boeking is gewijzigd. Je krijgt er ook een mail van.',
  changedWord: 'Gewijzigd',
  back: 'Terug naar je ticket',
  party: 'Met hoeveel personen kom je?',
  people: 'Aantal personen',
  each: { piece: 'per stuk', person: 'per persoon', booking: 'per boeking' },
  included: (name: string, price: string) => `${name} (${price}) hoort bij elke boeking.`,
  stays: (what: string) => `Niet meer te boeken, maar blijft in je boeking: ${what}.`,
  day: 'Dag',
  show: 'Tijden tonen',
  times: (day: string) => `Tijden op ${day}`,
  noTimes: 'Geen tijden op deze dag.',
  weekBefore: 'Week eerder',
  weekAfter: 'Week later',
  own: 'je huidige tijd',
  left: (free: number) => `nog ${free} vrij`,
  look: 'Kies een tijd, ook als die gelijk blijft. Daarna zie je wat de wijziging kost. Er verandert pas iets als je bevestigt.',
  notOffered: 'Deze boeking kun je nu niet online wijzigen. Neem contact op met de locatie.',
  confirm: 'Klopt deze wijziging?',
  again:
    'Je wijziging is nog niet doorgevoerd, want er is intussen iets veranderd. Controleer de gegevens en bevestig opnieuw.',
  now: 'Nu',
  after: 'Na de wijziging',
  samePrice: (price: string) => `De prijs blijft ${price}.`,
  otherPrice: (before: string, after: string) => `De prijs gaat van ${before} naar ${after}.`,
  goesBack: (amount: string) =>
    `Je krijgt ${amount} terug. Het kan enkele werkdagen duren voordat het geld op je rekening staat.`,
  leftToPay: (amount: string) => `Op locatie betaal je nog ${amount}.`,
  payOnline: (amount: string) => `Het verschil van ${amount} betaal je online in de volgende stap.`,
  payThere: (amount: string) => `Je betaalt ${amount} op locatie.`,
  cancelUntil: (moment: string) => `Na deze wijziging kun je nog annuleren tot ${moment}.`,
  cancelNever: 'Na deze wijziging kun je niet meer online annuleren.',
  agree: 'Ja, wijzig mijn boeking',
  other: 'Iets anders kiezen',
};

export type ChangeLabels = typeof labels;

export type SlotReasons = Record<SlotReason, string>;

/** Why a slot cannot be chosen. */
export const reasons: SlotReasons = {
  blocked: 'niet beschikbaar',
  past: 'voorbij',
  notice: 'te kort van tevoren',
  too_far: 'nog niet te boeken',
  overlap: 'niet beschikbaar',
  closed: 'gesloten',
  room_taken: 'bezet',
  full: 'vol',
  add_on_gone: 'een verplichte extra is uitverkocht',
};
