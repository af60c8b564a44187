import type { Table } from './csvFile.ts';
import { dateOrderOf, plainWords, readDate, readMoment, readTimes } from './moments.ts';

/** The meanings that a column of the file can have, in the order of the form. */
export const COLUMNS = [
  'start',
  'date',
  'time',
  'end',
  'minutes',
  'facility',
  'people',
  'firstName',
  'name',
  'email',
  'phone',
  'note',
  'number',
  'price',
  'paid',
  'status',
] as const;
export type Column = (typeof COLUMNS)[number];

/** The position of each column in the file; absent: the file has none. */
export type Mapping = Partial<Record<Column, number>>;

/** The heading of the column with reasons in a report, in each language. It is never imported. */
export const REASON_HEADINGS = ['Not imported', 'Niet geïmporteerd', 'Nicht importiert', 'Non importé'];

/**
 * Headings in English, Dutch, German and French, without accents, separated by commas. A heading matches as a
 * whole or, after the others, with these words inside.
 */
const HEADINGS: Record<Column, string> = {
  start:
    'start,starts at,start at,starts,start date time,start datetime,start time and date,event start,begin,beginn,begin datum,start datum tijd,date and time,datum en tijd,datum und uhrzeit,date et heure,datetime,date time,book start,booking start,reservation start,debut,date debut,start date,startdatum,date de debut,appointment start',
  date: 'date,datum,dag,tag,jour,day,booking date,visit date,reservation date,event date,datum bezoek,besuchsdatum,date de visite,date de la reservation,service date,boekingsdatum,reserveringsdatum,reserveerdatum',
  time: 'time,tijd,zeit,uhrzeit,heure,hour,start time,starttijd,startzeit,begintijd,heure de debut,tijdslot,time slot,timeslot,zeitfenster,creneau,slot,tijdstip',
  end: 'end,ends at,end at,ends,end time,end date,end date time,end datetime,eind,einde,eindtijd,ende,endzeit,fin,heure de fin,date fin,date de fin,event end,book end,reservation end,booking end',
  minutes:
    'duration,minutes,duur,dauer,duree,length,duration minutes,duration min,duur minuten,dauer minuten,duree minutes,duur in minuten,dauer in minuten',
  facility:
    'facility,resource,service,court,room,product,item,activity,facilities,resources,resource name,service name,court name,faciliteit,baan,ruimte,dienst,activiteit,arrangement,angebot,platz,raum,leistung,produkt,ressource,prestation,terrain,salle,activite,event,object,sauna,ticket,event name,spielfeld,feld,kamer',
  people:
    'people,persons,guests,participants,party,party size,number of people,number of guests,pax,attendees,quantity,qty,seats,number of persons,personen,aantal personen,aantal,aantal gasten,gasten,deelnemers,anzahl,anzahl personen,anzahl gaste,gaste,teilnehmer,plaetze,platze,personnes,nombre de personnes,nb personnes,participants,invites,nombre,attendants number,players,spelers,spieler,joueurs,aantal spelers',
  firstName:
    'first name,firstname,given name,voornaam,vorname,prenom,customer first name,attendee name given name,invoice address name given name',
  name: 'name,full name,customer,customer name,guest,guest name,naam,klant,klantnaam,gast,gastnaam,achternaam,last name,lastname,surname,family name,nachname,familienname,kunde,kundenname,nom,nom de famille,nom complet,client,customer last name,booked by,booker,owner,user,user name,contact,contact name,contactpersoon,attendee name,attendee name family name,boeker,speler,player',
  email:
    'email,e mail,mail,email address,e mail address,e mailadres,emailadres,mailadres,e mail adresse,email adresse,customer email,courriel,adresse e mail,adresse email,guest email,order email',
  phone:
    'phone,telephone,phone number,telephone number,mobile,mobile number,telefoon,telefoonnummer,mobiel,gsm,tel,telefon,telefonnummer,handy,mobil,handynummer,telephone portable,portable,numero de telephone,customer phone,contact number',
  note: 'note,notes,comment,comments,remark,remarks,opmerking,opmerkingen,notitie,notities,bemerkung,bemerkungen,notiz,anmerkung,kommentar,remarque,remarques,commentaire,commentaires,description,internal comment,special requests,bijzonderheden',
  number:
    'number,booking number,termin id,termin nr,terminnummer,reference,reference number,order,order code,order number,code,id,booking id,reservation id,reservation number,appointment id,nummer,boekingsnummer,reserveringsnummer,referentie,bestelnummer,buchungsnummer,buchungs nr,reservierungsnummer,bestellnummer,bestellung,referenz,vorgang,numero,numero de reservation,reference de reservation,commande,booking reference,hash,confirmation code,ref',
  price:
    'price,total,total price,amount,cost,order total,prijs,totaal,bedrag,totaalprijs,totaalbedrag,preis,gesamtpreis,gesamt,gesamtbetrag,betrag,summe,prix,prix total,montant,montant total,tarif',
  paid: 'paid,amount paid,payment,payment status,paid amount,is paid,betaald,betaling,betaalstatus,betaald bedrag,bezahlt,zahlung,zahlungsstatus,bezahlter betrag,paye,paiement,statut du paiement,montant paye,has paid,deposit paid',
  status:
    'status,booking status,state,reservation status,order status,boekingsstatus,buchungsstatus,statut,etat',
};
const KNOWN = COLUMNS.map((column) => ({ column, words: HEADINGS[column].split(',') }));
const REASONS = new Set(REASON_HEADINGS.map(plainWords));

/** The values of a column that are not empty; at most some hundred are enough for a guess. */
export const valuesAt = ({ rows }: Pick<Table, 'rows'>, at: number): string[] =>
  rows.map((row) => row[at] ?? '').filter((value) => value !== '');

const SAMPLE = 300;
const looksLike = (values: readonly string[], test: (value: string) => boolean): boolean =>
  values.length > 0 && values.filter(test).length >= values.length * 0.8;

const isEmail = (value: string) => value.length < 300 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value);
const isPhone = (value: string) =>
  /^\+?[\d\s()./-]{8,20}$/.test(value) && value.replace(/\D/g, '').length >= 8;
const asIs = (instant: string) => instant.slice(0, 16);
const isMoment = (value: string) =>
  (readMoment(value, 'dmy', asIs) ?? readMoment(value, 'mdy', asIs)) !== null;
const isDate = (value: string) => (readDate(value, 'dmy') ?? readDate(value, 'mdy')) !== null;
const isTime = (value: string) => readTimes(value) !== null;

/**
 * Guesses the columns of a file: by their headings, then by their values. The values correct headings that
 * mean either, such as a `Start` without a date.
 */
export function guessMapping({ headers, rows }: Pick<Table, 'headers' | 'rows'>): Mapping {
  const plain = headers.map(plainWords);
  const sample = rows.slice(0, SAMPLE);
  const values = headers.map((_, at) => valuesAt({ rows: sample }, at));
  const mapping: Mapping = {};
  const taken = new Set(plain.flatMap((heading, at) => (REASONS.has(heading) ? [at] : [])));
  const take = (column: Column, at: number) => {
    if (mapping[column] !== undefined || taken.has(at)) return;
    mapping[column] = at;
    taken.add(at);
  };
  /** Whether the values contradict the column. */
  const fits = (column: Column, at: number): boolean => {
    const found = values[at] ?? [];
    if (found.length === 0) return column !== 'start' && column !== 'date' && column !== 'time';
    if (column === 'start') return looksLike(found, isMoment);
    if (column === 'date') return looksLike(found, isDate);
    if (column === 'time') return looksLike(found, isTime) && !looksLike(found, isDate);
    if (column === 'end') return looksLike(found, isMoment) || looksLike(found, isTime);
    if (column === 'email') return looksLike(found, isEmail);
    return true;
  };
  const byHeading = (matches: (heading: string, word: string) => boolean) => {
    for (const { column, words } of KNOWN)
      for (const word of words)
        for (const [at, heading] of plain.entries())
          if (heading !== '' && matches(heading, word) && fits(column, at)) take(column, at);
  };
  byHeading((heading, word) => heading === word);
  const byValue = (column: Column, test: (value: string) => boolean) => {
    const at = values.findIndex((found, index) => !taken.has(index) && looksLike(found, test));
    if (at >= 0) take(column, at);
  };
  // A heading such as `Start` may have a date or a time only.
  for (const [at, heading] of plain.entries()) {
    if (!/\b(?:start|begin|beginn|debut)/.test(heading) || mapping.start !== undefined) continue;
    if (fits('time', at)) take('time', at);
    else if (looksLike(values[at] ?? [], isDate)) take('date', at);
  }
  byHeading((heading, word) => word.length > 3 && ` ${heading} `.includes(` ${word} `));
  if (mapping.start === undefined && mapping.date === undefined) byValue('start', isMoment);
  if (mapping.start === undefined) {
    if (mapping.date === undefined) byValue('date', isDate);
    if (mapping.time === undefined) byValue('time', isTime);
  }
  if (mapping.start !== undefined) {
    delete mapping.date;
    delete mapping.time;
  }
  byValue('email', isEmail);
  if (mapping.phone === undefined) byValue('phone', isPhone);
  return mapping;
}

/** The order of dates in the mapped columns. */
export const orderIn = (table: Pick<Table, 'rows'>, { start, date, end }: Mapping) =>
  dateOrderOf([start, date, end].flatMap((at) => (at === undefined ? [] : valuesAt(table, at))));
