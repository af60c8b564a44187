// The block in the editor: its options, and a card in its place. Guests get what PHP renders. No build step:
// as it stands.
(({ blockEditor, blocks, components, element, i18n }) => {
  const { InspectorControls, useBlockProps } = blockEditor;
  const { Button, PanelBody, Placeholder, SelectControl, TextControl } = components;
  const { createElement: el, Fragment } = element;
  const { __, sprintf } = i18n;
  const settings = window.venueBookingEditor || {};

  const variants = {
    strip: __('Week by week', 'venue-booking'),
    calendar: __('In a month', 'venue-booking'),
    timeline: __('On the bar of a day', 'venue-booking'),
  };
  const locales = { nl: __('Dutch', 'venue-booking'), en: __('English', 'venue-booking') };

  /** Choices of a list, of which the first leaves it to the settings. */
  const choices = (texts) => [
    { value: '', label: __('As in the settings', 'venue-booking') },
    ...Object.entries(texts).map(([value, label]) => ({ value, label })),
  ];

  /** A slug as PHP takes it. */
  const isSlug = (text) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(text.trim().toLowerCase());

  /** What is missing before guests can book here, or an empty text. */
  function problemOf(attributes) {
    if (attributes.tenant.trim() && !isSlug(attributes.tenant))
      return __('The venue is not valid: a slug is small letters, digits and hyphens.', 'venue-booking');
    if (!settings.ready)
      return __('It needs the API address, in the settings of Venue Booking.', 'venue-booking');
    if (!attributes.tenant && !settings.tenant)
      return __(
        'It needs a venue: name it in the options of this block, or in the settings.',
        'venue-booking',
      );
    if (attributes.api && attributes.api !== settings.api && !settings.any)
      return __(
        'This page names an API address of its own, which only authors may do who may write any HTML.',
        'venue-booking',
      );
    if (!attributes.api && !settings.api)
      return __(
        'It needs the API address: name it in the options of this block, or in the settings.',
        'venue-booking',
      );
    return '';
  }

  function card(attributes) {
    const problem = problemOf(attributes);
    const variant = variants[attributes.variant] || variants[settings.variant] || variants.strip;
    const tenant = attributes.tenant || settings.tenant;
    /* translators: 1: the venue, 2: how a time is picked */
    const shown = sprintf(
      __('Guests book at “%1$s” here. Picking a time: %2$s.', 'venue-booking'),
      tenant,
      variant,
    );
    return el(
      Placeholder,
      {
        icon: 'calendar-alt',
        label: attributes.name || __('Venue Booking', 'venue-booking'),
        instructions: problem || shown,
      },
      problem && settings.settings
        ? el(
            Button,
            { variant: 'secondary', href: settings.settings, target: '_blank' },
            __('Open the settings', 'venue-booking'),
          )
        : null,
    );
  }

  function Edit({ attributes, setAttributes }) {
    const control = (Control, name, label, more) =>
      el(Control, {
        key: name,
        label,
        value: attributes[name],
        onChange: (value) => setAttributes({ [name]: value }),
        // Sizes of newer versions, which warn without.
        __nextHasNoMarginBottom: true,
        __next40pxDefaultSize: true,
        ...more,
      });
    const fromSettings = __('As in the settings', 'venue-booking');
    return el(
      Fragment,
      null,
      el(
        InspectorControls,
        null,
        el(
          PanelBody,
          { title: __('Booking', 'venue-booking') },
          control(TextControl, 'tenant', __('Venue', 'venue-booking'), {
            placeholder: settings.tenant || '',
            help: __('The slug of your venue, such as my-venue.', 'venue-booking'),
          }),
          control(SelectControl, 'variant', __('Picking a time', 'venue-booking'), {
            options: choices(variants),
          }),
          control(SelectControl, 'locale', __('Language', 'venue-booking'), { options: choices(locales) }),
          control(TextControl, 'name', __('Name', 'venue-booking'), { placeholder: fromSettings }),
        ),
        el(
          PanelBody,
          { title: __('Look', 'venue-booking'), initialOpen: false },
          control(TextControl, 'accent', __('Colour', 'venue-booking'), {
            placeholder: fromSettings,
            help: __('A colour of CSS, such as #0b6660. Texts on it stay readable.', 'venue-booking'),
          }),
          control(TextControl, 'radius', __('Rounded corners', 'venue-booking'), {
            placeholder: fromSettings,
            help: __('In pixels, 0 to 40.', 'venue-booking'),
          }),
        ),
        el(
          PanelBody,
          { title: __('More', 'venue-booking'), initialOpen: false },
          control(TextControl, 'redirect', __('Address after paying', 'venue-booking'), {
            placeholder: fromSettings,
          }),
          control(TextControl, 'api', __('API address', 'venue-booking'), {
            placeholder: settings.api || '',
          }),
        ),
      ),
      el('div', useBlockProps(), card(attributes)),
    );
  }

  blocks.registerBlockType('venue-booking/venue', { edit: Edit, save: () => null });
})(window.wp);
