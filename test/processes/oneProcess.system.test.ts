import { describeBehaviour } from '../behaviour/all.ts';
import { inOneProcess } from './behaviourWays.ts';

describeBehaviour(...inOneProcess, 'everywhere', 'ofGuests');
