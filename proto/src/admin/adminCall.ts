import { z } from 'zod';
import type { SecurityEvent } from '../auth/securityEvent.ts';
import type { TokenScope } from '../auth/token.ts';
import type { FailureCode } from '../failures.ts';
import { Force } from '../venue/rulesChange.ts';
import type { Resource } from './resources.ts';

/** Media type of a spreadsheet (Office Open XML). */
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Media type of JSON lines (https://github.com/ndjson/ndjson-spec). */
export const JSON_LINES = 'application/x-ndjson';

/** Media type of a document to print. */
export const PDF = 'application/pdf';

/**
 * Who may make a call: the operator (who may make every call), an owner of the venue, the venue's desk,
 * anybody with a session, or anybody at all.
 */
export type Role = 'operator' | TokenScope | 'signed_in' | 'anyone';

/**
 * A call of the admin API. The gateway's route, the API description and the command line are generated from
 * it.
 */
export type AdminCall = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The resource in its path. */
  of: Resource;
  /** The rest of the path. */
  path?: `/${string}`;
  /** Summary in one line. */
  does: string;
  /** Further description, in full sentences. */
  more?: string;
  /** Default: `owner`. */
  role?: Role;
  /** The security event that it logs. */
  security?: SecurityEvent;
  /** A change that operators with the role support may make too. */
  supportMay?: true;
  /** A write method that changes nothing, such as a preview or a quote. The audit log omits it. */
  changesNothing?: true;
  /** A change that is also possible at a deleted venue. */
  atDeletedVenue?: true;
  /**
   * Set if its input is settings, whose changes the audit log shows. Never for a call with data of guests.
   * `readBy`: the operation id of the call that returns their values before the change.
   */
  settings?: { readBy?: string };
  /** Set if only failures are logged as security events. */
  securityOf?: 'refusals';
  /** Schema of the body, or of the query for methods without a body. */
  input?: z.ZodObject;
  /** The call may affect upcoming bookings. Then it is rejected unless it is sent with `force`. */
  mayMeetBookings?: true;
  answers: z.ZodType;
  /** 201 for a POST that creates something; default: 200. */
  status?: 201;
  /** Failures in addition to those of every call. */
  errors?: Readonly<Record<number, string>>;
  /** The failure for an invalid `id`, if different from that of the resource. */
  unknownId?: FailureCode;
  /** Description of its Idempotency-Key, if it accepts one. */
  idempotencyKey?: string;
  /** How it pages: with a cursor in the Link header, or with a parameter that names the last row. */
  pages?: 'link' | { parameter: string; key: string };
  /** It can also return CSV or a spreadsheet, with its own command on the command line. */
  csv?: { verb: string; does: string };
  /** It can also return a PDF, with the command of `csv`. */
  pdf?: true;

  /** Name of the command. */
  verb: string;
  /** The input field that is an argument of the command instead of a flag. */
  argument?: string;
  /** Columns of the command's table. */
  columns?: readonly string[];
  /** The command shows all pages by default, not only the first. */
  showsAll?: true;
  /** The confirmation that the command asks for. */
  confirm?: string;
  /** The same, only for a booking that was paid online and would be refunded. */
  confirmPaid?: string;
  /** Note that the command prints afterwards. */
  note?: string;
};

/** Calls on one kind of resource, by operation id. */
export type CallGroup = {
  about: string;
  /** Heading in the API description. Groups may share one. */
  tag: string;
  /** Plural of the noun, if not formed with an s. */
  plural?: string;
  /** Only for browsers. The command line has no session, so it omits these calls. */
  browserOnly?: true;
  calls: Readonly<Record<string, AdminCall>>;
};

/** Input of a handler: the body or query with the path's parameters. */
export type InputOf<C extends AdminCall> = (C extends { input: infer I extends z.ZodType }
  ? z.output<I>
  : unknown) &
  // The output of an object without fields is a record of nothing, not an object of anything.
  (keyof C['of']['shape'] extends never ? unknown : z.output<z.ZodObject<C['of']['shape']>>) &
  (C extends { mayMeetBookings: true } ? { force: boolean } : unknown);

/** Result of a handler. */
export type AnswerOf<C extends AdminCall> = z.input<C['answers']>;

export const pathOf = ({ of, path }: Pick<AdminCall, 'of' | 'path'>): string => of.path + (path ?? '');

export const takesBody = ({ method }: Pick<AdminCall, 'method'>): boolean =>
  method !== 'GET' && method !== 'DELETE';

/** The input besides the path's parameters; undefined if there is none. */
export const inputOf = (
  { input, mayMeetBookings }: AdminCall,
  force: z.ZodType = Force,
): z.ZodObject | undefined => (mayMeetBookings ? (input ?? z.object({})).safeExtend({ force }) : input);

/** Whether a deleted venue rejects a call. */
export const isRefusedAtDeleted = (call: Omit<AdminCall, 'answers' | 'verb'>): boolean =>
  'slug' in call.of.shape && isAudited(call) && !call.atDeletedVenue;

/** Whether the audit log records a call. */
export const isAudited = ({
  method,
  changesNothing,
}: Pick<AdminCall, 'method' | 'changesNothing'>): boolean => method !== 'GET' && !changesNothing;
