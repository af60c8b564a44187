-- Whether the person signed in with a passkey.
ALTER TABLE session ADD COLUMN passkey boolean NOT NULL DEFAULT false;
