import { isShared } from './databaseUrl.ts';

/** Statements that a process keeps prepared at most, as each of its connections has a plan of each. */
const MOST = 300;

type StatementNames = (query: { sql: string }) => string;

/**
 * Settings of a Prisma adapter that has PostgreSQL keep statements prepared, so that each is parsed and
 * planned once per connection instead of every time; that was half of its work. None behind PgBouncer, where
 * the connection is another one each time.
 */
export const preparedStatements = (url: string): { statementNameGenerator?: StatementNames } =>
  isShared(url) ? {} : { statementNameGenerator: statementNames() };

/**
 * Names statements, by which PostgreSQL knows them again. An empty name has a statement forgotten after its
 * run: those beyond `most`, and those that answer a `*`, as they would fail from the moment on when a
 * migration adds a column to it.
 */
export function statementNames(most = MOST): StatementNames {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= most) return '';
    const name = answersStar(sql) ? '' : `s${names.size}`;
    names.set(sql, name);
    return name;
  };
}

/** Whether a `*` outside of all parentheses, so of no subquery, says which columns the answer has. */
function answersStar(sql: string): boolean {
  let outside = sql;
  for (let before = ''; before !== outside; ) {
    before = outside;
    outside = before.replace(/\([^()]*\)/g, '');
  }
  return /(\bselect|\breturning|,)\s+([\w."]+\.)?\*/i.test(outside);
}
