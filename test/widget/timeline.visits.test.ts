import { describeVariant } from './variant.ts';

describeVariant('timeline');
