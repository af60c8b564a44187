import { type Statement, statementsOf } from './statements.ts';

/**
 * What a statement must give a reason for, in a comment: `contract` for what code of the release before may
 * need, `locks` for what keeps a table from others for long. `never`: what no reason makes right.
 */
type Need = 'contract' | 'locks' | 'never';
type Rule = { when: RegExp; needs: readonly Need[]; why?: string };

const both = ['contract', 'locks'] as const;
const contract = ['contract'] as const;
const locks = ['locks'] as const;

/**
 * By the first that fits; `T` stands for what the migration itself has made. A word of SQL has spaces around
 * it.
 */
const STATEMENTS: Rule[] = [
  {
    when: /^(begin|start|commit|end|abort|rollback|savepoint|release|prepare) /,
    needs: ['never'],
    why: 'the migration is a transaction already',
  },
  {
    when: / concurrently /,
    needs: ['never'],
    why: 'not possible in the transaction of a migration: operators of large tables do it beforehand, and the migration has IF NOT EXISTS',
  },
  {
    when: /^(set (?!local )|reset |discard )/,
    needs: ['never'],
    why: 'it would outlive the migration: SET LOCAL',
  },
  { when: /^set local |^comment on |^insert into |^select |^grant /, needs: [] },
  { when: /^create or replace /, needs: contract, why: 'code of the release before uses what was there' },
  {
    when: /^create table .* partition of /,
    needs: both,
    why: 'rows are looked through, and writes go elsewhere',
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
    why: 'IF NOT EXISTS, so that operators of large tables can make it beforehand (CREATE INDEX CONCURRENTLY)',
  },
  {
    when: /^create unique index /,
    needs: both,
    why: 'code of the release before may write what it refuses, and nothing is written while it is made',
  },
  { when: /^create index /, needs: locks, why: 'nothing is written while it is made' },
  { when: /^create (constraint )?trigger .* on T /, needs: [] },
  {
    when: /^create (constraint )?trigger /,
    needs: contract,
    why: 'it acts on what code of the release before writes',
  },
  { when: /^(update( only)?|delete from( only)?) T /, needs: [] },
  { when: /^update /, needs: locks, why: 'rows stay locked until the migration is done' },
  { when: /^(delete from|truncate) /, needs: contract, why: 'code of the release before may need the rows' },
  { when: /^alter table (if exists )?(only )?T /, needs: [] },
  { when: /^(drop|alter|revoke) /, needs: contract, why: 'code of the release before may need it' },
  { when: /^lock /, needs: locks, why: 'others wait' },
];

/** Of what follows the name in ALTER TABLE. */
const TABLE_CHANGES: Rule[] = [
  { when: /^validate constraint /, needs: [] },
  {
    when: /^add (constraint \S+ )?(check|foreign key) .*\bnot valid /,
    needs: contract,
    why: 'code of the release before may write what it refuses',
  },
  {
    when: /^add (constraint \S+ )?(unique|primary key) using index /,
    needs: contract,
    why: 'code of the release before may write what it refuses',
  },
  {
    when: /^add (constraint|check|foreign key|unique|primary key|exclude|not null) /,
    needs: both,
    why: 'code of the release before may write what it refuses, and all rows are looked through: NOT VALID, and VALIDATE CONSTRAINT in a migration of its own',
  },
  {
    when: /^add .* (generated|(small|big)?serial[248]?) | default (.* )?(?!now )[\w".]+ \( /,
    needs: locks,
    why: 'all rows are written anew',
  },
  {
    when: /^add (?!.* default ).* (not null|primary key) /,
    needs: contract,
    why: 'code of the release before inserts without it: give it a DEFAULT',
  },
  {
    when: /^add .* (check|references|unique|primary key) /,
    needs: locks,
    why: 'all rows are looked through: ADD CONSTRAINT … NOT VALID, and VALIDATE CONSTRAINT in a migration of its own',
  },
  { when: /^add /, needs: [] },
  {
    when: /^alter (column )?\S+ (set not null|(set data )?type) /,
    needs: both,
    why: 'code of the release before may need it as it was, and all rows are looked through',
  },
  { when: /^(alter (column )?\S+ set (statistics|storage|compression|\()|set \(|reset \() /, needs: [] },
  { when: /^(drop|rename|alter) /, needs: contract, why: 'code of the release before may need it' },
];
const UNKNOWN: Rule = { when: /^/, needs: both, why: 'these rules do not know it' };

/**
 * What speaks against applying a migration while code of the release before runs: a line each, none when it
 * may be applied. A comment with the reason in the statement settles it, where there can be one. See
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
        : `; say why it may, ${missing.map((need) => `-- ${need}: …`).join(' and ')}`;
      return [
        `${shortened(change)}: ${rule.why ?? 'its table is locked already: VALIDATE CONSTRAINT in a migration of its own'}${remedy}`,
      ];
    }),
  );
}

/** A statement as its rule, or ALTER TABLE as those of its changes. */
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
