import { requireOwnLinks } from '@venue-booking/domain/venue/ownLinks';
import { mutation, query, t } from '@venue-booking/kit/messaging/rpc';
import { fail } from '@venue-booking/proto/failures';
import {
  type MailText,
  MailTextDraft,
  MailTextKind,
  mailPlaceholders,
  NewMailText,
  OfMailText,
} from '@venue-booking/proto/mail/mailText';
import { Locale, VenueId } from '@venue-booking/proto/primitives';
import { hostsOf } from '@venue-booking/proto/webAddress';
import { z } from 'zod';
import type { MailText as Row } from '../../gen/prisma/client.ts';
import { builtInText, unknownPlaceholder } from '../texts/mailText.ts';
import { type PreviewDeps, previewMail } from './previewMail.ts';

/** RPC procedures for the texts of a venue's mail. */
export function mailTextRouter(deps: PreviewDeps) {
  const { database, publicUrl } = deps;

  /** @throws `placeholder_unknown`, `link_foreign` */
  const requireSayable = async (of: OfMailText, texts: MailTextDraft): Promise<void> => {
    requireKnown(of, texts);
    const { linkHosts } = await deps.contact(of);
    const hosts = linkHosts ? [...linkHosts, ...hostsOf([publicUrl])] : null;
    for (const field of FIELDS) requireOwnLinks(field, texts[field] ?? '', hosts);
  };

  return t.router({
    list: query(z.object({ venueId: VenueId }), async ({ venueId }) => {
      const own = await database.mailText.findMany({ where: { venueId } });
      return MailTextKind.options.flatMap((kind) =>
        Locale.options.map((language) =>
          toMailText(
            { venueId, kind, language },
            own.find((row) => row.kind === kind && row.language === language) ?? null,
          ),
        ),
      );
    }),
    get: query(OfMailText, async (input) => {
      const own = await database.mailText.findUnique({ where: { venueId_kind_language: input } });
      return toMailText(input, own);
    }),
    put: mutation(z.object({ of: OfMailText, text: NewMailText }), async ({ of, text }) => {
      await requireSayable(of, text);
      const own = await database.mailText.upsert({
        where: { venueId_kind_language: of },
        create: { ...of, ...text },
        update: text,
      });
      return toMailText(of, own);
    }),
    delete: mutation(OfMailText, async (input) => {
      await database.mailText.deleteMany({ where: input });
      return toMailText(input, null);
    }),
    preview: query(z.object({ of: OfMailText, draft: MailTextDraft }), async ({ of, draft }) => {
      await requireSayable(of, draft);
      return previewMail(deps, of, draft);
    }),
  });
}

const FIELDS = ['subject', 'body'] as const;

/** @throws `placeholder_unknown` for a placeholder that this kind of mail does not have */
function requireKnown({ kind }: OfMailText, texts: MailTextDraft): void {
  for (const field of FIELDS) {
    const placeholder = unknownPlaceholder(kind, texts[field] ?? '');
    const known = mailPlaceholders[kind].map((name) => `{${name}}`).join(', ');
    if (placeholder) throw fail('placeholder_unknown', { field, placeholder, known });
  }
}

function toMailText({ kind, language }: OfMailText, own: Row | null): MailText {
  const builtIn = builtInText(kind, language);
  return {
    kind,
    language,
    subject: own?.subject ?? builtIn.subject,
    body: own?.body ?? builtIn.body,
    own: own !== null,
    default_subject: builtIn.subject,
    default_body: builtIn.body,
    placeholders: [...mailPlaceholders[kind]],
    updated_at: own?.updatedAt.toISOString() ?? null,
  };
}
