import { DEFAULT_ACCENT, DEFAULT_RADIUS, type Palette, paletteOf } from '@venue-booking/domain/brand/palette';
import { withColon } from '@venue-booking/domain/wording/bookingTexts';
import { texts } from '@venue-booking/domain/wording/texts';
import { escapeHtml } from '@venue-booking/kit/escapeHtml';
import { mailtoUrl } from '@venue-booking/proto/emailAddress';
import { LONGEST_LABEL, type MailParts } from './mailParts.ts';
import { type Reservation, reservationScript } from './reservation.ts';

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Mail clients that support style sheets get the dark colours by class; others keep the inline colours. */
const darkStyles = (dark: Palette) => `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: ${dark.page} !important; }
  .card { background: ${dark.card} !important; border-color: ${dark.line} !important; }
  .ink { color: ${dark.ink} !important; }
  .soft { color: ${dark.soft} !important; }
  .line { border-color: ${dark.line} !important; }
  .link { color: ${dark.accentStrong} !important; }
  .button { border-color: ${dark.accentEdge} !important; }
  .logo { padding: 6px 10px !important; background: #ffffff !important; }
}`;

/** Colours and corners of a mail in the light scheme. */
type Look = Palette & { radius: number };

/**
 * The mail as HTML that renders alike in mail clients: tables and inline styles. It loads nothing but the
 * venue's logo, from the platform.
 */
export function toHtml(parts: Omit<MailParts, 'subject'>, reservation: Reservation | null = null): string {
  const { locale, title, greeting, own, body, info, rows, links, brand } = parts;
  const accent = brand.accent ?? DEFAULT_ACCENT;
  const look: Look = { ...paletteOf(accent, 'light'), radius: brand.radius ?? DEFAULT_RADIUS };
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${darkStyles(paletteOf(accent, 'dark'))}
</style>${reservation ? `\n${reservationScript(reservation)}` : ''}
</head>
<body class="page" style="margin:0;padding:0;background:${look.page}">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:${look.page}">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:${look.card};border:1px solid ${look.line};border-radius:${look.radius}px">
<tr><td style="padding:28px 24px;${FONT};font-size:16px;line-height:1.5">
${header(look, parts)}
<h1 class="ink" style="margin:0 0 20px;font-size:24px;line-height:1.25;${ink(look)}">${escapeHtml(title)}</h1>
${paragraph(look, greeting)}
${own ? ownBlock(look, own) : ''}${paragraphs(look, body)}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:20px 0">
${rows.map((pair) => row(look, pair)).join('\n')}
</table>
${info ? ownBlock(look, info) : ''}${links.map((pair, index) => link(look, pair, index)).join('\n')}
${venueBlock(look, parts)}${parts.reason ? reasonLine(look, parts.reason) : ''}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const ink = (look: Look) => `color:${look.ink}`;
const soft = (look: Look) => `color:${look.soft}`;

/** The venue's logo, or else its name. */
function header(look: Look, { brand, venue }: Pick<MailParts, 'brand' | 'venue'>): string {
  const name = escapeHtml(venue.name);
  const shown = brand.logo
    ? `<img class="logo" src="${escapeHtml(brand.logo)}" alt="${name}" height="40" style="display:block;width:auto;height:auto;max-width:100%;max-height:40px;border-radius:${Math.round(look.radius / 2)}px">`
    : name;
  return `<p class="soft" dir="auto" style="margin:0 0 24px;font-weight:600;overflow-wrap:anywhere;${soft(look)}">${shown}</p>`;
}

const paragraphs = (look: Look, texts: string[]) => texts.map((text) => paragraph(look, text)).join('\n');

const paragraph = (look: Look, text: string) =>
  `<p class="ink" dir="auto" style="margin:0 0 12px;overflow-wrap:anywhere;${ink(look)}">${withBreaks(text)}</p>`;

/** The venue's own text, visually separate from the platform's. */
const ownBlock = (look: Look, { lead, body }: NonNullable<MailParts['own']>) =>
  `<p class="soft" dir="auto" style="margin:0 0 8px;font-size:14px;overflow-wrap:anywhere;${soft(look)}">${escapeHtml(lead)}</p>
<div class="line" style="margin:0 0 20px;padding-left:14px;border-left:3px solid ${look.line}">
${paragraphs(look, body)}
</div>
`;

const reasonLine = (look: Look, reason: string) =>
  `\n<p class="soft" dir="auto" style="margin:16px 0 0;font-size:12px;overflow-wrap:anywhere;${soft(look)}">${escapeHtml(reason)}</p>`;

/** Escapes text and keeps its line breaks. */
const withBreaks = (text: string) => escapeHtml(text).replace(/\n/g, '<br>\n');

/** Labels longer than the column are names of prices, chosen by the venue. */
const wrapOf = (label: string) =>
  label.length > LONGEST_LABEL ? 'min-width:9em;overflow-wrap:anywhere' : 'white-space:nowrap';

const row = (look: Look, [label, value, url]: MailParts['rows'][number]) =>
  `<tr><td class="soft line" valign="top" style="padding:8px 16px 8px 0;border-top:1px solid ${look.line};${wrapOf(label)};${soft(look)};${FONT}">${escapeHtml(label)}</td>` +
  `<td class="ink line" dir="auto" valign="top" width="100%" style="padding:8px 0;border-top:1px solid ${look.line};overflow-wrap:anywhere;${ink(look)};${FONT}">${url ? anchor(look, url, value) : escapeHtml(value)}</td></tr>`;

/** The first link is a button. */
const link = (look: Look, [label, address]: [string, string], index: number) =>
  index === 0
    ? `<p style="margin:24px 0 16px"><a class="button" href="${escapeHtml(address)}" style="display:inline-block;padding:12px 20px;border:1px solid ${look.accentEdge};border-radius:${Math.round(look.radius * 0.7)}px;background:${look.accent};color:${look.onAccent};font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`
    : `<p style="margin:0 0 16px">${anchor(look, address, label)}</p>`;

const anchor = (look: Look, address: string, label: string) =>
  `<a class="link" href="${escapeHtml(address)}" style="color:${look.accentStrong}">${escapeHtml(label)}</a>`;

function venueBlock(look: Look, { locale, venue, termsUrl }: Omit<MailParts, 'subject'>): string {
  const label = texts[locale].labels;
  const lines = [
    `<strong class="ink" style="${ink(look)}">${escapeHtml(venue.name)}</strong>`,
    ...(venue.address ? [withBreaks(venue.address)] : []),
    ...(venue.phone
      ? [`${withColon(label.phone, locale)} ${anchor(look, telephone(venue.phone), venue.phone)}`]
      : []),
    ...(venue.email
      ? [`${withColon(label.email, locale)} ${anchor(look, mailtoUrl(venue.email), venue.email)}`]
      : []),
    ...(termsUrl ? [anchor(look, termsUrl, label.terms)] : []),
  ];
  return `<p class="soft line" dir="auto" style="margin:24px 0 0;padding-top:16px;border-top:1px solid ${look.line};font-size:14px;overflow-wrap:anywhere;${soft(look)}">${lines.join('<br>\n')}</p>`;
}

/** `+31 (0)35 123` is dialled without the 0. */
const telephone = (phone: string) => `tel:${phone.replace('(0)', '').replace(/[^\d+]/g, '')}`;
