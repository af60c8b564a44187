import { describeVariant } from './variant.ts';

describeVariant('strip');
