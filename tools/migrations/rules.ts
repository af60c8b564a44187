import { type Statement, statementsOf } from './statements.ts';

/**
 * The comment with a reason that a statement requires. `contract`: code of the previous release may need what
 * it changes. `locks`: it may lock a table for long. `never`: not allowed, whatever the reason.
 */
type Need = 'contract' | 'locks' | 'never';
type Rule = { when: RegExp; needs: readonly Need[]; why?: string };

const both = ['contract', 'locks'] as const;
const contract = ['contract'] as const;
const locks = ['locks'] as const;

/**
 * The first matching rule applies. `T` stands for tables that the migration itself creates. SQL words have
 * spaces around them.
 */
const STATEMENTS: Rule[] = [
  {
    when: /^(begin|start|commit|end|abort|rollback|savepoint|release|prepare) /,
    needs: ['never'],
    why: 'migrations already run in a transaction',
  },
  {
    when: / concurrently /,
    needs: ['never'],
    why: 'not possible in the transaction of a migration. Operators with large tables create the index beforehand, so use IF NOT EXISTS',
  },
  {
    when: /^(set (?!local )|reset |discard )/,
    needs: ['never'],
    why: 'it would outlive the migration. Use SET LOCAL',
  },
  { when: /^set local |^comment on |^insert into |^select |^grant /, needs: [] },
  { when: /^create or replace /, needs: contract, why: 'the previous release uses the old definition' },
  {
    when: /^create table .* partition of /,
    needs: both,
    why: 'it scans rows and redirects writes',
  },
  { when: /^create table /, needs: [] },
  {
    when: /^create (sequence|type|domain|schema|extension|view|function|procedure|statistics) /,
    needs: [],
  },
  { when: /^create (unique )?index .*?\bon (only )?T /, needs: [] },
  {
    when: /^create (unique )?index (?!if not exists )/,
    needs: ['never'],
    why: 'use IF NOT EXISTS, so that operators with large tables can create it beforehand (CREATE INDEX CONCURRENTLY)',
  },
  {
    when: /^create unique index /,
    needs: both,
    why: 'the previous release may write rows that it rejects, and it blocks writes while it is created',
  },
  { when: /^create index /, needs: locks, why: 'it blocks writes while it is created' },
  { when: /^create (constraint )?trigger .* on T /, needs: [] },
  {
    when: /^create (constraint )?trigger /,
    needs: contract,
    why: 'it affects writes of the previous release',
  },
  { when: /^(update( only)?|delete from( only)?) T /, needs: [] },
  { when: /^update /, needs: locks, why: 'rows stay locked until the migration ends' },
  { when: /^(delete from|truncate) /, needs: contract, why: 'the previous release may need the rows' },
  { when: /^alter table (if exists )?(only )?T /, needs: [] },
  { when: /^(drop|alter|revoke) /, needs: contract, why: 'the previous release may need it' },
  { when: /^lock /, needs: locks, why: 'other transactions wait' },
];

/** Rules for the text after the name in ALTER TABLE. */
const TABLE_CHANGES: Rule[] = [
  { when: /^validate constraint /, needs: [] },
  {
    when: /^add (constraint \S+ )?(check|foreign key) .*\bnot valid /,
    needs: contract,
    why: 'the previous release may write rows that it rejects',
  },
  {
    when: /^add (constraint \S+ )?(unique|primary key) using index /,
    needs: contract,
    why: 'the previous release may write rows that it rejects',
  },
  {
    when: /^add (constraint|check|foreign key|unique|primary key|exclude|not null) /,
    needs: both,
    why: 'the previous release may write rows that it rejects, and it scans all rows. Use NOT VALID, and VALIDATE CONSTRAINT in a separate migration',
  },
  {
    when: /^add .* (generated|(small|big)?serial[248]?) | default (.* )?(?!now )[\w".]+ \( /,
    needs: locks,
    why: 'it rewrites all rows',
  },
  {
    when: /^add (?!.* default ).* (not null|primary key) /,
    needs: contract,
    why: 'the previous release inserts without it. Add a DEFAULT',
  },
  {
    when: /^add .* (check|references|unique|primary key) /,
    needs: locks,
    why: 'it scans all rows. Use ADD CONSTRAINT … NOT VALID, and VALIDATE CONSTRAINT in a separate migration',
  },
  { when: /^add /, needs: [] },
  {
    when: /^alter (column )?\S+ (set not null|(set data )?type) /,
    needs: both,
    why: 'the previous release may need the old type, and it scans all rows',
  },
  { when: /^(alter (column )?\S+ set (statistics|storage|compression|\()|set \(|reset \() /, needs: [] },
  { when: /^(drop|rename|alter) /, needs: contract, why: 'the previous release may need it' },
];
const UNKNOWN: Rule = { when: /^/, needs: both, why: 'these rules do not cover it' };

/**
 * Lists the reasons against applying a migration while the previous release runs, one line each; empty if
 * there are none. A comment with a reason in the statement settles all needs but `never`. See
 * docs/decisions/0020-expand-and-contract.md.
 */
export function faultsOf(sql: string): string[] {
  const statements = statementsOf(sql);
  const own = new Set(statements.flatMap(({ text }) => /^create table (?!if )(\S+) /.exec(text)?.[1] ?? []));
  const unchecked = statements.some(({ text }) => / not valid /.test(text));
  return statements.flatMap((statement) =>
    changesOf(statement, own).flatMap(({ change, rule }) => {
      const needs = unchecked && / validate constraint /.test(` ${change}`) ? locks : rule.needs;
      const missing = needs.filter((need) => !statement.reasons.has(need));
      if (missing.length === 0) return [];
      const remedy = missing.includes('never')
        ? ''
        : `; give the reason why it is safe: ${missing.map((need) => `-- ${need}: …`).join(' and ')}`;
      return [
        `${shortened(change)}: ${rule.why ?? 'its table is already locked. Use VALIDATE CONSTRAINT in a separate migration'}${remedy}`,
      ];
    }),
  );
}

/** A statement with its rule; for ALTER TABLE, each change with its rule. */
function changesOf({ text, parts }: Statement, own: Set<string>): { change: string; rule: Rule }[] {
  const marked = text.replace(/\S+ /g, (token) => (own.has(token.trim()) ? 'T ' : token));
  const head = /^alter table (if exists )?(only )?(?!T )\S+ /.exec(marked)?.[0];
  if (!head) return [{ change: text, rule: ruleOf(STATEMENTS, marked) }];
  return parts.map((part, index) => {
    const change = index === 0 ? part.slice(head.length) : part;
    return { change, rule: ruleOf(TABLE_CHANGES, change) };
  });
}

const ruleOf = (rules: Rule[], text: string) => rules.find(({ when }) => when.test(text)) ?? UNKNOWN;
const shortened = (text: string) => (text.length > 70 ? `${text.slice(0, 70)}…` : text.trim());
