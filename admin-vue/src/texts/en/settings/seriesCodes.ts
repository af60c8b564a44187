/** Texts of the codes with which guests book series. */
export const seriesCodes = {
  more: 'Let a club or another group book its own series. Give it the page of a code. On it the group books the same time every so many weeks in one facility, and pays at the venue.',
  none: 'No codes yet.',
  coming: (count: number, most: number) => `${count} of ${most} dates booked`,
  series: (position: number) => `Series ${position}`,
  end: 'End code',
  endMore: (name: string) =>
    `Nobody can book with the code of ${name} any more. Bookings stay; cancel them under Bookings.`,
  page: 'Page of the code',
  onlyNow:
    'Copy the address now: it is not shown again. Everybody who has it can book, so give it to this group only.',
  newCode: 'New code',
  name: 'Given to',
  nameHint: 'For example a club',
  facility: 'Facility',
  most: 'Maximum number of coming dates',
  mostHint: 'Over all series of this code, and at most a year ahead',
  make: 'Create code',
};
