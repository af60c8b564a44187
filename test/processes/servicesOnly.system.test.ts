import { describeBehaviour } from '../behaviour/all.ts';
import { asServices } from './behaviourWays.ts';

describeBehaviour(...asServices, 'asServices');
