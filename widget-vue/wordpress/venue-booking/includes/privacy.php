<?php
/**
 * What the privacy policy of a site may say of bookings.
 *
 * @package VenueBooking
 */

namespace Venue_Booking;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Suggests a text for it, among those of WordPress.
 *
 * @return void
 */
function suggest_privacy_text() {
	$text = __( 'A page with a booking loads a script from our booking server, and your browser asks that server what can be booked. What you fill in to book, such as your name and e-mail address, is sent to that server. If you pay online, you go to the page of the payment provider.', 'venue-booking' );
	wp_add_privacy_policy_content( __( 'Venue Booking', 'venue-booking' ), '<p>' . esc_html( $text ) . '</p>' );
}
