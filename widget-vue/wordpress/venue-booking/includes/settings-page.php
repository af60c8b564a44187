<?php
/**
 * The settings page. It uses the Settings API, so WordPress checks nonce and capability.
 *
 * @package VenueBooking
 */

namespace Venue_Booking;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/** Slug of the page, and group of its settings. */
const PAGE = 'venue-booking';

/**
 * Adds the page to the Settings menu.
 *
 * @return void
 */
function add_settings_page() {
	$title = __( 'Venue Booking', 'venue-booking' );
	add_options_page( $title, $title, 'manage_options', PAGE, __NAMESPACE__ . '\show_settings_page' );
}

/**
 * Registers the option, sections and fields.
 *
 * @return void
 */
function register_settings() {
	register_setting(
		PAGE,
		OPTION,
		array(
			'type'              => 'array',
			'sanitize_callback' => __NAMESPACE__ . '\sanitize_settings',
			'show_in_rest'      => false,
		)
	);
	add_settings_section( 'venue', __( 'Your venue', 'venue-booking' ), __NAMESPACE__ . '\show_connection', PAGE );
	add_settings_section( 'look', __( 'Appearance and language', 'venue-booking' ), '__return_empty_string', PAGE );
	foreach ( setting_fields() as $name => $field ) {
		$more = array(
			'name'      => $name,
			'label_for' => 'venue-booking-' . $name,
		);
		add_settings_field( $name, $field['label'], __NAMESPACE__ . '\show_field', PAGE, $field['section'], $more );
	}
}

/**
 * Saves valid values. For an invalid value, keeps the saved one and shows the input with an error.
 *
 * @param mixed $given Submitted values by field.
 * @return array<string, string|int>
 */
function sanitize_settings( $given ) {
	$settings = settings();
	if ( ! is_array( $given ) ) {
		return $settings;
	}
	foreach ( setting_fields() as $name => $field ) {
		if ( ! array_key_exists( $name, $given ) || ( in_array( $name, SERVER_SETTINGS, true ) && ! may_set_server() ) ) {
			continue;
		}
		$value = clean_value( $name, $given[ $name ] );
		if ( null === $value ) {
			refuse( $name, $field['invalid'], $given[ $name ] );
			continue;
		}
		$settings[ $name ] = $value;
	}
	if ( isset( $given['redirect_page'] ) ) {
		$page                      = is_scalar( $given['redirect_page'] ) ? absint( $given['redirect_page'] ) : 0;
		$settings['redirect_page'] = 'page' === get_post_type( $page ) ? $page : 0;
	}
	return $settings;
}

/**
 * Rejects a value. The input is kept in the WordPress notice until the page is shown again.
 *
 * @param string $name    Name of the field.
 * @param string $reason  The reason and the next step.
 * @param mixed  $written The submitted value.
 * @return void
 */
function refuse( $name, $reason, $written ) {
	$code    = OPTION . '_' . $name;
	$written = is_scalar( $written ) ? mb_substr( wp_check_invalid_utf8( (string) $written ), 0, 500 ) : '';
	add_settings_error( OPTION, $code, esc_html( $reason ) );
	add_filter(
		'pre_set_transient_settings_errors',
		function ( $notices ) use ( $code, $written ) {
			foreach ( is_array( $notices ) ? $notices : array() as $index => $notice ) {
				if ( $code === $notice['code'] ) {
					$notices[ $index ]['written'] = $written;
				}
			}
			return $notices;
		}
	);
}

/**
 * The rejected input of a field.
 *
 * @param string $name Name of the field.
 * @return string|null Null if the field was not rejected.
 */
function refusal_of( $name ) {
	foreach ( get_settings_errors( OPTION ) as $notice ) {
		if ( OPTION . '_' . $name === $notice['code'] && isset( $notice['written'] ) ) {
			return $notice['written'];
		}
	}
	return null;
}

/**
 * Explains how to add the booking form to a page.
 *
 * @return void
 */
function explain_use() {
	printf(
		'<h2>%s</h2><p>%s <code>[venue]</code></p><p>%s <code>[venue tenant="my-venue" variant="calendar" accent="#0b6660"]</code></p>',
		esc_html__( 'On a page', 'venue-booking' ),
		esc_html__( 'Add the block “Venue Booking” to a page, or use this shortcode:', 'venue-booking' ),
		esc_html__( 'To use other settings on one page, add them to the shortcode:', 'venue-booking' )
	);
}

/**
 * Shows the page.
 *
 * @return void
 */
function show_settings_page() {
	if ( ! current_user_can( 'manage_options' ) ) {
		return;
	}
	echo '<div class="wrap"><h1>' . esc_html( get_admin_page_title() ) . '</h1>';
	echo '<form action="options.php" method="post">';
	settings_fields( PAGE );
	do_settings_sections( PAGE );
	submit_button();
	echo '</form>';
	explain_use();
	echo '</div>';
}

/**
 * Loads the colour picker of WordPress. Without JavaScript the field is a text field.
 *
 * @param string $screen The current screen.
 * @return void
 */
function enqueue_colour_picker( $screen ) {
	if ( 'settings_page_' . PAGE !== $screen ) {
		return;
	}
	wp_enqueue_style( 'wp-color-picker' );
	$address = plugins_url( 'assets/colour-picker.js', VENUE_BOOKING_FILE );
	wp_enqueue_script( 'venue-booking-colour-picker', $address, array( 'wp-color-picker' ), VENUE_BOOKING_VERSION, true );
}

/**
 * Adds a link to the settings in the list of plugins.
 *
 * @param string[] $links Links of this plugin.
 * @return string[]
 */
function link_to_settings( array $links ) {
	$link = sprintf( '<a href="%s">%s</a>', esc_url( settings_address() ), esc_html__( 'Settings', 'venue-booking' ) );
	array_unshift( $links, $link );
	return $links;
}
