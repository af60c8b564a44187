<?php
/**
 * Checks whether the venue responds and allows this site.
 *
 * @package VenueBooking
 */

namespace Venue_Booking;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Requests the venue from the API as a guest's browser would. Times out after three seconds.
 *
 * @param string $api    Address of the API.
 * @param string $tenant Slug of the venue.
 * @return array{0: string, 1: string} `success`, `warning` or `error`, and a text.
 */
function ask_venue( $api, $tenant ) {
	$origin = origin_of( home_url() );
	if ( 0 === strpos( $origin, 'https:' ) && 0 === strpos( $api, 'http:' ) ) {
		return array( 'warning', __( 'This website uses https, so browsers block an API address with http. Enter the API address with https.', 'venue-booking' ) );
	}
	$answer = wp_remote_get(
		$api . '/api/site/facilities',
		array(
			'timeout'     => 3,
			'redirection' => 0,
			'headers'     => array(
				'X-Tenant' => $tenant,
				'Origin'   => $origin,
			),
		)
	);
	if ( is_wp_error( $answer ) ) {
		/* translators: 1: an address, 2: an error message */
		return array( 'error', sprintf( __( 'No response from %1$s (%2$s). Check the API address.', 'venue-booking' ), $api, $answer->get_error_message() ) );
	}
	$status = (int) wp_remote_retrieve_response_code( $answer );
	$site   = json_decode( wp_remote_retrieve_body( $answer ), true );
	if ( 200 === $status && isset( $site['facilities'] ) ) {
		if ( empty( $site['live'] ) ) {
			return array( 'warning', __( 'Connected. The venue does not take bookings yet. Guests see that online booking is coming soon.', 'venue-booking' ) );
		}
		return array( 'success', __( 'Connected. The venue accepts bookings from this website.', 'venue-booking' ) );
	}
	if ( 403 === $status ) {
		/* translators: %s: address of this site */
		return array( 'warning', sprintf( __( 'The venue does not allow this website yet. Add %s to the venue’s websites.', 'venue-booking' ), $origin ) );
	}
	if ( 400 === $status && isset( $site['error'] ) ) {
		/* translators: %s: slug of a venue */
		return array( 'error', sprintf( __( 'There is no venue “%s” at this API address. Check the slug.', 'venue-booking' ), $tenant ) );
	}
	/* translators: 1: an address, 2: an HTTP status */
	return array( 'error', sprintf( __( '%1$s returned status %2$d, so it is not a booking server. Check the API address.', 'venue-booking' ), $api, $status ) );
}

/**
 * Shows the state of the connection, or what to fill in first.
 *
 * @return void
 */
function show_connection() {
	if ( null !== refusal_of( 'tenant' ) || null !== refusal_of( 'api' ) ) {
		// The check would use the saved settings, not the values in the form.
		return;
	}
	$settings = settings();
	$state    = array( 'info', __( 'Fill in your venue and the API address to begin.', 'venue-booking' ) );
	if ( '' !== $settings['tenant'] && '' !== $settings['api'] ) {
		$state = ask_venue( $settings['api'], $settings['tenant'] );
	}
	printf( '<div class="notice notice-%s inline"><p>%s</p></div>', esc_attr( $state[0] ), esc_html( $state[1] ) );
	show_where_websites_are_set( $settings['api'], $settings['tenant'] );
}

/**
 * Shows where a venue sets its allowed websites.
 *
 * @param string $api    Address of the API, or an empty text.
 * @param string $tenant Slug of the venue, or an empty text.
 * @return void
 */
function show_where_websites_are_set( $api, $tenant ) {
	/* translators: %s: address of this site */
	$text = sprintf( __( 'This website is %s. Choose which websites may show the booking form on the booking server, in the venue’s settings under Websites and domains.', 'venue-booking' ), origin_of( home_url() ) );
	$link = '';
	if ( '' !== $api && '' !== $tenant ) {
		$link = sprintf(
			' <a href="%s" target="_blank" rel="noopener">%s</a>',
			esc_url( $api . '/admin/v/' . $tenant . '/settings/websites' ),
			esc_html__( 'Open the venue’s settings (in a new tab)', 'venue-booking' )
		);
	}
	printf( '<p>%s%s</p>', esc_html( $text ), $link ); // phpcs:ignore WordPress.Security.EscapeOutput -- escaped above.
}
