import { attention } from './de/attention.ts';
import { attentionDetails } from './de/attentionDetails.ts';
import { attentionKinds } from './de/attentionKinds.ts';
import { audit } from './de/audit.ts';
import { bookings } from './de/bookings.ts';
import { checkIn } from './de/checkIn.ts';
import { connection } from './de/connection.ts';
import { dayReport } from './de/dayReport.ts';
import { desk } from './de/desk.ts';
import { addOns } from './de/facilities/addOns.ts';
import { deposit } from './de/facilities/deposit.ts';
import { facilities } from './de/facilities/facilities.ts';
import { guestCategories } from './de/facilities/guestCategories.ts';
import { holidays } from './de/facilities/holidays.ts';
import { openingDays } from './de/facilities/openingDays.ts';
import { prices } from './de/facilities/prices.ts';
import { timetable } from './de/facilities/timetable.ts';
import { failures } from './de/failures.ts';
import { feeLedger } from './de/feeLedger.ts';
import { fieldNames } from './de/fieldNames.ts';
import { fields } from './de/fields.ts';
import { firstSteps } from './de/firstSteps.ts';
import { guests } from './de/guests.ts';
import { history } from './de/history.ts';
import { invoices } from './de/invoices.ts';
import { itemNames } from './de/itemNames.ts';
import { message } from './de/message.ts';
import { moves } from './de/moves.ts';
import { operator } from './de/operator.ts';
import { operators } from './de/operators.ts';
import { passkeys } from './de/passkeys.ts';
import { reports } from './de/reports.ts';
import { series } from './de/series.ts';
import { sessions } from './de/sessions.ts';
import { bookingFields } from './de/settings/bookingFields.ts';
import { bookingRules } from './de/settings/bookingRules.ts';
import { brand } from './de/settings/brand.ts';
import { businessType } from './de/settings/businessType.ts';
import { connect } from './de/settings/connect.ts';
import { guestLimits } from './de/settings/guestLimits.ts';
import { integrations } from './de/settings/integrations.ts';
import { languages } from './de/settings/languages.ts';
import { mail } from './de/settings/mail.ts';
import { payments } from './de/settings/payments.ts';
import { plan } from './de/settings/plan.ts';
import { refundTiers } from './de/settings/refundTiers.ts';
import { requirements } from './de/settings/requirements.ts';
import { rooms } from './de/settings/rooms.ts';
import { seriesCodes } from './de/settings/seriesCodes.ts';
import { settings } from './de/settings/settings.ts';
import { share } from './de/settings/share.ts';
import { visitMail } from './de/settings/visitMail.ts';
import { website } from './de/settings/website.ts';
import { shell } from './de/shell.ts';
import { signIn } from './de/signIn.ts';
import { signUp } from './de/signUp.ts';
import { statements } from './de/statements.ts';
import { stock } from './de/stock.ts';
import { suspension } from './de/suspension.ts';
import { team } from './de/team.ts';
import { till } from './de/till.ts';
import { today } from './de/today.ts';
import { waiting } from './de/waiting.ts';
import { words } from './de/words.ts';
import type { Texts } from './en.ts';

export const de: Texts = {
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
