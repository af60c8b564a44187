/** Dutch texts of mail to guests on the waiting list, with placeholders in braces. */
export const nl = {
  mails: {
    confirm_entry: {
      subject: 'Bevestig je plek op de wachtlijst: {facility}, {day}',
      title: 'Bevestig je plek op de wachtlijst',
      lead: 'Iemand heeft dit e-mailadres opgegeven voor de wachtlijst van {venue}. Bevestig binnen {hours} uur. Daarna sta je op de lijst, op volgorde van aanmelding.',
      link: 'Bevestig je plek',
    },
    offer: {
      subject: 'Er is plek voor je: {facility}, {day}',
      title: 'Er is plek voor je',
      lead: 'Er is een plek vrijgekomen bij {venue}. We houden die voor je vast tot {until}. Daarna gaat de plek naar de volgende gast.',
      link: 'Bekijk het aanbod en boek',
    },
    offer_over: {
      subject: 'Aanbod verlopen: {facility}, {day}',
      title: 'Je aanbod is verlopen',
      lead: 'Je hebt niet op tijd gereageerd op de vrije plek bij {venue}. De plek gaat naar de volgende gast en je staat niet meer op de wachtlijst.',
      link: 'Bekijk je aanmelding',
    },
    offer_lost: {
      subject: 'Plek vervallen: {facility}, {day}',
      title: 'De aangeboden plek is vervallen',
      lead: 'De plek die we je bij {venue} aanboden, kan niet meer worden geboekt. Je blijft op de wachtlijst staan.',
      link: 'Bekijk of beëindig je aanmelding',
    },
  },
  smsOffer: '{venue} heeft een plek voor je: {start}. Boek die uiterlijk {until}: {url}',
  reason:
    '{platform} ({host}) stuurt je deze mail namens {venue}, omdat dit e-mailadres is opgegeven voor de wachtlijst. Ken je deze aanmelding niet? Open dan geen links en verwijder deze mail.',
};

/** The texts that every language has. */
export type WaitingTexts = typeof nl;
