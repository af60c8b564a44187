<?php
/**
 * Renders a shortcode or a block as the widget's element.
 *
 * @package VenueBooking
 */

namespace Venue_Booking;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/** Reserves space for the widget, so that nothing below it moves when it loads. All wrappers reserve the same height. */
const RESERVED = 'display:block;min-block-size:clamp(752px, 2640px - 340vw, 1056px)';

/**
 * Renders the shortcode [venue].
 *
 * @param array<string, string>|string $given Attributes as written by the editor.
 * @return string HTML.
 */
function render_shortcode( $given ) {
	return render_widget( is_array( $given ) ? $given : array() );
}

/**
 * Renders the widget, or a link in a feed. If a setting is missing, only editors see a notice.
 *
 * @param array<string, mixed> $given Attributes; the settings replace empty and invalid ones.
 * @return string HTML.
 */
function render_widget( array $given ) {
	$problem = problem_of( $given );
	if ( '' !== $problem ) {
		return notice_for_editors( esc_html( $problem ) );
	}
	$values = default_attributes();
	foreach ( ATTRIBUTES as $name ) {
		$value = (string) clean_value( $name, isset( $given[ $name ] ) ? $given[ $name ] : '' );
		if ( '' !== $value ) {
			$values[ $name ] = $value;
		}
	}
	if ( '' === $values['tenant'] || '' === $values['api'] ) {
		return notice_for_editors( what_to_fill_in() );
	}
	if ( is_feed() ) {
		return link_to_page( $values['name'] );
	}
	wp_enqueue_script( SCRIPT );
	return element( $values );
}

/**
 * Finds an invalid attribute that the settings must not replace.
 *
 * @param array<string, mixed> $given Attributes as written by the editor.
 * @return string An error text, or an empty text.
 */
function problem_of( array $given ) {
	if ( isset( $given['tenant'] ) && null === clean_value( 'tenant', $given['tenant'] ) ) {
		// Don't fall back to the settings: guests would book at the wrong venue.
		$written = is_scalar( $given['tenant'] ) ? (string) $given['tenant'] : '?';
		/* translators: %s: the input */
		return sprintf( __( '“%s” is not a valid venue slug. Use only lowercase letters, digits and hyphens.', 'venue-booking' ), $written );
	}
	$api = isset( $given['api'] ) ? (string) clean_value( 'api', $given['api'] ) : '';
	if ( '' !== $api && settings()['api'] !== $api ) {
		// Earlier versions let a page set its server. On the server of the settings, this slug may be another venue.
		/* translators: %s: the input */
		return sprintf( __( '“%s” is not the API address of this website. The API address can only be changed in the settings. Remove it from the shortcode. In a block, it is removed when you change and save the block.', 'venue-booking' ), $api );
	}
	return '';
}

/**
 * Renders the element's tag.
 *
 * @param array<string, string> $values Valid attributes.
 * @return string HTML.
 */
function element( array $values ) {
	$tag = '<venue-booking';
	foreach ( array_filter( $values, 'strlen' ) as $name => $value ) {
		$tag .= sprintf( ' %s="%s"', $name, esc_attr( $value ) );
	}
	// Shown until the widget has loaded, and whenever guests can't book with it.
	$instead = __( 'You can also call or mail us to book.', 'venue-booking' );
	// A dialog needs no space in the page.
	$style = in_array( $values['mode'], array( 'button', 'dialog' ), true ) ? '' : sprintf( ' style="%s"', esc_attr( RESERVED ) );
	return $tag . sprintf( '%s><p>%s</p></venue-booking>', $style, esc_html( $instead ) );
}

/**
 * Renders a link to the page for feeds, where scripts don't run.
 *
 * @param string $name Name of the venue, or an empty text.
 * @return string HTML.
 */
function link_to_page( $name ) {
	$text = __( 'Book on our website', 'venue-booking' );
	if ( '' !== $name ) {
		/* translators: %s: name of the venue */
		$text = sprintf( __( 'Book at %s', 'venue-booking' ), $name );
	}
	return sprintf( '<a href="%s">%s</a>', esc_url( (string) get_permalink() ), esc_html( $text ) );
}

/**
 * Renders a notice that tells editors why there is no widget.
 *
 * @param string $html What is wrong and what to do, as HTML.
 * @return string HTML; nothing for guests.
 */
function notice_for_editors( $html ) {
	if ( is_feed() || ! current_user_can( 'edit_posts' ) ) {
		return '';
	}
	return sprintf(
		'<p role="note" style="border:1px solid;border-radius:4px;padding:1em">%s <small>%s</small></p>',
		$html,
		esc_html__( 'Guests don’t see this.', 'venue-booking' )
	);
}

/**
 * Renders a request to fill in the missing settings.
 *
 * @return string HTML.
 */
function what_to_fill_in() {
	$next = esc_html__( 'Ask an administrator to fill them in.', 'venue-booking' );
	if ( current_user_can( 'manage_options' ) ) {
		$next = sprintf( '<a href="%s">%s</a>', esc_url( settings_address() ), esc_html__( 'Open the settings', 'venue-booking' ) );
	}
	return esc_html__( 'The booking form is not shown yet. It needs a venue and the API address.', 'venue-booking' ) . ' ' . $next;
}
