-- Whether a guest's own change caused a mail that is else the venue's to cause.
ALTER TABLE mail ADD COLUMN by_guest boolean NOT NULL DEFAULT false;
