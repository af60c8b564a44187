import type { attentionKinds as en } from '../en/attentionKinds.ts';

export const attentionKinds: typeof en = {
  payment_mismatch: {
    title: 'Een betaling klopt niet met de boeking',
    advice:
      'Vergelijk het bedrag met de betaling in het dashboard van je betaalprovider. Betaal terug wat te veel is betaald.',
  },
  webhook_mismatch: {
    title: 'Een melding van de betaalprovider klopt niet',
    advice:
      'Controleer of de betaling in het dashboard van je betaalprovider staat. Zo niet, dan kun je dit negeren.',
  },
  checkout_refused: {
    title: 'De betaalprovider weigerde een betaling',
    advice:
      'De gast kon niet betalen. Controleer je account bij de provider en vraag de gast daarna om het opnieuw te proberen.',
  },
  refund_failed: {
    title: 'Een terugbetaling is mislukt',
    advice:
      'Probeer de terugbetaling opnieuw vanuit de boeking, of betaal op een andere manier terug en laat het de gast weten.',
  },
  refund_elsewhere: {
    title: 'Er is terugbetaald via de betaalprovider',
    advice:
      'De terugbetaling is niet hier gedaan. Controleer of dat de bedoeling was en annuleer de boeking als die niet doorgaat.',
  },
  chargeback: {
    title: 'Een betaling is teruggeboekt, of een terugboeking is ongedaan gemaakt',
    advice:
      'Reageer op de betwiste betaling in het dashboard van je betaalprovider en beslis of de boeking doorgaat. Geld van een ongedaan gemaakte terugboeking wordt niet automatisch terugbetaald.',
  },
  payment_surplus: {
    title: 'Een gast heeft meer betaald dan er openstond',
    advice: 'Het verschil wordt automatisch terugbetaald. Controleer of de boeking het juiste bedrag toont.',
  },
  account_linked: {
    title: 'Gasten betalen nu op een nieuw account',
    advice:
      'Controleer of dit het account van je locatie is. Verwachtte je dit niet, ontkoppel het dan bij Instellingen > Betalingen.',
  },
  account_restricted: {
    title: 'De betaalprovider heeft je account beperkt',
    advice:
      'Geef de provider wat nog ontbreekt: open Instellingen > Betalingen en ga verder met instellen. Tot die tijd kunnen gasten misschien niet betalen of krijg je geen uitbetalingen.',
  },
  account_disconnected: {
    title: 'Je betaalaccount is niet meer gekoppeld',
    advice:
      'Iemand met toegang tot het account heeft de koppeling verbroken. Nieuwe boekingen worden zonder betaling bevestigd totdat je een account koppelt bij Instellingen > Betalingen.',
  },
  account_refused: {
    title: 'Je betaalprovider accepteert je account niet',
    advice:
      'Gasten kunnen niet online betalen. Koppel het account opnieuw bij Instellingen, of controleer het in het dashboard van je betaalprovider. Hun plaatsen blijven vastgehouden tot de betaaltermijn.',
  },
  token_expires: {
    title: 'Het toegangstoken voor Mollie verloopt',
    advice:
      'Een geplakt token werkt maar een uur. Koppel je account met Mollie bij Instellingen, zodat gasten kunnen blijven betalen.',
  },
  dead_letter: {
    title: 'Een gebeurtenis kon niet worden verwerkt',
    advice: 'De beheerder van het platform kan het opnieuw proberen. Je hoeft zelf niets te doen.',
  },
  domain_missing: {
    title: 'Het DNS-record van je domein ontbreekt',
    advice:
      'Voeg het record weer toe waar je je domein beheert. Je vindt het bij Instellingen. Na 14 dagen zonder record kunnen gasten niet meer boeken op dit domein.',
  },
  guest_at_cap: {
    title: 'Een gast heeft een groot deel van je plaatsen',
    advice: 'Bij een vaste gast kan dit kloppen. Ken je de gast niet, annuleer dan de boekingen.',
  },
  address_at_cap: {
    title: 'Eén internetverbinding heeft een groot deel van je plaatsen',
    advice: 'Het kan een bedrijf of school zijn. Ken je geen van deze gasten, annuleer dan de boekingen.',
  },
  network_at_cap: {
    title: 'Eén netwerk heeft een groot deel van je plaatsen',
    advice: 'Veel gasten kunnen dit netwerk delen. Ken je niemand van hen, annuleer dan de boekingen.',
  },
  plan_limit: {
    title: 'Een limiet van je abonnement is bijna bereikt',
    advice:
      'Zie Instellingen > Abonnement. Vraag de beheerder van het platform op tijd om een ander abonnement. Boekingen boven het aantal per maand worden nooit geweigerd.',
  },
  mail_waits: {
    title: 'Mails zijn uitgesteld: je locatie heeft de daglimiet bereikt',
    advice:
      'Ze worden automatisch verstuurd zodra de limiet het toelaat, en vervallen na 3 dagen. Bel gasten met een boeking op korte termijn. Wil je zonder limiet mailen, vraag dan de beheerder van het platform om je locatie als vertrouwd aan te merken.',
  },
};
