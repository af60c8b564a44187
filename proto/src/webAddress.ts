/**
 * Top-level domains that mail programs turn into links. Country domains have two letters and need no list.
 */
const TOP_LEVEL_DOMAINS = new Set(
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

/** Titles written before a name without a space: "Dr.Li". */
const TITLES = new Set('dhr dr drs fam ing ir jr miss mevr mr mrs ms mw prof sr st'.split(' '));

/** Text with dots in it, and whether a path follows. */
const DOTTED =
  /(?<![\p{L}\p{N}.@-])((?:[\p{L}\p{N}-]+\.)+)(xn--[a-z0-9-]+|\p{L}[\p{L}\p{M}]+)(?![\p{L}\p{N}-])(\/?)/gu;
/** Separators of addresses in a text: a mail program may end a link there. */
const PIECE = /[^\p{White_Space}<>"'()[\]{}|,;`^“”„‟‘’‚‛«»‹›–—•·§¶]+/gu;
const WWW = /(?<![\p{L}\p{N}])www\d?\.(?=\S)([^/?#]*)/u;

/** The text as a mail program shows it: with normalised letters and without invisible characters. */
const asDisplayed = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll('。', '.');

/** The host of an address as a browser parses it; empty if programs may parse it differently. */
function hostOf(authority: string): string {
  const address = `http://${authority.replace(/[^\p{L}\p{N}]+$/u, '')}`;
  if (/[@\\%]/.test(authority) || !URL.canParse(address)) return '';
  return withoutWww(new URL(address).hostname);
}

const withoutWww = (host: string): string => host.replace(/^www\./, '');

/** Hosts in a piece of text without a scheme. Text after a slash is a path. */
function domainsIn(piece: string): string[] {
  const www = WWW.exec(piece);
  return www ? [...bareDomainsIn(piece.slice(0, www.index)), hostOf(www[0])] : bareDomainsIn(piece);
}

function bareDomainsIn(piece: string): string[] {
  const found: string[] = [];
  for (const [, front = '', end = '', path] of piece.matchAll(DOTTED)) {
    const labels = front.split('.').slice(0, -1);
    const isDomain = end.length === 2 || end.startsWith('xn--') || TOP_LEVEL_DOMAINS.has(end);
    const isName = labels.every((label) => label.length === 1 || TITLES.has(label));
    const isLink = path ? isDomain || labels.some((label) => label.length > 1) : isDomain && !isName;
    if (isLink) found.push(hostOf(front + end));
    if (isLink && path) break;
  }
  return found;
}

/**
 * Hosts of everything that mail programs turn into links: URLs and bare domains, without a leading `www.`.
 * Empty string for a host that cannot be parsed. Ignores initials and titles before a name ("J.P.de Vries",
 * "Dr.Li").
 */
export function webHostsIn(text: string): string[] {
  const pieces = asDisplayed(text).toLowerCase().match(PIECE) ?? [];
  return pieces.flatMap((piece) => {
    const [front = '', ...addresses] = piece.split('://');
    if (addresses.length === 0) return domainsIn(piece);
    const scheme = /[a-z][a-z0-9+-]*$/.exec(front)?.[0] ?? '';
    const isWeb = scheme === 'http' || scheme === 'https';
    const before = front.slice(0, front.length - scheme.length);
    const hosts = addresses.map((address) => hostOf(/^[^/?#]*/.exec(address)?.[0] ?? ''));
    return [...domainsIn(before), ...(isWeb ? hosts : [''])];
  });
}

/** Whether a text contains anything that mail programs turn into a link. */
export const containsWebAddress = (text: string): boolean => webHostsIn(text).length > 0;

/** Hosts of a venue's own domains and websites. @param addresses domains, origins and page URLs */
export const hostsOf = (addresses: readonly string[]): string[] => [
  ...new Set(
    addresses
      .map((address) => (address.includes('://') ? address : `http://${address}`))
      .filter((address) => URL.canParse(address))
      .map((address) => withoutWww(new URL(address).hostname)),
  ),
];

const isForeign = (piece: string, hosts: readonly string[]): boolean =>
  webHostsIn(piece).some((host) => !hosts.includes(host));

/** The first link in a text to a host not in the list, as written; null if there is none. */
export const foreignLinkIn = (text: string, hosts: readonly string[]): string | null =>
  text.match(PIECE)?.find((piece) => isForeign(piece, hosts)) ?? null;

/**
 * Breaks links to other hosts with spaces, so that mail programs make no links of them but readers can still
 * see where they lead.
 */
export const withInertLinks = (text: string, hosts: readonly string[]): string =>
  text.replace(PIECE, (piece) => (isForeign(piece, hosts) ? spaced(piece) : piece));

const spaced = (piece: string): string =>
  asDisplayed(piece)
    .replaceAll('://', ': //')
    .replace(/\.(?=\S)/g, '. ');
