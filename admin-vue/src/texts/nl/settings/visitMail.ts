import type { visitMail as en } from '../../en/settings/visitMail.ts';

export const visitMail: typeof en = {
  around: 'Voor en na het bezoek',
  reminder: 'Herinnering',
  reminderHours: 'Herinnering voor het bezoek, in uren',
  reminderOn: (span) =>
    `Gasten krijgen ${span} voor hun bezoek een mail, nooit tussen 21:00 en 08:00 uur. Wie later boekt, krijgt er geen.`,
  reminderOff: 'Gasten krijgen geen herinnering.',
  info: 'Route en wat je meeneemt',
  infoHint: 'Staat in de herinnering, onder de boekingsgegevens. Een lege regel begint een nieuwe alinea.',
  facilityInfoHint: 'Staat in de herinnering, na de tekst van je locatie.',
  followUpHours: 'Mail na het bezoek, in uren',
  followUpOn: (span) =>
    `Gasten krijgen ${span} na hun bezoek een mail, nooit tussen 21:00 en 08:00 uur. Wie niet kwam, krijgt er geen.`,
  followUpOff: 'Gasten krijgen geen mail na hun bezoek.',
  review: 'Pagina voor reviews',
  reviewHint: 'De mail na het bezoek heeft een knop die daarheen leidt. Leeg: geen knop.',
  asVenue: 'Zoals de locatie',
  asVenueHint: 'Leeg: zoals de locatie. 0: geen herinnering.',
  sms: 'Sms',
  smsAlso:
    'Naast de mail, aan gasten die een telefoonnummer hebben ingevuld. Zet bij die vraag dat je sms’jes stuurt. Tussen 21:00 en 08:00 uur gaat er geen uit.',
  smsReminders: 'Herinnering vóór het bezoek',
  smsOffers: 'Aanbod van de wachtlijst',
  smsCountryCode: 'Landnummer van je locatie',
  smsCountryCodeHint: 'Zoals 31 voor Nederland. Zonder landnummer krijgen alleen nummers met + een sms.',
  smsToday: (sent, most) => `${sent} van maximaal ${most} sms’jes in 24 uur.`,
};
