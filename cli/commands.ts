import { accessCommands } from './accessCommands.ts';
import { bookingCommands } from './bookingCommands.ts';
import type { Noun } from './operation.ts';
import { paymentCommands } from './paymentCommands.ts';
import { venueCommands } from './venueCommands.ts';

/** Every command. */
export const commands: readonly Noun[] = [
  ...venueCommands,
  ...bookingCommands,
  ...paymentCommands,
  ...accessCommands,
];
