import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * The modules of nodemailer that are used. Required, as those that are imported import `http`, see
 * `kit/process/nodeHttp.ts`; what sends, by whoever sends by SMTP alone.
 */
export const nodemailer = (): typeof import('nodemailer') => require('nodemailer');
export const MimeNode: typeof import('nodemailer/lib/mime-node').default = require('nodemailer/lib/mime-node');
export const quotedPrintable: typeof import('nodemailer/lib/qp') = require('nodemailer/lib/qp');
