export const suspension = {
  suspended: 'This venue is suspended.',
  suspendedMore:
    'Guests cannot book online. Tickets, cancellations, payments under way and the check-in keep working.',
  reasonIs: 'Reason from the platform operator:',
  resume: 'End suspension',
  resumed: 'The venue is no longer suspended.',
  ask: 'Suspend…',
  title: (name: string) => `Suspend ${name}?`,
  more: 'Guests can no longer book online. Existing bookings, tickets, cancellations, payments under way and the check-in keep working. The owners get an e-mail with the reason. If the venue is suspended already, this replaces the reason.',
  reason: 'Reason for the owners',
  reasonHint: 'Shown in the dashboard of the venue and in the e-mail.',
  suspend: 'Suspend venue',
  done: (name: string) => `${name} is suspended.`,
  deleted: 'This venue is deleted.',
  deletedMore: (date: string) =>
    `Guests no longer find it. Its data can be viewed and exported until ${date}. Then they are erased, except invoices and payments.`,
  restoreMore: 'The platform operator can restore it until then.',
  restore: 'Restore venue',
  restored: 'The venue is restored with all its data.',
  askToDelete: 'Delete…',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteMore: (days: number) =>
    `Guests no longer find the venue. Its people can view and export its data, but not change them. You can restore it for ${days} days. Then its data are erased for good, except invoices and payments. The owners get an e-mail with the date.`,
  typeSlug: (slug: string) => `Type ${slug} to confirm`,
  wrongSlug: 'This is not the slug of the venue.',
  remove: 'Delete venue',
  removed: (name: string, date: string) => `${name} is deleted. You can restore it until ${date}.`,
};
