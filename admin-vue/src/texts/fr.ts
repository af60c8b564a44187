import type { Texts } from './en.ts';
import { attention } from './fr/attention.ts';
import { attentionDetails } from './fr/attentionDetails.ts';
import { attentionKinds } from './fr/attentionKinds.ts';
import { audit } from './fr/audit.ts';
import { bookings } from './fr/bookings.ts';
import { checkIn } from './fr/checkIn.ts';
import { connection } from './fr/connection.ts';
import { dayReport } from './fr/dayReport.ts';
import { desk } from './fr/desk.ts';
import { addOns } from './fr/facilities/addOns.ts';
import { deposit } from './fr/facilities/deposit.ts';
import { facilities } from './fr/facilities/facilities.ts';
import { guestCategories } from './fr/facilities/guestCategories.ts';
import { holidays } from './fr/facilities/holidays.ts';
import { openingDays } from './fr/facilities/openingDays.ts';
import { prices } from './fr/facilities/prices.ts';
import { timetable } from './fr/facilities/timetable.ts';
import { failures } from './fr/failures.ts';
import { feeLedger } from './fr/feeLedger.ts';
import { fieldNames } from './fr/fieldNames.ts';
import { fields } from './fr/fields.ts';
import { firstSteps } from './fr/firstSteps.ts';
import { guests } from './fr/guests.ts';
import { history } from './fr/history.ts';
import { invoices } from './fr/invoices.ts';
import { itemNames } from './fr/itemNames.ts';
import { message } from './fr/message.ts';
import { moves } from './fr/moves.ts';
import { operator } from './fr/operator.ts';
import { operators } from './fr/operators.ts';
import { passkeys } from './fr/passkeys.ts';
import { reports } from './fr/reports.ts';
import { series } from './fr/series.ts';
import { sessions } from './fr/sessions.ts';
import { bookingFields } from './fr/settings/bookingFields.ts';
import { bookingRules } from './fr/settings/bookingRules.ts';
import { brand } from './fr/settings/brand.ts';
import { businessType } from './fr/settings/businessType.ts';
import { connect } from './fr/settings/connect.ts';
import { guestLimits } from './fr/settings/guestLimits.ts';
import { integrations } from './fr/settings/integrations.ts';
import { languages } from './fr/settings/languages.ts';
import { mail } from './fr/settings/mail.ts';
import { payments } from './fr/settings/payments.ts';
import { plan } from './fr/settings/plan.ts';
import { refundTiers } from './fr/settings/refundTiers.ts';
import { requirements } from './fr/settings/requirements.ts';
import { rooms } from './fr/settings/rooms.ts';
import { seriesCodes } from './fr/settings/seriesCodes.ts';
import { settings } from './fr/settings/settings.ts';
import { share } from './fr/settings/share.ts';
import { visitMail } from './fr/settings/visitMail.ts';
import { website } from './fr/settings/website.ts';
import { shell } from './fr/shell.ts';
import { signIn } from './fr/signIn.ts';
import { signUp } from './fr/signUp.ts';
import { statements } from './fr/statements.ts';
import { stock } from './fr/stock.ts';
import { suspension } from './fr/suspension.ts';
import { team } from './fr/team.ts';
import { till } from './fr/till.ts';
import { today } from './fr/today.ts';
import { waiting } from './fr/waiting.ts';
import { words } from './fr/words.ts';

export const fr: Texts = {
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
