-- Hash of a cookie of the browser that asked for the link; NULL: any browser may use it.
ALTER TABLE sign_in_link ADD COLUMN browser text;
