import { usesPgBouncer } from './pool.ts';

/** Maximum number of prepared statements, because each connection keeps a plan for each of them. */
const MAX_STATEMENTS = 300;

type StatementNames = (query: { sql: string }) => string;

/**
 * Settings that make a Prisma adapter use prepared statements. PostgreSQL then parses and plans each
 * statement once per connection; that was half of its work. Disabled behind PgBouncer, where statements of
 * one client use different connections.
 */
export const preparedStatements = (url: string): { statementNameGenerator?: StatementNames } =>
  usesPgBouncer(url) ? {} : { statementNameGenerator: statementNames() };

/**
 * Names the statements to prepare. An empty name means that PostgreSQL does not keep the statement. Names are
 * empty beyond `limit`, and for statements that return `*`: these would fail after a migration adds a column.
 */
export function statementNames(limit = MAX_STATEMENTS): StatementNames {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const assigned = names.get(sql);
    if (assigned !== undefined) return assigned;
    if (names.size >= limit) return '';
    const name = returnsStar(sql) ? '' : `s${names.size}`;
    names.set(sql, name);
    return name;
  };
}

/** Whether the statement returns a `*`, ignoring subqueries and everything else in parentheses. */
function returnsStar(sql: string): boolean {
  let outside = sql;
  for (let before = ''; before !== outside; ) {
    before = outside;
    outside = before.replace(/\([^()]*\)/g, '');
  }
  return /(\bselect|\breturning|,)\s+([\w."]+\.)?\*/i.test(outside);
}
