import { describeVariant } from './variant.ts';

describeVariant('calendar');
