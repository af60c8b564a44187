-- Texts for the venue's page and its accessibility statement; NULL: none.
ALTER TABLE venue
  ADD COLUMN description text,
  ADD COLUMN accessibility_text text;
