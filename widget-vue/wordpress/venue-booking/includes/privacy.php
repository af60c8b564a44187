<?php
/**
 * Text about bookings for the privacy policy of a site.
 *
 * @package VenueBooking
 */

namespace Venue_Booking;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Adds the text to the policy guide of WordPress.
 *
 * @return void
 */
function suggest_privacy_text() {
	$text = __( 'Pages with a booking form load a script from our booking server, and your browser requests the available times from that server. The details that you enter to book, such as your name and e-mail address, are sent to that server. If you pay online, you go to the page of the payment provider.', 'venue-booking' );
	wp_add_privacy_policy_content( __( 'Venue Booking', 'venue-booking' ), '<p>' . esc_html( $text ) . '</p>' );
}
