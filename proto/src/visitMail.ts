import { z } from 'zod';
import { multiLine } from './primitives.ts';

/** Hours before or after a visit at which its guest gets a mail; 0: none. */
export const VisitMailHours = z.int().min(0).max(168);

/** What guests should know about their visit, such as directions and what to bring. */
export const VisitInfo = multiLine(2000);
