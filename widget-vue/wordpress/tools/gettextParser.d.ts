// The package has no types. Declares only what is used.
declare module 'gettext-parser' {
  type Entry = {
    msgid: string;
    msgctxt?: string;
    msgstr: string[];
    comments?: { reference?: string; extracted?: string; flag?: string };
  };
  type Catalogue = {
    charset: string;
    headers: Record<string, string>;
    translations: Record<string, Record<string, Entry>>;
  };
  const parser: {
    po: {
      parse(text: Buffer): Catalogue;
      compile(catalogue: Catalogue, options?: { foldLength?: number }): Buffer;
    };
    mo: { parse(bytes: Buffer): Catalogue; compile(catalogue: Catalogue): Buffer };
  };
  export default parser;
}
