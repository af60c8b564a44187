import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * The nodemailer modules in use. They are required, because importing them also imports `http`; see
 * `kit/http/nodeHttp.ts`. The main module loads on first use, only with SMTP.
 */
export const nodemailer = (): typeof import('nodemailer') => require('nodemailer');
export const MimeNode: typeof import('nodemailer/lib/mime-node').default = require('nodemailer/lib/mime-node');
export const quotedPrintable: typeof import('nodemailer/lib/qp') = require('nodemailer/lib/qp');
