import { withColon } from '@venue-booking/domain/wording/bookingTexts';
import { texts } from '@venue-booking/domain/wording/texts';
import { escapeHtml } from '@venue-booking/kit/escapeHtml';
import { mailtoUrl } from '@venue-booking/proto/emailAddress';
import { LONGEST_LABEL, type MailParts } from './mailParts.ts';

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const INK = 'color:#14262b';
const SOFT = 'color:#54656a';

// Mail clients that support style sheets get the dark colours by class; others keep the inline colours.
const DARK = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #101a1d !important; }
  .card { background: #18262a !important; border-color: #34474b !important; }
  .ink { color: #e6efed !important; }
  .soft { color: #a3b5b4 !important; }
  .line { border-color: #34474b !important; }
  .link { color: #6fd0c4 !important; }
  .button { background: #6fd0c4 !important; color: #06201e !important; }
}`;

/** The mail as HTML that renders alike in mail clients: tables, inline styles and no external resources. */
export function toHtml(parts: Omit<MailParts, 'subject'>): string {
  const { locale, title, greeting, own, body, rows, links } = parts;
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${DARK}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f4f3ee">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f3ee">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid #d5dcd8;border-radius:12px">
<tr><td style="padding:28px 24px;${FONT};font-size:16px;line-height:1.5">
<h1 class="ink" style="margin:0 0 20px;font-size:24px;line-height:1.25;${INK}">${escapeHtml(title)}</h1>
${paragraph(greeting)}
${own ? ownBlock(own) : ''}${body.map(paragraph).join('\n')}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:20px 0">
${rows.map(row).join('\n')}
</table>
${links.map(link).join('\n')}
${venueBlock(parts)}${parts.reason ? reasonLine(parts.reason) : ''}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const paragraph = (text: string) =>
  `<p class="ink" dir="auto" style="margin:0 0 12px;overflow-wrap:anywhere;${INK}">${withBreaks(text)}</p>`;

/** The venue's own text, visually separate from the platform's. */
const ownBlock = ({ lead, body }: NonNullable<MailParts['own']>) =>
  `<p class="soft" dir="auto" style="margin:0 0 8px;font-size:14px;overflow-wrap:anywhere;${SOFT}">${escapeHtml(lead)}</p>
<div class="line" style="margin:0 0 20px;padding-left:14px;border-left:3px solid #d5dcd8">
${body.map(paragraph).join('\n')}
</div>
`;

const reasonLine = (reason: string) =>
  `\n<p class="soft" dir="auto" style="margin:16px 0 0;font-size:12px;overflow-wrap:anywhere;${SOFT}">${escapeHtml(reason)}</p>`;

/** Escapes text and keeps its line breaks. */
const withBreaks = (text: string) => escapeHtml(text).replace(/\n/g, '<br>\n');

/** Labels longer than the column are names of prices, chosen by the venue. */
const wrapOf = (label: string) =>
  label.length > LONGEST_LABEL ? 'min-width:9em;overflow-wrap:anywhere' : 'white-space:nowrap';

const row = ([label, value]: [string, string]) =>
  `<tr><td class="soft line" valign="top" style="padding:8px 16px 8px 0;border-top:1px solid #d5dcd8;${wrapOf(label)};${SOFT};${FONT}">${escapeHtml(label)}</td>` +
  `<td class="ink line" dir="auto" valign="top" width="100%" style="padding:8px 0;border-top:1px solid #d5dcd8;overflow-wrap:anywhere;${INK};${FONT}">${escapeHtml(value)}</td></tr>`;

/** The first link is a button. */
const link = ([label, address]: [string, string], index: number) =>
  index === 0
    ? `<p style="margin:24px 0 16px"><a class="button" href="${escapeHtml(address)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0b6660;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`
    : `<p style="margin:0 0 16px">${anchor(address, label)}</p>`;

const anchor = (address: string, label: string) =>
  `<a class="link" href="${escapeHtml(address)}" style="color:#0b6660">${escapeHtml(label)}</a>`;

function venueBlock({ locale, venue, termsUrl }: Omit<MailParts, 'subject'>): string {
  const label = texts[locale].labels;
  const lines = [
    `<strong class="ink" style="${INK}">${escapeHtml(venue.name)}</strong>`,
    ...(venue.address ? [withBreaks(venue.address)] : []),
    ...(venue.phone
      ? [`${withColon(label.phone, locale)} ${anchor(telephone(venue.phone), venue.phone)}`]
      : []),
    ...(venue.email
      ? [`${withColon(label.email, locale)} ${anchor(mailtoUrl(venue.email), venue.email)}`]
      : []),
    ...(termsUrl ? [anchor(termsUrl, label.terms)] : []),
  ];
  return `<p class="soft line" dir="auto" style="margin:24px 0 0;padding-top:16px;border-top:1px solid #d5dcd8;font-size:14px;overflow-wrap:anywhere;${SOFT}">${lines.join('<br>\n')}</p>`;
}

/** `+31 (0)35 123` is dialled without the 0. */
const telephone = (phone: string) => `tel:${phone.replace('(0)', '').replace(/[^\d+]/g, '')}`;
