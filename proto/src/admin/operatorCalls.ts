import { z } from 'zod';
import {
  CreatedOperatorToken,
  InvitedOperator,
  NewOperator,
  NewOperatorToken,
  NewVisit,
  Operator,
  OperatorPatch,
  OperatorToken,
  VISIT_HOURS,
  Visit,
  VisitsQuery,
} from '../auth/operator.ts';
import { FRESH_MINUTES } from '../auth/session.ts';
import type { CallGroup } from './adminCall.ts';
import { operator, operatorToken, platform, venue } from './resources.ts';

/** Calls about the operators of the platform, their tokens for programs, and their visits to venues. */

const FRESH = `A named operator must have signed in less than ${FRESH_MINUTES} minutes ago, and a token for programs cannot make this call.`;
const KEEPS_AN_ADMIN = { 409: 'The platform would have no operator with the role admin' };

export const operatorCalls = {
  about: 'Named operators of the platform, who sign in to the dashboard',
  tag: 'operators',
  calls: {
    listOperators: {
      verb: 'list',
      does: 'List the named operators by e-mail address',
      method: 'GET',
      of: platform,
      path: '/operators',
      role: 'operator',
      answers: z.array(Operator),
      columns: ['id', 'email', 'role', 'passkeys', 'created_at'],
    },
    addOperator: {
      verb: 'add',
      settings: {},
      security: 'operator_added',
      does: 'Make a person an operator and invite them by mail',
      more: `Their sessions end. Adding an operator again sends the invitation again and changes nothing else. ${FRESH}`,
      method: 'POST',
      of: platform,
      path: '/operators',
      role: 'operator',
      input: NewOperator,
      argument: 'email',
      answers: InvitedOperator,
      status: 201,
    },
    patchOperator: {
      verb: 'set',
      settings: {},
      security: 'operator_role_changed',
      does: 'Change an operator’s role',
      more: `Tokens for programs of an operator who becomes support stop working. ${FRESH}`,
      method: 'PATCH',
      of: operator,
      role: 'operator',
      input: OperatorPatch,
      answers: Operator,
      errors: { 404: 'Unknown operator', ...KEEPS_AN_ADMIN },
    },
    removeOperator: {
      verb: 'remove',
      security: 'operator_removed',
      does: 'Remove an operator',
      more: `Their sessions and their tokens for programs end within a second. They stay a person of the venues that they belong to. ${FRESH}`,
      method: 'DELETE',
      of: operator,
      role: 'operator',
      answers: Operator,
      errors: { 404: 'Unknown operator', ...KEEPS_AN_ADMIN },
    },
  },
} as const satisfies CallGroup;

export const operatorTokenCalls = {
  about: 'Tokens of the operator for programs',
  tag: 'operators',
  calls: {
    listOperatorTokens: {
      verb: 'list',
      does: 'List the tokens for programs without their secrets, oldest first',
      method: 'GET',
      of: platform,
      path: '/operator-tokens',
      role: 'operator',
      answers: z.array(OperatorToken),
      columns: ['id', 'name', 'role', 'created_by', 'expires_at', 'last_used_at'],
    },
    createOperatorToken: {
      verb: 'create',
      settings: {},
      security: 'operator_token_created',
      does: 'Create a token for a program and show it once',
      more: `A token with the role admin reaches every venue without a reason; one with the role support reads the lists of the platform and no venue. It ends with the operator who made it. ${FRESH}`,
      method: 'POST',
      of: platform,
      path: '/operator-tokens',
      role: 'operator',
      input: NewOperatorToken,
      answers: CreatedOperatorToken,
      status: 201,
      note: 'The token is shown only now. It gives access to the platform, so keep it secret.',
    },
    revokeOperatorToken: {
      verb: 'revoke',
      security: 'operator_token_revoked',
      does: 'Revoke a token for programs',
      more: 'The token stops working within a second.',
      method: 'DELETE',
      of: operatorToken,
      role: 'operator',
      answers: OperatorToken,
      errors: { 404: 'Unknown token' },
    },
  },
} as const satisfies CallGroup;

export const visitCalls = {
  about: 'Visits of operators to a venue, with the reason',
  tag: 'operators',
  calls: {
    startVisit: {
      verb: 'start',
      settings: {},
      supportMay: true,
      security: 'venue_visited',
      does: `Give a reason and use a venue as an operator for ${VISIT_HOURS} hours`,
      more: 'Named operators need it for each call to a venue; without it they get 403 with the code `visit_required`. Owners of the venue read the reason. Operators with the role support may only read.',
      method: 'POST',
      of: venue,
      path: '/visits',
      role: 'operator',
      input: NewVisit,
      answers: Visit,
      status: 201,
    },
    listVisits: {
      verb: 'list',
      does: 'List the visits of operators to a venue, newest first',
      method: 'GET',
      of: venue,
      path: '/visits',
      input: VisitsQuery,
      answers: z.array(Visit),
      pages: { parameter: 'before', key: 'id' },
      showsAll: true,
      columns: ['created_at', 'ends_at', 'by', 'reason'],
    },
  },
} as const satisfies CallGroup;
