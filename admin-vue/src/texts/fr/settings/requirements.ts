import type { requirements as en } from '../../en/settings/requirements.ts';

export const requirements: typeof en = {
  why: (provider) =>
    `${provider} vous demande les informations de votre entreprise. Vous pouvez vous interrompre et reprendre plus tard. Rien ne change pour les clients tant que ${provider} n’accepte pas de paiements pour vous.`,
  until: (provider) => `D’ici là, les clients paient sur votre compte chez ${provider}.`,
  untilNone: 'D’ici là, les réservations sont confirmées sans paiement.',
  status: (provider) => `Statut chez ${provider}`,
  needs: (provider) => `${provider} demande encore :`,
  groups: {
    business: 'Les informations de votre entreprise',
    people: 'Les informations des propriétaires ou représentants',
    documents: 'Un justificatif d’identité ou d’autres documents',
    bank: 'Un compte bancaire pour les virements',
    terms: 'Votre accord sur ses conditions',
    other: 'D’autres informations',
  },
  deadline: (day) => `Complétez ceci avant le ${day}, sinon le compte pourra être restreint.`,
  rejected: (provider) =>
    `${provider} a refusé ce compte. Demandez-en la raison à ${provider} ou reliez un autre compte.`,
};
