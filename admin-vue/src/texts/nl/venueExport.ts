import type { VenueExportTexts } from '../en/venueExport.ts';

export const venueExport: VenueExportTexts = {
  lead: 'Eén bestand met alles van deze locatie: instellingen, faciliteiten, afbeeldingen, mensen, boekingen met hun gasten, betalingen en facturen. Een andere installatie van deze software kan het importeren.',
  without:
    'Betaalaccounts, API-tokens, webhooks, wachtlijsten en verzonden mail zitten niet in het bestand. Hier verandert niets.',
  safe: 'Het bestand bevat persoonsgegevens van gasten. Bewaar het zo veilig als een back-up.',
  download: 'Alles downloaden',
  progress: (size) => `${size} ontvangen. Houd deze pagina open: met veel boekingen kan dit minuten duren.`,
  done: (size) => `Het bestand is compleet (${size}).`,
};
