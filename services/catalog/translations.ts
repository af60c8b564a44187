import { Prisma } from './gen/prisma/client.ts';

type Translations = Record<string, Record<string, unknown> | undefined>;

/** The `translations` of a row for a response; no field if there are none. */
export const translationsIn = <T>({ translations }: { translations: unknown }): { translations?: T } =>
  translations === null ? {} : { translations: translations as T };

/** The column for translations; null without any text. */
export const translationsColumn = (translations: Translations = {}) => {
  const given = Object.entries(translations).filter(([, texts]) => Object.keys(texts ?? {}).length > 0);
  return given.length > 0 ? (Object.fromEntries(given) as Prisma.InputJsonObject) : Prisma.DbNull;
};
