<?php
/**
 * Translations that are part of the plugin.
 *
 * @package VenueBooking
 */

namespace Venue_Booking;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Folder of the translations.
 *
 * @return string
 */
function languages_folder() {
	return dirname( VENUE_BOOKING_FILE ) . '/languages';
}

/**
 * Loads the translations of the current language.
 *
 * @return void
 */
function load_translations() {
	load_plugin_textdomain( 'venue-booking', false, dirname( plugin_basename( VENUE_BOOKING_FILE ) ) . '/languages' );
}

/**
 * Uses the Dutch translation for Belgian and formal Dutch too, unless they have their own.
 *
 * @param string $file   File that WordPress would read.
 * @param string $domain Text domain.
 * @return string
 */
function dutch_everywhere( $file, $domain ) {
	if ( 'venue-booking' !== $domain || is_readable( $file ) || 1 !== preg_match( '/-nl_\w+\.mo$/D', $file ) ) {
		return $file;
	}
	return languages_folder() . '/venue-booking-nl_NL.mo';
}

/**
 * Does the same for the texts of the editor script.
 *
 * @param string|false $file   File that WordPress would read.
 * @param string       $handle Handle of the script.
 * @param string       $domain Text domain.
 * @return string|false
 */
function dutch_script_everywhere( $file, $handle, $domain ) {
	if ( EDITOR_SCRIPT !== $handle || 'venue-booking' !== $domain || 0 !== strpos( determine_locale(), 'nl' ) ) {
		return $file;
	}
	return languages_folder() . '/venue-booking-nl_NL-' . EDITOR_SCRIPT . '.json';
}
