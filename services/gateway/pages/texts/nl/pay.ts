/** Dutch texts of the payment pages. */
export const labels = {
  what: 'Boeking',
  retry: 'Probeer het opnieuw',
  booking: 'Bekijk je boeking',
  bookAgain: 'Opnieuw boeken',
  back: 'Terug naar de website',
  held: (time: string, place: string | null) =>
    `We houden je plaatsen voor je vast tot ${time}${place === null ? '' : ` (tijd in ${place})`}.`,
  waiting: {
    word: 'Even geduld',
    title: 'Betalen kan op dit moment niet',
    text: 'De betaalpagina is niet bereikbaar. Er is niets afgeschreven.',
  },
  blocked: {
    word: 'Nu niet mogelijk',
    title: 'Betalen kan op dit moment niet',
    text: 'Er is iets mis met het betaalaccount van de locatie. De locatie is op de hoogte. Er is niets afgeschreven.',
  },
  waitingMore: 'Deze pagina probeert het elke paar seconden opnieuw. Je hoeft niets te doen.',
  checking: {
    word: 'Even geduld',
    title: 'We controleren je betaling',
    text: 'Dit duurt iets langer dan normaal. Heb je al betaald? Betaal dan niet opnieuw.',
  },
  failed: {
    word: 'Niet betaald',
    title: 'De betaling is niet gelukt',
    text: 'De betaling is mislukt of afgebroken. Er is niets afgeschreven. Je kunt het opnieuw proberen.',
  },
  late: {
    word: 'Verlopen',
    title: 'De betaaltermijn is verlopen',
    text: 'Je plaatsen zijn vrijgegeven. Heb je toch betaald? Dan bevestigen we je boeking als er nog plaats is. Anders krijg je het hele bedrag terug.',
  },
  begun: {
    word: 'Verlopen',
    title: 'De betaaltermijn is verlopen',
    text: 'De tijd die je boekte is al begonnen. Je kunt niet meer betalen. Heb je toch betaald? Dan krijg je het hele bedrag terug.',
  },
  later: {
    word: 'Niet online betaald',
    title: 'De tijd om online te betalen is voorbij',
    text: 'Je boeking blijft geldig. Betaal het openstaande bedrag op locatie. Heb je toch betaald, dan verwerken we je betaling.',
  },
  stands: 'Je boeking blijft geldig.',
  cancelled: {
    word: 'Geannuleerd',
    title: 'Deze boeking is geannuleerd',
    text: 'Je hoeft niets meer te betalen. Heb je toch betaald? Dan krijg je het hele bedrag terug.',
  },
  refused: {
    word: 'Niet betaald',
    title: 'Je kunt deze boeking niet online betalen',
    text: 'De betaalprovider accepteert deze betaling niet. Neem contact op met de locatie.',
  },
};

export type PayLabels = typeof labels;

/** The page of the sandbox provider. */
export const sandbox = {
  test: 'Testomgeving: geen echt geld',
  title: 'Betalen',
  choose: 'Kies hoe deze testbetaling afloopt. Er wordt niets afgeschreven.',
  outcomes: {
    paid: 'Betaald',
    failed: 'Mislukt',
    canceled: 'Afgebroken',
    expired: 'Verlopen',
    late: 'Later betaald',
  },
  open: 'Open',
  over: 'Deze testbetaling is voorbij.',
  late: 'Deze testbetaling wordt later betaald, zoals bij een overboeking.',
  back: 'Terug naar je boeking',
};

export type SandboxTexts = typeof sandbox;
