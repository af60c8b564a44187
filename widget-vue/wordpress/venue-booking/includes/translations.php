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

/** The plugin's own translation for each language. */
const TRANSLATIONS = array(
	'nl' => 'nl_NL',
	'de' => 'de_DE',
	'fr' => 'fr_FR',
);

/**
 * The plugin's own translation for a locale: the one for Germany also serves Austria, Switzerland and formal German.
 *
 * @param string $locale Such as `de_AT`.
 * @return string|null Such as `de_DE`; null if there is none.
 */
function translation_of( $locale ) {
	$language = substr( $locale, 0, 2 );
	return isset( TRANSLATIONS[ $language ] ) ? TRANSLATIONS[ $language ] : null;
}

/**
 * Uses the plugin's translation of a language for all of its locales, unless they have their own.
 *
 * @param string $file   File that WordPress would read.
 * @param string $domain Text domain.
 * @return string
 */
function translate_every_locale( $file, $domain ) {
	if ( 'venue-booking' !== $domain || is_readable( $file ) || 1 !== preg_match( '/-([a-z]{2}_\w+)\.mo$/D', $file, $found ) ) {
		return $file;
	}
	$translation = translation_of( $found[1] );
	return null === $translation ? $file : languages_folder() . "/venue-booking-$translation.mo";
}

/**
 * Does the same for the texts of the editor script.
 *
 * @param string|false $file   File that WordPress would read.
 * @param string       $handle Handle of the script.
 * @param string       $domain Text domain.
 * @return string|false
 */
function translate_script_in_every_locale( $file, $handle, $domain ) {
	$translation = translation_of( determine_locale() );
	if ( EDITOR_SCRIPT !== $handle || 'venue-booking' !== $domain || null === $translation ) {
		return $file;
	}
	return languages_folder() . "/venue-booking-$translation-" . EDITOR_SCRIPT . '.json';
}
