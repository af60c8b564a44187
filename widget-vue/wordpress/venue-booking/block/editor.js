// The block in the editor: its options and a preview. PHP renders the block for guests. Plain JavaScript
// without a build step.
(({ blockEditor, blocks, components, element, i18n }) => {
  const { InspectorControls, useBlockProps } = blockEditor;
  const { Button, Disabled, PanelBody, Placeholder, SelectControl, TextControl } = components;
  const { createElement: el, Fragment, useEffect, useRef, useState } = element;
  const { __, sprintf } = i18n;
  const settings = window.venueBookingEditor || {};
  const defaults = settings.defaults || {};

  const variants = {
    strip: __('Week by week', 'venue-booking'),
    calendar: __('Month calendar', 'venue-booking'),
    timeline: __('Day timeline', 'venue-booking'),
  };
  const locales = {
    nl: __('Dutch', 'venue-booking'),
    en: __('English', 'venue-booking'),
    de: __('German', 'venue-booking'),
    fr: __('French', 'venue-booking'),
  };
  const modes = [
    { value: '', label: __('In the page', 'venue-booking') },
    { value: 'button', label: __('In a dialog, behind a button', 'venue-booking') },
    { value: 'dialog', label: __('In a dialog that links of the page open', 'venue-booking') },
  ];

  /** Options of a list. The first one uses the setting. */
  const choices = (texts) => [
    { value: '', label: __('As in the settings', 'venue-booking') },
    ...Object.entries(texts).map(([value, label]) => ({ value, label })),
  ];

  /** Same rule as in PHP. */
  const isSlug = (text) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(text.trim().toLowerCase());

  /** What is missing before guests can book, or an empty text. */
  function problemOf(attributes) {
    if (attributes.tenant.trim() && !isSlug(attributes.tenant))
      return __('The venue is not valid. Use only lowercase letters, digits and hyphens.', 'venue-booking');
    if (!defaults.api) return __('Enter the API address in the settings of Venue Booking.', 'venue-booking');
    if (!attributes.tenant && !defaults.tenant)
      return __('Enter a venue in the options of this block, or in the settings.', 'venue-booking');
    return '';
  }

  /** The preview with a caption, or a card if the preview can't be shown. */
  function Shown({ attributes }) {
    const [failed, setFailed] = useState(false);
    const problem = problemOf(attributes);
    const variant = variants[attributes.variant] || variants[defaults.variant] || variants.strip;
    const tenant = attributes.tenant || defaults.tenant;
    /* translators: 1: the venue, 2: the time picker */
    const shown = sprintf(
      __('Guests book at “%1$s” here. Time picker: %2$s.', 'venue-booking'),
      tenant,
      variant,
    );
    const card = el(
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
    if (problem) return card;
    const note = failed
      ? __('The preview can’t be loaded. The settings of Venue Booking show the reason.', 'venue-booking')
      : shown;
    return el(
      Fragment,
      null,
      el('p', { style: { margin: '0 0 8px', fontSize: '13px' } }, note),
      el(Disabled, null, el(Preview, { attributes, onChange: setFailed })),
    );
  }

  /** Sets the element's attributes from the block, with the settings as defaults. */
  function setUp(widget, attributes) {
    for (const [name, usual] of Object.entries(defaults)) {
      // A dialog would be invisible in the preview.
      if (name === 'mode') continue;
      const value = (attributes[name] || '').trim() || usual;
      if (!value) widget.removeAttribute(name);
      else if (widget.getAttribute(name) !== value) widget.setAttribute(name, value);
    }
  }

  /** The widget in a frame, which isolates it from the editor's styles. It can't be operated. */
  function Preview({ attributes, onChange }) {
    const frame = useRef(null);
    const [height, setHeight] = useState(600);
    const [widget, setWidget] = useState(null);
    function fill() {
      const { contentDocument: page, contentWindow } = frame.current;
      const made = page.createElement('venue-booking');
      const script = page.createElement('script');
      setUp(made, attributes);
      made.addEventListener('venue-booking:ready', () => onChange(false));
      made.addEventListener('venue-booking:error', () => onChange(true));
      script.src = settings.script;
      script.onerror = () => onChange(true);
      const { fontFamily } = getComputedStyle(frame.current);
      Object.assign(page.body.style, { margin: 0, fontFamily });
      page.body.append(made, script);
      new contentWindow.ResizeObserver(() => setHeight(page.body.offsetHeight)).observe(page.body);
      setWidget(made);
    }
    useEffect(() => {
      if (!widget) return undefined;
      // Debounced: every new venue would be requested at once.
      const later = setTimeout(() => setUp(widget, attributes), 500);
      return () => clearTimeout(later);
    }, [widget, attributes]);
    return el('iframe', {
      ref: frame,
      title: __('Preview of the booking form', 'venue-booking'),
      srcDoc: '<!doctype html><body>',
      tabIndex: -1,
      onLoad: fill,
      style: { display: 'block', width: '100%', height, border: 0, pointerEvents: 'none' },
    });
  }

  function Edit({ attributes, setAttributes }) {
    const control = (Control, name, label, more) =>
      el(Control, {
        key: name,
        label,
        value: attributes[name],
        onChange: (value) => setAttributes({ [name]: value }),
        // Opt in to the sizes of newer WordPress versions, which otherwise log a warning.
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
            placeholder: defaults.tenant || '',
            help: __('The slug of your venue, such as my-venue.', 'venue-booking'),
          }),
          control(SelectControl, 'variant', __('Time picker', 'venue-booking'), {
            options: choices(variants),
          }),
          control(SelectControl, 'locale', __('Language', 'venue-booking'), { options: choices(locales) }),
          control(TextControl, 'name', __('Name', 'venue-booking'), { placeholder: fromSettings }),
        ),
        el(
          PanelBody,
          { title: __('Appearance', 'venue-booking'), initialOpen: false },
          control(TextControl, 'accent', __('Colour', 'venue-booking'), {
            placeholder: fromSettings,
            help: __('A CSS colour, such as #0b6660. Text on it stays readable.', 'venue-booking'),
          }),
          control(TextControl, 'radius', __('Rounded corners', 'venue-booking'), {
            placeholder: fromSettings,
            help: __('In pixels, 0 to 40.', 'venue-booking'),
          }),
        ),
        el(
          PanelBody,
          { title: __('More', 'venue-booking'), initialOpen: false },
          control(TextControl, 'redirect', __('Address after payment', 'venue-booking'), {
            placeholder: fromSettings,
          }),
          control(SelectControl, 'mode', __('Booking form', 'venue-booking'), {
            options: modes,
          }),
          control(TextControl, 'label', __('Text of the button', 'venue-booking')),
          control(TextControl, 'facility', __('Facility', 'venue-booking'), {
            help: __('The id of the facility to open, such as 7.', 'venue-booking'),
          }),
          control(TextControl, 'date', __('Day', 'venue-booking'), {
            help: __('The day to open, such as 2026-12-31.', 'venue-booking'),
          }),
          control(TextControl, 'people', __('Number of people', 'venue-booking')),
          control(TextControl, 'reference', __('Reference', 'venue-booking'), {
            help: __('Stored with each booking, such as a campaign.', 'venue-booking'),
          }),
        ),
      ),
      el('div', useBlockProps(), el(Shown, { attributes })),
    );
  }

  blocks.registerBlockType('venue-booking/venue', { edit: Edit, save: () => null });
})(window.wp);
