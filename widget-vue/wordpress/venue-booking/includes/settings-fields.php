<?php
/**
 * The fields of the settings page.
 *
 * @package VenueBooking
 */

namespace Venue_Booking;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * All fields with their section, label, help text and input type.
 *
 * @return array<string, array<string, mixed>>
 */
function setting_fields() {
	return array(
		'tenant'   => array(
			'section' => 'venue',
			'label'   => __( 'Venue', 'venue-booking' ),
			'help'    => __( 'The slug of your venue, such as my-venue.', 'venue-booking' ),
			'invalid' => __( 'The venue was not changed: a slug has lowercase letters, digits and hyphens only, such as my-venue.', 'venue-booking' ),
		),
		'api'      => array(
			'section' => 'venue',
			'label'   => __( 'API address', 'venue-booking' ),
			'help'    => __( 'The address of the booking server, such as https://book.example.com.', 'venue-booking' ),
			'invalid' => __( 'The API address was not changed: it starts with https:// and has no path, such as https://book.example.com.', 'venue-booking' ),
		),
		'script'   => array(
			'section' => 'venue',
			'label'   => __( 'Script address', 'venue-booking' ),
			'help'    => __( 'Only if the widget’s script is hosted elsewhere. Leave empty to use the API address followed by /widget/venue-booking.js.', 'venue-booking' ),
			'invalid' => __( 'The script address was not changed: enter a full address, such as https://cdn.example.com/widget/venue-booking.js.', 'venue-booking' ),
		),
		'variant'  => array(
			'section' => 'look',
			'label'   => __( 'Time picker', 'venue-booking' ),
			'choices' => array(
				''         => __( 'Week by week', 'venue-booking' ),
				'calendar' => __( 'Month calendar', 'venue-booking' ),
				'timeline' => __( 'Day timeline', 'venue-booking' ),
			),
			'invalid' => __( 'The time picker was not changed: choose one from the list.', 'venue-booking' ),
		),
		'accent'   => array(
			'section' => 'look',
			'label'   => __( 'Colour', 'venue-booking' ),
			'help'    => __( 'A CSS colour, such as #0b6660. Text on it stays readable.', 'venue-booking' ),
			'invalid' => __( 'The colour was not changed: enter a CSS colour, such as #0b6660 or teal.', 'venue-booking' ),
		),
		'radius'   => array(
			'section' => 'look',
			'label'   => __( 'Rounded corners', 'venue-booking' ),
			'help'    => __( 'In pixels, 0 to 40.', 'venue-booking' ),
			'invalid' => __( 'The rounded corners were not changed: enter a whole number from 0 to 40.', 'venue-booking' ),
		),
		'name'     => array(
			'section' => 'look',
			'label'   => __( 'Name', 'venue-booking' ),
			'help'    => __( 'Shown above the booking form. Leave empty to show no name.', 'venue-booking' ),
			'invalid' => __( 'The name was not changed: use at most 200 characters.', 'venue-booking' ),
		),
		'locale'   => array(
			'section' => 'look',
			'label'   => __( 'Language', 'venue-booking' ),
			'choices' => array(
				''   => __( 'Same as the page', 'venue-booking' ),
				'nl' => __( 'Dutch', 'venue-booking' ),
				'en' => __( 'English', 'venue-booking' ),
				'de' => __( 'German', 'venue-booking' ),
				'fr' => __( 'French', 'venue-booking' ),
			),
			'invalid' => __( 'The language was not changed: choose one from the list.', 'venue-booking' ),
		),
		'redirect' => array(
			'section' => 'look',
			'label'   => __( 'After payment', 'venue-booking' ),
			'help'    => __( 'Where guests return after payment. Choose a page or enter an address. An address takes precedence. Put the booking form on that page too, so that guests see whether the payment succeeded.', 'venue-booking' ),
			'invalid' => __( 'The address after payment was not changed: enter a full address, such as https://www.example.com/thanks, or a path, such as /thanks.', 'venue-booking' ),
		),
	);
}

/**
 * Shows a field.
 *
 * @param array{name: string} $of Name of the field.
 * @return void
 */
function show_field( array $of ) {
	$name  = $of['name'];
	$field = setting_fields()[ $name ];
	$value = (string) settings()[ $name ];
	$wrong = refusal_of( $name );
	$help  = isset( $field['help'] ) ? $field['help'] : '';
	$fixed = in_array( $name, SERVER_SETTINGS, true ) && ! may_set_server();
	if ( $fixed ) {
		$help = __( 'Only network administrators can change this.', 'venue-booking' );
	}
	$described = '' === $help ? array() : array( "venue-booking-$name-help" );
	if ( null !== $wrong ) {
		$value = $wrong;
		array_unshift( $described, "venue-booking-$name-problem" );
	}
	if ( isset( $field['choices'] ) ) {
		show_choices( $name, $field['choices'], $value );
	} else {
		if ( 'redirect' === $name ) {
			show_pages( (int) settings()['redirect_page'] );
		}
		printf(
			'<input type="text" id="venue-booking-%1$s" name="%2$s[%1$s]" value="%3$s" class="%4$s" spellcheck="false"%5$s%6$s%7$s>',
			esc_attr( $name ),
			esc_attr( OPTION ),
			esc_attr( $value ),
			esc_attr( 'radius' === $name ? 'small-text' : 'regular-text' ),
			array() === $described ? '' : ' aria-describedby="' . esc_attr( implode( ' ', $described ) ) . '"',
			null === $wrong ? '' : ' aria-invalid="true"',
			$fixed ? ' readonly' : ''
		);
	}
	if ( null !== $wrong ) {
		printf( '<div class="notice notice-error inline" id="venue-booking-%s-problem"><p>%s</p></div>', esc_attr( $name ), esc_html( $field['invalid'] ) );
	}
	if ( '' !== $help ) {
		printf( '<p class="description" id="venue-booking-%s-help">%s</p>', esc_attr( $name ), esc_html( $help ) );
	}
}

/**
 * Shows a list field.
 *
 * @param string                $name    Name of the field.
 * @param array<string, string> $choices Texts by value.
 * @param string                $chosen  The current value.
 * @return void
 */
function show_choices( $name, array $choices, $chosen ) {
	printf( '<select id="venue-booking-%1$s" name="%2$s[%1$s]">', esc_attr( $name ), esc_attr( OPTION ) );
	foreach ( $choices as $value => $text ) {
		printf( '<option value="%s"%s>%s</option>', esc_attr( $value ), selected( $chosen, $value, false ), esc_html( $text ) );
	}
	echo '</select>';
}

/**
 * Shows a list of the pages of this site.
 *
 * @param int $chosen The current page, or 0.
 * @return void
 */
function show_pages( $chosen ) {
	printf( '<p><label class="screen-reader-text" for="venue-booking-redirect-page">%s</label>', esc_html__( 'Page after payment', 'venue-booking' ) );
	wp_dropdown_pages(
		array(
			'name'              => esc_attr( OPTION . '[redirect_page]' ),
			'id'                => 'venue-booking-redirect-page',
			'selected'          => (int) $chosen,
			'show_option_none'  => esc_html__( 'The page where the guest booked', 'venue-booking' ),
			'option_none_value' => '0',
		)
	);
	echo '</p><br>';
}
