/** Ends of domains that mail programs make links of, besides those of countries, which have two letters. */
const ENDS = new Set(
  `academy accountant adult agency amsterdam app art asia autos bank bar beauty best bet bid bike bio biz blog boats bond business buzz
  cafe cam camp cards care cash casino center cfd chat church city claims click clinic cloud club coach codes com company coop courses
  credit cricket cyou date dating deals delivery dental dev digital direct download email energy events exchange express fashion
  finance fit foundation frl fun fund fyi gallery game games gay gift gives global gold gratis group guide guru hair health help homes
  host hotel how icu immo inc info ink international jobs kim kitchen land lat law legal lgbt life limo link live llc loan loans lol
  love ltd luxe maison makeup management market marketing media men mobi mom money monster mov movie museum name net network news ninja
  one online ooo org page party pet photo photos pics pizza plus poker press pro promo pub quest racing realty rent rentals report rest
  review reviews rip rocks run sale salon sbs school science services sex sexy shoes shop shopping show site ski skin social software
  solutions space sport store stream studio style support surf systems tax taxi team tech technology tel theater tips tires today tools
  top tours toys trade training travel tube university vacations vegas ventures video vin vip vision vote voto voyage wang watch webcam
  website wedding wiki win wine work works world wtf xxx xyz yoga zip zone`
    .trim()
    .split(/\s+/),
);

/** Written before a name without a space: "Dr.Li". */
const TITLES = new Set('dhr dr drs fam ing ir jr miss mevr mr mrs ms mw prof sr st'.split(' '));

/** Something with dots in it, and whether a path comes after it. */
const DOTTED =
  /(?<![\p{L}\p{N}.@-])((?:[\p{L}\p{N}-]+\.)+)(xn--[a-z0-9-]+|\p{L}[\p{L}\p{M}]+)(?![\p{L}\p{N}-])(\/?)/gu;

/**
 * Whether a text holds what mail programs make a link of: the address of a page, or a domain. Initials and
 * titles before a name ("J.P.de Vries", "Dr.Li") are none.
 */
export function holdsWebAddress(text: string): boolean {
  // As a mail program sees it: other forms of the same letters are those, and what shows nothing is not
  // there.
  const plain = text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll('。', '.')
    .toLowerCase();
  if (/:\/\/|(?<![\p{L}\p{N}])www\d?\./u.test(plain)) return true;
  return [...plain.matchAll(DOTTED)].some(([, front = '', end = '', path]) => {
    const labels = front.split('.').slice(0, -1);
    const isDomain = end.length === 2 || end.startsWith('xn--') || ENDS.has(end);
    if (path) return isDomain || labels.some((label) => label.length > 1);
    const isName = labels.every((label) => label.length === 1 || TITLES.has(label));
    return isDomain && !isName;
  });
}
