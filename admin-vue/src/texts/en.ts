import { attention } from './en/attention.ts';
import { attentionDetails } from './en/attentionDetails.ts';
import { attentionKinds } from './en/attentionKinds.ts';
import { audit } from './en/audit.ts';
import { bookings } from './en/bookings.ts';
import { checkIn } from './en/checkIn.ts';
import { connection } from './en/connection.ts';
import { dayReport } from './en/dayReport.ts';
import { desk } from './en/desk.ts';
import { addOns } from './en/facilities/addOns.ts';
import { deposit } from './en/facilities/deposit.ts';
import { facilities } from './en/facilities/facilities.ts';
import { guestCategories } from './en/facilities/guestCategories.ts';
import { holidays } from './en/facilities/holidays.ts';
import { openingDays } from './en/facilities/openingDays.ts';
import { prices } from './en/facilities/prices.ts';
import { timetable } from './en/facilities/timetable.ts';
import { failures } from './en/failures.ts';
import { feeLedger } from './en/feeLedger.ts';
import { fieldNames } from './en/fieldNames.ts';
import { fields } from './en/fields.ts';
import { firstSteps } from './en/firstSteps.ts';
import { guests } from './en/guests.ts';
import { history } from './en/history.ts';
import { invoices } from './en/invoices.ts';
import { itemNames } from './en/itemNames.ts';
import { message } from './en/message.ts';
import { moves } from './en/moves.ts';
import { operator } from './en/operator.ts';
import { operators } from './en/operators.ts';
import { passkeys } from './en/passkeys.ts';
import { reports } from './en/reports.ts';
import { series } from './en/series.ts';
import { sessions } from './en/sessions.ts';
import { bookingFields } from './en/settings/bookingFields.ts';
import { bookingRules } from './en/settings/bookingRules.ts';
import { brand } from './en/settings/brand.ts';
import { businessType } from './en/settings/businessType.ts';
import { connect } from './en/settings/connect.ts';
import { guestLimits } from './en/settings/guestLimits.ts';
import { integrations } from './en/settings/integrations.ts';
import { languages } from './en/settings/languages.ts';
import { mail } from './en/settings/mail.ts';
import { payments } from './en/settings/payments.ts';
import { plan } from './en/settings/plan.ts';
import { refundTiers } from './en/settings/refundTiers.ts';
import { requirements } from './en/settings/requirements.ts';
import { rooms } from './en/settings/rooms.ts';
import { seriesCodes } from './en/settings/seriesCodes.ts';
import { settings } from './en/settings/settings.ts';
import { share } from './en/settings/share.ts';
import { visitMail } from './en/settings/visitMail.ts';
import { website } from './en/settings/website.ts';
import { shell } from './en/shell.ts';
import { signIn } from './en/signIn.ts';
import { signUp } from './en/signUp.ts';
import { statements } from './en/statements.ts';
import { stock } from './en/stock.ts';
import { suspension } from './en/suspension.ts';
import { team } from './en/team.ts';
import { till } from './en/till.ts';
import { today } from './en/today.ts';
import { waiting } from './en/waiting.ts';
import { words } from './en/words.ts';

/** All texts in English, by area; the other languages have the same shape. */
export const en = {
  addOns,
  attention,
  attentionDetails,
  attentionKinds,
  audit,
  bookingFields,
  bookingRules,
  bookings,
  brand,
  businessType,
  checkIn,
  connect,
  connection,
  dayReport,
  deposit,
  desk,
  facilities,
  failures,
  feeLedger,
  fieldNames,
  fields,
  firstSteps,
  guestCategories,
  guestLimits,
  guests,
  history,
  holidays,
  integrations,
  invoices,
  itemNames,
  languages,
  mail,
  message,
  openingDays,
  moves,
  operator,
  operators,
  passkeys,
  payments,
  plan,
  prices,
  refundTiers,
  reports,
  requirements,
  rooms,
  series,
  seriesCodes,
  sessions,
  settings,
  share,
  shell,
  signIn,
  signUp,
  statements,
  stock,
  suspension,
  team,
  till,
  timetable,
  today,
  visitMail,
  waiting,
  website,
  words,
};

/** The texts of one language: strings, and functions that fill in values. */
export type Texts = typeof en;
