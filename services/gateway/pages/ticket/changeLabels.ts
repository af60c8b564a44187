import type { SlotReason } from '@venue-booking/proto/facility/slot';
import type { Locale } from '@venue-booking/proto/primitives';

/** Texts of the pages where guests change their booking. */
const nl = {
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
  payThere: (amount: string) => `Je betaalt ${amount} op locatie.`,
  cancelUntil: (moment: string) => `Na deze wijziging kun je nog annuleren tot ${moment}.`,
  cancelNever: 'Na deze wijziging kun je niet meer online annuleren.',
  agree: 'Ja, wijzig mijn boeking',
  other: 'Iets anders kiezen',
};
type Labels = typeof nl;

const en: Labels = {
  change: 'Change this booking',
  until: (moment) => `You can change it until ${moment}.`,
  wasUntil: (moment) => `You could change it until ${moment}.`,
  oncePaid: (moment) => `Once you have paid, you can still change your booking until ${moment}.`,
  changed: 'Your booking has been changed. You also get an e-mail about it.',
  changedWord: 'Changed',
  back: 'Back to your ticket',
  party: 'How many people are coming?',
  people: 'Number of people',
  each: { piece: 'each', person: 'per person', booking: 'per booking' },
  included: (name, price) => `${name} (${price}) is part of every booking.`,
  stays: (what) => `No longer offered, but kept in your booking: ${what}.`,
  day: 'Day',
  show: 'Show times',
  times: (day) => `Times on ${day}`,
  noTimes: 'No times on this day.',
  weekBefore: 'Week before',
  weekAfter: 'Week after',
  own: 'your current time',
  left: (free) => `${free} left`,
  look: 'Choose a time, even if it stays the same. You then see what the change costs. Nothing changes until you confirm.',
  notOffered: 'This booking can’t be changed online at the moment. Please contact the venue.',
  confirm: 'Is this change correct?',
  again:
    'Your change has not been made yet, because something changed in the meantime. Check the details and confirm again.',
  now: 'Now',
  after: 'After the change',
  samePrice: (price) => `The price stays ${price}.`,
  otherPrice: (before, after) => `The price changes from ${before} to ${after}.`,
  goesBack: (amount) =>
    `You get a refund of ${amount}. It may take a few working days to reach your account.`,
  leftToPay: (amount) => `You have ${amount} left to pay at the venue.`,
  payThere: (amount) => `You pay ${amount} at the venue.`,
  cancelUntil: (moment) => `After this change you can still cancel until ${moment}.`,
  cancelNever: 'After this change you can no longer cancel online.',
  agree: 'Yes, change my booking',
  other: 'Choose something else',
};

export const changeLabels: Record<Locale, Labels> = { nl, en, de: en, fr: en };

const reasonsByLanguage: Record<'nl' | 'en', Record<SlotReason, string>> = {
  nl: {
    blocked: 'niet beschikbaar',
    past: 'voorbij',
    notice: 'te kort van tevoren',
    too_far: 'nog niet te boeken',
    overlap: 'niet beschikbaar',
    closed: 'gesloten',
    room_taken: 'bezet',
    full: 'vol',
    add_on_gone: 'een verplichte extra is uitverkocht',
  },
  en: {
    blocked: 'not available',
    past: 'past',
    notice: 'too short notice',
    too_far: 'not bookable yet',
    overlap: 'not available',
    closed: 'closed',
    room_taken: 'taken',
    full: 'full',
    add_on_gone: 'a required extra is sold out',
  },
};

/** Why a slot cannot be chosen. */
export const slotReasons: Record<Locale, Record<SlotReason, string>> = {
  ...reasonsByLanguage,
  de: reasonsByLanguage.en,
  fr: reasonsByLanguage.en,
};
