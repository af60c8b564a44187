import { nl as wording } from '@venue-booking/domain/wording/nl/texts';
import type { MailKind } from '../mailKind.ts';

type Words = {
  subject: string;
  title: string;
  /** What happened and what it means for the guest. */
  lead: string;
};

/** Dutch texts of mail to guests, with placeholders in braces. */
export const nl = {
  /** The built-in texts of each kind of mail (`mailPlaceholders`). */
  mails: {
    confirmed: {
      subject: 'Boeking bevestigd: {facility}, {day}',
      title: 'Je boeking is bevestigd',
      lead: 'Je boeking bij {venue} is bevestigd. Tot dan!',
    },
    changed: {
      subject: 'Boeking gewijzigd: {facility}, {day}',
      title: 'Je boeking is gewijzigd',
      lead: 'Je boeking bij {venue} is gewijzigd. Hieronder staan de huidige gegevens. Eerdere mails over deze boeking gelden niet meer.',
    },
    cancelled: {
      subject: 'Boeking geannuleerd: {facility}, {day}',
      title: 'Je boeking is geannuleerd',
      lead: 'Je boeking bij {venue} is geannuleerd. Je hoeft niets meer te doen.',
    },
    payment_due: {
      subject: 'Nog te betalen: {facility}, {day}',
      title: 'Rond je boeking af',
      lead: 'We houden je plaatsen bij {venue} voor je vast tot {until} uur. Betaal voor die tijd, dan is je boeking bevestigd.',
    },
    payment_link: {
      subject: 'Openstaand bedrag: {facility}, {day}',
      title: 'Betaal het openstaande bedrag',
      lead: 'Voor je boeking bij {venue} staat nog {amount} open. Je kunt dit online betalen tot je boeking begint. Je plaatsen blijven hoe dan ook gereserveerd.',
    },
    payment_received: {
      subject: 'Betaling ontvangen: {facility}, {day}',
      title: 'Bedankt voor je betaling',
      lead: '{venue} heeft je betaling van {amount} voor deze boeking ontvangen.',
    },
    refunded: {
      subject: 'Terugbetaald: {facility}, {day}',
      title: 'Je terugbetaling is onderweg',
      lead: '{venue} betaalt je {refund} terug voor deze boeking. Het kan enkele werkdagen duren voordat het geld op je rekening staat.',
    },
    refund_failed: {
      subject: 'Terugbetaling niet gelukt: {facility}, {day}',
      title: 'Je terugbetaling is niet gelukt',
      lead: 'We mailden je dat je {refund} terugkrijgt voor deze boeking. Die terugbetaling is helaas niet gelukt. {venue} weet ervan en regelt het verder. Je hoeft zelf niets te doen.',
    },
    reminder: {
      subject: 'Herinnering: {facility}, {day}',
      title: 'Tot snel',
      lead: 'Dit is een herinnering aan je boeking bij {venue}: {day}, {time}. Tot dan!',
    },
    choose_time: {
      subject: 'Kies een andere tijd: {facility}, {day}',
      title: 'Kies een andere tijd',
      lead: 'Je boeking bij {venue} op {day}, {time}, kan mogelijk niet doorgaan zoals gepland. Kies tot {until} een andere tijd, of annuleer en krijg alles terug: dat kan via de knop hieronder. Kies je niets, dan blijft je boeking voorlopig staan en neemt {venue} contact met je op.',
    },
    follow_up: {
      subject: 'Bedankt voor je bezoek aan {venue}',
      title: 'Bedankt voor je bezoek',
      lead: 'Bedankt voor je bezoek aan {venue}. We hopen dat je een fijne tijd had en zien je graag terug.',
    },
  } satisfies Record<Exclude<MailKind, 'message'>, Words>,
  /** The SMS with the reminder: 306 characters at most, with the longest values. */
  smsReminder: 'Herinnering: {start} bij {venue}. Je ticket: {url}',
  /** Title of a message that the venue writes. */
  messageTitle: 'Bericht over je boeking',
  /** Variants of the lead that depend on payments and refunds. */
  leads: {
    cancelled_kept: 'Je boeking bij {venue} is geannuleerd. Voor deze annulering wordt niets terugbetaald.',
    cancelled_partly:
      'Je boeking bij {venue} is geannuleerd. Je krijgt {refund} terug van de {price} die je betaalde. Je hoeft daar niets voor te doen.',
    cancelled_paid:
      'Je boeking bij {venue} is geannuleerd. Je krijgt het hele bedrag terug. Je hoeft daar niets voor te doen.',
    refunded_late:
      'Je betaling aan {venue} kwam te laat. Je plaatsen waren al vergeven, dus je boeking gaat niet door. Je krijgt {refund} terug. Het kan enkele werkdagen duren voordat het geld op je rekening staat.',
    rest_due: 'Voor je boeking bij {venue} staat nog {amount} open. Betaal dit online, uiterlijk {until}.',
    rest_due_cancel:
      'Voor je boeking bij {venue} staat nog {amount} open. Betaal dit online, uiterlijk {until}. Anders wordt je boeking geannuleerd.',
    refunded_stands:
      '{venue} betaalt je {refund} terug voor deze boeking. Je boeking blijft geldig. Het kan enkele werkdagen duren voordat het geld op je rekening staat.',
  },
  labels: {
    ...wording.labels,
    greeting: 'Hallo,',
    what: 'Wat',
    was: (before: string) => `was ${before}`,
    paid: 'betaald',
    open: 'Nog te betalen',
    oncePaid: 'Na het betalen kun je nog annuleren tot {until} uur. Je krijgt dan het hele bedrag terug.',
    oncePaidTiers: 'Na het betalen kun je nog annuleren tot {until} uur.',
    pay: 'Betaal nu',
    payOpen: 'Openstaand bedrag betalen',
    messageFrom: 'Bericht van {venue}:',
    reason:
      '{platform} ({host}) stuurt je deze mail namens {venue}, omdat boeking {number} op dit e-mailadres staat. Ken je deze boeking niet? Open dan geen links en verwijder deze mail.',
    goodToKnow: 'Goed om te weten, van {venue}:',
    changeUntil: 'Je kunt je boeking online wijzigen tot {until} uur.',
    cancelUntil: 'Je kunt online annuleren tot {until} uur.',
    review: 'Schrijf een review',
    view: 'Bekijk je boeking',
    viewOrCancel: 'Bekijk of annuleer je boeking',
  },
};

/** The texts that every language has. */
export type GuestTexts = typeof nl;
