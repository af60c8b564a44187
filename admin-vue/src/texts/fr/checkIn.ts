import type { checkIn as en } from '../en/checkIn.ts';

export const checkIn: typeof en = {
  title: 'Check-in',
  scan: 'Scanner les billets',
  stopScan: 'Arrêter la caméra',
  starting: 'Démarrage de la caméra…',
  noCamera:
    'La caméra n’est pas disponible. Autorisez-la dans les paramètres de votre navigateur, ou cherchez par nom ci-dessous.',
  camera: 'Image de la caméra. Présentez le code QR d’un billet devant la caméra.',
  find: 'Chercher un client',
  findHint: 'Nom ou numéro de réservation. Une douchette fonctionne aussi.',
  noMatch:
    'Aucun client trouvé sur la liste du jour. Vérifiez l’orthographe, ou cherchez dans les réservations.',
  matches: (count) => (count < 2 ? `${count} client trouvé` : `${count} clients trouvés`),
  moreMatches: (count) => `Les ${count} premiers sont affichés. Précisez le nom pour affiner.`,
  checkIn: 'Faire le check-in',
  yes: 'Bienvenue',
  alreadyIn: 'Arrivé',
  double: 'Déjà utilisé',
  doubleOf: ({ day, time, device }) =>
    `Check-in effectué ${day && `le ${day} `}à ${time}${device ? ` sur ${device}` : ''}.`,
  unpaid: 'Pas encore payé',
  unpaidMore: 'Les places sont retenues jusqu’au paiement de cette réservation.',
  expired: 'Expirée',
  expiredMore: 'Cette réservation n’a pas été payée à temps.',
  cancelled: 'Annulée',
  cancelledMore: 'Cette réservation a été annulée.',
  too_early: 'Trop tôt',
  too_earlyMore: (from) => `Le check-in de cette réservation ouvre à partir de : ${from}.`,
  unknown: 'Billet inconnu',
  unknownMore: 'Ce billet n’appartient à aucune réservation de cet établissement.',
  unlisted: 'Vérification impossible',
  unlistedMore:
    'Ce billet n’est pas sur la liste de cet appareil. Le scan est conservé et sera vérifié dès qu’il y aura une connexion.',
  no_ticket: 'Pas un billet',
  no_ticketMore: 'Scannez le code QR du billet du client.',
  people: (count) => (count < 2 ? `${count} personne` : `${count} personnes`),
  paid: 'Payé',
  free: 'Rien à payer',
  refunded: 'Remboursé',
  notPaid: (amount) => `Non payé en ligne : ${amount}`,
  waiting: (count) => (count < 2 ? `${count} scan pas encore envoyé` : `${count} scans pas encore envoyés`),
  offline: 'Pas de connexion. Vous pouvez continuer avec la liste du jour sur cet appareil.',
  offlineEmpty:
    'Pas de connexion, et la liste du jour n’est pas encore sur cet appareil. Connectez-vous une fois pour la charger.',
  upToDate: (at, count) =>
    `${count < 2 ? `${count} réservation` : `${count} réservations`}, mise à jour à ${at}`,
  cut: 'Il y a plus de réservations que cet appareil ne peut en conserver. Le serveur vérifie les autres.',
  insecure:
    'Le check-in exige une adresse sécurisée (https). En attendant, faites le check-in depuis la réservation.',
  correctionsTitle: 'À vérifier',
  correction: (said, now) => `Cet appareil a affiché « ${said} », mais le serveur répond « ${now} ».`,
  seen: 'Marquer comme vu',
  someone: 'Billet absent de la liste',
  deviceName: 'Nom de cet appareil',
  deviceHint: 'Votre équipe voit ce nom quand un billet a été utilisé sur cet appareil.',
  ready: 'Présentez un billet devant la caméra, ou cherchez un client par son nom.',
  checking: 'Vérification…',
  undo: 'Annuler',
  arrivedOf: (arrived, people) => `${arrived} sur ${people} arrivés`,
  undone: (name) => `Le check-in de ${name} est annulé.`,
  undoNeedsServer: 'Il faut une connexion pour annuler un check-in.',
  unsent:
    'Certains scans n’ont pas encore été envoyés. Se déconnecter les effacerait. Rétablissez la connexion et réessayez.',
  unkept:
    'Ce navigateur ne peut pas conserver les scans, par exemple en navigation privée. Gardez cette page ouverte jusqu’à ce qu’ils soient tous envoyés.',
  phone: 'Téléphone',
};
