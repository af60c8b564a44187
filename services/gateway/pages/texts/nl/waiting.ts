/** Dutch texts of the page of an entry on a waiting list. */
export const waiting = {
  /** Each status in a word, and its meaning for the guest. */
  statuses: {
    unconfirmed: {
      word: 'Nog niet bevestigd',
      meaning: 'Bevestig je plek op de wachtlijst. Daarna sturen we je een mail zodra er plek is.',
    },
    waiting: {
      word: 'Op de wachtlijst',
      meaning: 'Zodra er plek is, krijg je een mail. We houden de plek dan een tijdje voor je vast.',
    },
    offered: {
      word: 'Er is plek voor je',
      meaning: 'We houden deze plek voor je vast tot {until}. Daarna gaat hij naar de volgende gast.',
    },
    booked: { word: 'Geboekt', meaning: 'Je hebt deze plek geboekt.' },
    left: {
      word: 'Niet meer op de wachtlijst',
      meaning: 'Je staat niet meer op deze wachtlijst en krijgt er geen mail meer over.',
    },
    expired: {
      word: 'Verlopen',
      meaning: 'De tijd of het aanbod is voorbij. Je staat niet meer op deze wachtlijst.',
    },
  },
  confirm: 'Bevestig je plek',
  offeredElsewhere: 'We hebben je gemaild hoe je deze plek boekt.',
  byMail: 'Bevestigen kan alleen met de link in de mail die we je stuurden.',
  accept: 'Boek deze plek',
  acceptPay: 'Boek en betaal {amount}',
  noPrice: 'Deze plek past niet meer bij je groep. Neem contact op met de locatie.',
  leave: 'Van de wachtlijst af',
  leaveWhat: 'Je verliest je plek op de lijst. Dat kun je niet ongedaan maken.',
  confirmLeave: 'Ja, meld me af',
  decline: 'Aanbod afwijzen',
  declineWhat: 'De plek gaat naar de volgende gast en je bent van de wachtlijst af.',
  confirmDecline: 'Ja, wijs het aanbod af',
  ticket: 'Bekijk je boeking',
  wholeDay: 'Alle tijden van deze dag',
};

/** The texts that every language has. */
export type WaitingTexts = typeof waiting;
