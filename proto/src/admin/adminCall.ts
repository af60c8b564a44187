import { z } from 'zod';
import type { FailureCode } from '../failures.ts';
import { Force } from '../rulesChange.ts';
import type { SecurityEvent } from '../securityEvent.ts';
import type { TokenScope } from '../token.ts';
import type { Thing } from './things.ts';

/**
 * Whom a call asks for: the operator, who may make every call of a venue; an owner of the venue that it
 * names; anybody at the desk of that; somebody with a session; or nobody in particular.
 */
export type Role = 'operator' | TokenScope | 'signed_in' | 'anyone';

/** One call of the admin API: the gateway, its description and the command line are made from it. */
export type AdminCall = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** What it is about. */
  of: Thing;
  /** What follows the path of that. */
  path?: `/${string}`;
  /** What it does, in a line. */
  does: string;
  /** What else there is to know: sentences. */
  more?: string;
  /** `owner` where nothing is said. */
  role?: Role;
  /** The security event that it is. */
  security?: SecurityEvent;
  /** Where only a refusal is one. */
  securityOf?: 'refusals';
  /** Its body, or its query where the method has no body. */
  input?: z.ZodObject;
  /** It may meet bookings to come, and does nothing then unless it is sent with `force`. */
  mayMeetBookings?: true;
  answers: z.ZodType;
  /** 201 for a POST that makes something; 200 where nothing is said. */
  status?: 201;
  /** What can go wrong besides what can with every call. */
  errors?: Readonly<Record<number, string>>;
  /** What an `id` answers that can't exist, if not what is usual for the thing. */
  unknownId?: FailureCode;
  /** What a key is for by which it is done once, however often it is sent. */
  idempotencyKey?: string;
  /** It answers page by page: by a cursor in the Link header, or a parameter that names the last row. */
  pages?: 'link' | { parameter: string; key: string };
  /** It answers a file for who prefers that, by a command of its own. */
  csv?: { verb: string; does: string };

  /** Its name on the command line. */
  verb: string;
  /** The key of its input that is an argument there, not a flag. */
  argument?: string;
  /** What a table shows of each row. */
  columns?: readonly string[];
  /** Shows all rows unless told otherwise, not the first page. */
  showsAll?: true;
  /** What is asked before it is done. */
  confirm?: string;
  /** The same, asked only of a booking that was paid online and whose money goes back with it. */
  confirmPaid?: string;
  /** What to know once it is done. */
  note?: string;
};

/** The calls on one kind of thing, by their operation ids. */
export type CallGroup = {
  about: string;
  /** Its heading in the description of the API, which groups may share. */
  tag: string;
  /** Besides the noun with an s. */
  plural?: string;
  /** Of use to browsers alone: the command line, which keeps no session, has none of them. */
  browserOnly?: true;
  calls: Readonly<Record<string, AdminCall>>;
};

/** What a handler gets: the input with the parameters of the path. */
export type InputOf<C extends AdminCall> = (C extends { input: infer I extends z.ZodType }
  ? z.output<I>
  : unknown) &
  z.output<z.ZodObject<C['of']['shape']>> &
  (C extends { mayMeetBookings: true } ? { force: boolean } : unknown);

/** What a handler answers. */
export type AnswerOf<C extends AdminCall> = z.input<C['answers']>;

export const pathOf = ({ of, path }: Pick<AdminCall, 'of' | 'path'>): string => of.path + (path ?? '');

export const takesBody = ({ method }: Pick<AdminCall, 'method'>): boolean =>
  method !== 'GET' && method !== 'DELETE';

/** What it takes besides the parameters of its path; undefined where that is nothing. */
export const inputOf = (
  { input, mayMeetBookings }: AdminCall,
  force: z.ZodType = Force,
): z.ZodObject | undefined => (mayMeetBookings ? (input ?? z.object({})).safeExtend({ force }) : input);
