import type { attentionDetails as en } from '../en/attentionDetails.ts';

export const attentionDetails: typeof en = {
  refundDelayed: '€1 kan nog niet worden terugbetaald:',
  refundFailed: '€1 kon niet worden terugbetaald:',
  refundElsewhere: 'Bij de provider is €1 terugbetaald ($2).',
  chargebackReversed:
    'De bank van de betaler maakte een terugboeking van €1 ongedaan (betaling $2). Betaal het bedrag terug als de boeking is geannuleerd.',
  chargeback: 'De bank van de betaler boekte €1 terug (betaling $2).',
  rejected: 'De provider weigerde deze betaling:',
  otherPayment: 'De provider meldde betaling $1 in plaats van $2.',
  unknownReference: 'Betaling $1 hoort bij de provider niet bij deze boeking ($2).',
  otherReference: 'Betaling $1 hoort bij de provider bij $2 in plaats van bij $3.',
  otherAmount: 'Betaling $1 is €2 in plaats van €3.',
  otherCurrency: 'Betaling $1 is $2 in plaats van €3.',
  wasTest: 'Betaling $1 is in de testmodus gedaan, dus er is geen geld ontvangen.',
  wasLive: 'Betaling $1 is met echt geld gedaan, niet in de testmodus.',
  webhookTest: 'De melding was voor de testmodus, maar de betaling is met echt geld gedaan.',
  webhookLive: 'De melding was voor echt geld, maar de betaling is in de testmodus gedaan.',
  webhookOther: 'De melding ging over een andere betaling.',
  accountLinked: 'Gasten betalen nu op account $1 bij $2, gekoppeld door $3.',
  accountNoPayments: '$1 neemt geen betalingen aan voor account $2:',
  accountNoPayouts: '$1 doet geen uitbetalingen voor account $2:',
  accountDisconnected: 'De koppeling met account $1 is bij $2 verbroken.',
  domainDown: 'Gasten kunnen niet meer boeken op $1. Dat werkt weer zodra het record terug is.',
  domainMissing: 'Het DNS-record van $1 is verdwenen.',
  manyBookings: 'Komende boekingen zonder online betaling: $1. Onbetaalde boekingen: $2. E-mailadressen: $3.',
  mailsDelayed: 'Uitgestelde mails: $1.',
};
