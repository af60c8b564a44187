-- What the venue's people write to each other about a booking: never shown to its guest, and erased with the guest.
ALTER TABLE booking ADD COLUMN note text NOT NULL DEFAULT '';
-- Whether the venue kept what was paid when it cancelled: the guest is then not told that it goes back.
ALTER TABLE booking ADD COLUMN money_kept boolean NOT NULL DEFAULT false;
