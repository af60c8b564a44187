import type { AccessibilityTexts } from '../nl/accessibility.ts';

export const accessibility: AccessibilityTexts = {
  title: (venue) => `Barrierefreiheit: ${venue}`,
  intro: (venue) =>
    `Alle Menschen sollen bei ${venue} buchen können, auch mit einer Behinderung. Diese Erklärung gilt für diese Seite, das Buchungsformular, das Ticket und die Seiten, auf denen Sie eine Buchung ändern oder stornieren.`,
  venueTitle: 'Vor Ort',
  statusTitle: 'Stand der Vereinbarkeit',
  status:
    'Die Seiten und das Buchungsformular folgen WCAG 2.2, Stufe AA, und damit Kapitel 9 der europäischen Norm EN 301 549.',
  howTitle: 'So wird geprüft',
  how: [
    'Automatisch mit axe bei jeder Änderung, hell und dunkel, auf Telefon und Computer.',
    'Alle Schritte allein mit der Tastatur.',
    'Mit Text in 200 % und auf 320 Pixel breiten Bildschirmen.',
    'Mit erzwungenen Farben und reduzierter Bewegung.',
    'Die Texte, die ein Screenreader erhält, Schritt für Schritt.',
  ],
  limitsTitle: 'Bekannte Grenzen',
  limits: [
    'Die Bezahlseite gehört dem Zahlungsanbieter, der für ihre Barrierefreiheit verantwortlich ist.',
    'Zum Buchen auf dieser Seite ist JavaScript nötig. Ohne JavaScript können Sie hier alles lesen und per Telefon oder E-Mail buchen.',
    'Fotos und eigene Texte stammen vom Anbieter.',
  ],
  contactTitle: 'Funktioniert etwas nicht?',
  contact: 'Sagen Sie uns bitte Bescheid. Wir helfen Ihnen beim Buchen und beheben das Problem.',
  noContact: 'Sagen Sie bitte dem Anbieter Bescheid.',
  date: (date) => `Diese Erklärung wurde am ${date} erstellt.`,
  back: (venue) => `Zurück zu ${venue}`,
};
