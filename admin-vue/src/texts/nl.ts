import type { Texts } from './en.ts';
import { attention } from './nl/attention.ts';
import { attentionDetails } from './nl/attentionDetails.ts';
import { attentionKinds } from './nl/attentionKinds.ts';
import { audit } from './nl/audit.ts';
import { bookings } from './nl/bookings.ts';
import { checkIn } from './nl/checkIn.ts';
import { connection } from './nl/connection.ts';
import { dayReport } from './nl/dayReport.ts';
import { desk } from './nl/desk.ts';
import { addOns } from './nl/facilities/addOns.ts';
import { deposit } from './nl/facilities/deposit.ts';
import { facilities } from './nl/facilities/facilities.ts';
import { guestCategories } from './nl/facilities/guestCategories.ts';
import { holidays } from './nl/facilities/holidays.ts';
import { openingDays } from './nl/facilities/openingDays.ts';
import { prices } from './nl/facilities/prices.ts';
import { timetable } from './nl/facilities/timetable.ts';
import { failures } from './nl/failures.ts';
import { feeLedger } from './nl/feeLedger.ts';
import { fieldNames } from './nl/fieldNames.ts';
import { fields } from './nl/fields.ts';
import { firstSteps } from './nl/firstSteps.ts';
import { guests } from './nl/guests.ts';
import { history } from './nl/history.ts';
import { invoices } from './nl/invoices.ts';
import { itemNames } from './nl/itemNames.ts';
import { message } from './nl/message.ts';
import { moves } from './nl/moves.ts';
import { operator } from './nl/operator.ts';
import { operators } from './nl/operators.ts';
import { passkeys } from './nl/passkeys.ts';
import { reports } from './nl/reports.ts';
import { series } from './nl/series.ts';
import { sessions } from './nl/sessions.ts';
import { bookingFields } from './nl/settings/bookingFields.ts';
import { bookingRules } from './nl/settings/bookingRules.ts';
import { brand } from './nl/settings/brand.ts';
import { businessType } from './nl/settings/businessType.ts';
import { connect } from './nl/settings/connect.ts';
import { guestLimits } from './nl/settings/guestLimits.ts';
import { integrations } from './nl/settings/integrations.ts';
import { languages } from './nl/settings/languages.ts';
import { mail } from './nl/settings/mail.ts';
import { payments } from './nl/settings/payments.ts';
import { plan } from './nl/settings/plan.ts';
import { refundTiers } from './nl/settings/refundTiers.ts';
import { requirements } from './nl/settings/requirements.ts';
import { rooms } from './nl/settings/rooms.ts';
import { seriesCodes } from './nl/settings/seriesCodes.ts';
import { settings } from './nl/settings/settings.ts';
import { share } from './nl/settings/share.ts';
import { visitMail } from './nl/settings/visitMail.ts';
import { website } from './nl/settings/website.ts';
import { shell } from './nl/shell.ts';
import { signIn } from './nl/signIn.ts';
import { signUp } from './nl/signUp.ts';
import { statements } from './nl/statements.ts';
import { stock } from './nl/stock.ts';
import { suspension } from './nl/suspension.ts';
import { team } from './nl/team.ts';
import { till } from './nl/till.ts';
import { today } from './nl/today.ts';
import { waiting } from './nl/waiting.ts';
import { words } from './nl/words.ts';

export const nl: Texts = {
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
