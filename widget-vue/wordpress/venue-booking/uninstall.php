<?php
/**
 * Deletes the settings, on every site of a network.
 *
 * @package VenueBooking
 */

if ( ! defined( 'WP_UNINSTALL_PLUGIN' ) ) {
	exit;
}

delete_option( 'venue_booking' );

if ( is_multisite() ) {
	$venue_booking_sites = get_sites(
		array(
			'fields' => 'ids',
			'number' => 0,
		)
	);
	foreach ( $venue_booking_sites as $venue_booking_site ) {
		switch_to_blog( $venue_booking_site );
		delete_option( 'venue_booking' );
		restore_current_blog();
	}
}
