import { element } from './choices.js';
import { dateOf, dayText, priceText, timeOf } from './format.js';

/** What a made booking looks like. @returns the heading, for the focus, and all of it */
export function confirmation({ booking, ticket_url }, onAgain) {
  const heading = element(
    'h2',
    { tabIndex: -1 },
    booking.status === 'confirmed' ? 'You are booked.' : 'Your booking is made.',
  );
  const rows = [
    ['Number', String(booking.id)],
    ['What', booking.facility],
    [
      'When',
      `${dayText(dateOf(booking.starts_at))}, ${timeOf(booking.starts_at)} to ${timeOf(booking.ends_at)}`,
    ],
    ['People', String(booking.people)],
    ['Amount', priceText(booking.amount_eur)],
    ['Name', booking.customer_name],
    ['E-mail', booking.customer_email],
  ];
  const list = element('dl');
  for (const [term, text] of rows)
    list.append(element('div', {}, element('dt', {}, term), element('dd', {}, text)));

  const again = element('button', { type: 'button', className: 'quiet' }, 'Book something else');
  again.addEventListener('click', onAgain);
  const ticket = element('a', { className: 'button', href: ticket_url }, 'View the booking');
  return { heading, parts: [heading, list, element('p', { className: 'actions' }, ticket, again)] };
}
