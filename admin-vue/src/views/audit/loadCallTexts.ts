import type { Locale } from '@venue-booking/proto/primitives';
import type { AuditCallTexts } from '../../texts/auditCallTexts.ts';

/** Loads the names of operations. They are many, so only the audit log loads them. */
export const loadCallTexts: Record<Locale, () => Promise<AuditCallTexts>> = {
  en: async () => (await import('../../texts/en/auditCalls.ts')).auditCalls,
  de: async () => (await import('../../texts/de/auditCalls.ts')).auditCalls,
  fr: async () => (await import('../../texts/fr/auditCalls.ts')).auditCalls,
  nl: async () => (await import('../../texts/nl/auditCalls.ts')).auditCalls,
};
