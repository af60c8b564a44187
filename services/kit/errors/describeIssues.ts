import type { ZodError } from 'zod';

type Issue = ZodError['issues'][number];

/** Maximum number of issues in one message. */
const MAX_ISSUES = 5;

/** Describes validation issues for people: `people: must be …`. */
export const describeIssues = ({ issues }: ZodError): string => {
  const more = issues.length - MAX_ISSUES;
  const described = issues
    .slice(0, MAX_ISSUES)
    .map((issue) => [issue.path.join('.'), describeIssue(issue)].filter(Boolean).join(': '));
  return [...described, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
};

const TYPE_WORDS: Record<string, string> = {
  int: 'a whole number',
  number: 'a number',
  string: 'text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** How Zod's own messages begin. The messages of our schemas are readable already. */
const ZOD_DEFAULT =
  /^(?:Invalid input: |Invalid option: |Invalid key in |Too small: |Too big: |Invalid UUID$)/;

function describeIssue(issue: Issue): string {
  if (!ZOD_DEFAULT.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      if (issue.message.endsWith('received undefined')) return 'is required';
      return `must be ${TYPE_WORDS[issue.expected] ?? issue.expected}`;
    case 'invalid_value': {
      const values = issue.values.map((value) => (typeof value === 'string' ? `"${value}"` : String(value)));
      return `must be ${values[1] ? 'one of ' : ''}${values.join(', ')}`;
    }
    case 'invalid_format':
      return `must be a ${issue.format.toUpperCase()}`;
    case 'invalid_key':
      return describeIssue(issue.issues[0] as Issue);
    case 'too_small':
      return describeBound(issue, Number(issue.minimum), ['at least', 'more than']);
    case 'too_big':
      return describeBound(issue, Number(issue.maximum), ['at most', 'less than']);
    default:
      return issue.message;
  }
}

/** @param words for an inclusive and for an exclusive bound */
function describeBound(
  { origin, inclusive, exact }: Issue & { code: 'too_small' | 'too_big' },
  bound: number,
  [including, excluding]: [string, string],
): string {
  const limit = `${exact ? 'exactly' : inclusive ? including : excluding} ${bound}`;
  if (origin === 'string') return `must have ${limit} ${bound === 1 ? 'character' : 'characters'}`;
  if (origin === 'array') return `must have ${limit} ${bound === 1 ? 'item' : 'items'}`;
  return `must be ${limit}`;
}
