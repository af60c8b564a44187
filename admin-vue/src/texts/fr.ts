import type { Texts } from './en.ts';
import { attention } from './fr/attention.ts';
import { attentionDetails } from './fr/attentionDetails.ts';
import { attentionKinds } from './fr/attentionKinds.ts';
import { bookings } from './fr/bookings.ts';
import { checkIn } from './fr/checkIn.ts';
import { connection } from './fr/connection.ts';
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
import { history } from './fr/history.ts';
import { invoices } from './fr/invoices.ts';
import { itemNames } from './fr/itemNames.ts';
import { operator } from './fr/operator.ts';
import { passkeys } from './fr/passkeys.ts';
import { reports } from './fr/reports.ts';
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
import { refundTiers } from './fr/settings/refundTiers.ts';
import { requirements } from './fr/settings/requirements.ts';
import { rooms } from './fr/settings/rooms.ts';
import { settings } from './fr/settings/settings.ts';
import { share } from './fr/settings/share.ts';
import { website } from './fr/settings/website.ts';
import { shell } from './fr/shell.ts';
import { signIn } from './fr/signIn.ts';
import { statements } from './fr/statements.ts';
import { stock } from './fr/stock.ts';
import { team } from './fr/team.ts';
import { till } from './fr/till.ts';
import { today } from './fr/today.ts';
import { words } from './fr/words.ts';

export const fr: Texts = {
  addOns,
  attention,
  attentionDetails,
  attentionKinds,
  bookingFields,
  bookingRules,
  bookings,
  brand,
  businessType,
  checkIn,
  connect,
  connection,
  deposit,
  facilities,
  failures,
  feeLedger,
  fieldNames,
  fields,
  firstSteps,
  guestCategories,
  guestLimits,
  history,
  holidays,
  integrations,
  invoices,
  itemNames,
  languages,
  mail,
  openingDays,
  operator,
  passkeys,
  payments,
  prices,
  refundTiers,
  reports,
  requirements,
  rooms,
  sessions,
  settings,
  share,
  shell,
  signIn,
  statements,
  stock,
  team,
  till,
  timetable,
  today,
  website,
  words,
};
