import type { ApiResponse, Call, Client } from './apiClient.ts';
import { CliError, exitCodes } from './exitCodes.ts';
import { isObject } from './jsonObject.ts';
import type { Pages } from './operation.ts';

/** Reads a paginated list, up to `most` rows. @returns the rows, and whether there are more */
export async function listAll(
  client: Client,
  call: Call,
  { next: following, size, most }: Pages,
): Promise<{ rows: unknown[]; more: boolean }> {
  const rows: unknown[] = [];
  let from: Record<string, string> = {};
  for (;;) {
    const limit = Math.min(size, most - rows.length);
    const answer = await client.call({ ...call, query: { ...call.query, limit: String(limit), ...from } });
    if (!Array.isArray(answer.value))
      throw new CliError(exitCodes.unreachable, 'The response is not a list.');
    rows.push(...answer.value);
    const next =
      following === 'link' ? linkedPage(answer) : pageAfterLast(answer.value, { ...following, limit });
    if (!next) return { rows, more: false };
    if (rows.length >= most) return { rows, more: true };
    if (JSON.stringify(next) === JSON.stringify(from))
      throw new CliError(exitCodes.unreachable, 'The list repeats the same page.');
    from = next;
  }
}

function pageAfterLast(
  page: unknown[],
  { parameter, key, limit }: { parameter: string; key: string; limit: number },
): Record<string, string> | undefined {
  const last = page.at(-1);
  return page.length === limit && isObject(last) ? { [parameter]: String(last[key]) } : undefined;
}

/** Use only the cursor of the link: behind a proxy, its URL may be unreachable from here. */
function linkedPage({ headers }: ApiResponse): Record<string, string> | undefined {
  const [, target] = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(headers.get('link') ?? '') ?? [];
  const cursor = target && new URL(target, 'http://localhost').searchParams.get('cursor');
  return cursor ? { cursor } : undefined;
}
