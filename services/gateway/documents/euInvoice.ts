import type { Invoice } from '@e-invoice-eu/core';
import type { InvoiceDocument } from '@venue-booking/proto/invoice/invoice';
import type { PostalAddress } from '@venue-booking/proto/invoice/invoiceDetails';
import { documentTexts } from './documentTexts.ts';
import { netLines } from './netLines.ts';

type Ubl = Invoice['ubl:Invoice'];
type Country =
  Ubl['cac:AccountingSupplierParty']['cac:Party']['cac:PostalAddress']['cac:Country']['cbc:IdentificationCode'];

const VAT = { 'cac:TaxScheme': { 'cbc:ID': 'VAT' } };
/**
 * An electronic address, which the library requires for UBL, as Peppol does. Invoices are not sent through
 * Peppol and have none, so {@link withoutEndpoints} removes it.
 */
const ENDPOINT = { 'cbc:EndpointID': 'none', 'cbc:EndpointID@schemeID': 'EM' } as const;
export const withoutEndpoints = (ubl: string): string =>
  ubl.replace(/\s*<cbc:EndpointID schemeID="EM">none<\/cbc:EndpointID>/g, '');
/** UN/CEFACT 1001: invoice, credit note. */
const TYPES = { invoice: '380', credit_note: '381' } as const;
/** UNCL 5305: standard rate, zero rate, exempt. */
const categoryOf = ({ exemption }: InvoiceDocument, basisPoints: number) =>
  exemption !== null ? 'E' : basisPoints === 0 ? 'Z' : 'S';

/**
 * A document as EN 16931 data, which the library writes as UBL and CII. Amounts are positive on credit notes.
 */
export function euInvoice(document: InvoiceDocument): Invoice {
  const { seller, buyer, booking, corrects, language, totalCents, paidCents } = document;
  const text = documentTexts[language];
  const lines = netLines(document);
  const netCents = lines.reduce((sum, line) => sum + line.netCents, 0);
  const vatCents = document.vat.reduce((sum, part) => sum + part.vatCents, 0);
  const day = booking.startsAt.slice(0, 10);
  const notes = [
    ...(corrects ? [text.reasons[corrects.reason]] : []),
    text.aboutBooking(booking.reference),
    ...(seller.footer ? [seller.footer] : []),
  ];
  const invoice: Ubl = {
    'cbc:ID': document.number,
    'cbc:IssueDate': document.issuedOn,
    'cbc:InvoiceTypeCode': TYPES[document.kind],
    // One note, because the library writes CII that is invalid with more.
    'cbc:Note': [xmlText(notes.join('\n'))],
    'cbc:DocumentCurrencyCode': 'EUR',
    'cbc:BuyerReference': booking.reference,
    ...(corrects && {
      'cac:BillingReference': [
        {
          'cac:InvoiceDocumentReference': {
            'cbc:ID': corrects.number,
            'cbc:IssueDate': corrects.issuedOn,
          },
        },
      ],
    }),
    'cac:AccountingSupplierParty': {
      'cac:Party': {
        ...ENDPOINT,
        'cac:PostalAddress': addressOf(seller.address),
        'cac:PartyTaxScheme': taxSchemesOf(seller),
        'cac:PartyLegalEntity': {
          'cbc:RegistrationName': xmlText(seller.legal_name),
          ...(seller.register_number && { 'cbc:CompanyID': xmlText(seller.register_number) }),
        },
      },
    },
    'cac:AccountingCustomerParty': {
      'cac:Party': {
        ...ENDPOINT,
        'cac:PostalAddress': addressOf(buyer.address),
        ...(buyer.vat_number && { 'cac:PartyTaxScheme': { 'cbc:CompanyID': buyer.vat_number, ...VAT } }),
        'cac:PartyLegalEntity': { 'cbc:RegistrationName': xmlText(buyer.company) },
      },
    },
    'cac:Delivery': { 'cbc:ActualDeliveryDate': day },
    'cac:PaymentTerms': {
      'cbc:Note': corrects ? text.settledBy : paidCents >= totalCents ? text.isPaid : text.payAtVenue,
    },
    'cac:TaxTotal': [
      {
        'cbc:TaxAmount': euro(vatCents),
        'cbc:TaxAmount@currencyID': 'EUR',
        'cac:TaxSubtotal': document.vat.map(({ basisPoints, amountCents, vatCents }) => ({
          'cbc:TaxableAmount': euro(amountCents - vatCents),
          'cbc:TaxableAmount@currencyID': 'EUR',
          'cbc:TaxAmount': euro(vatCents),
          'cbc:TaxAmount@currencyID': 'EUR',
          'cac:TaxCategory': {
            'cbc:ID': categoryOf(document, basisPoints),
            'cbc:Percent': percent(basisPoints),
            ...(document.exemption !== null && { 'cbc:TaxExemptionReason': xmlText(document.exemption) }),
            ...VAT,
          },
        })),
      },
    ],
    'cac:LegalMonetaryTotal': {
      'cbc:LineExtensionAmount': euro(netCents),
      'cbc:LineExtensionAmount@currencyID': 'EUR',
      'cbc:TaxExclusiveAmount': euro(netCents),
      'cbc:TaxExclusiveAmount@currencyID': 'EUR',
      'cbc:TaxInclusiveAmount': euro(totalCents),
      'cbc:TaxInclusiveAmount@currencyID': 'EUR',
      'cbc:PrepaidAmount': euro(paidCents),
      'cbc:PrepaidAmount@currencyID': 'EUR',
      'cbc:PayableAmount': euro(totalCents - paidCents),
      'cbc:PayableAmount@currencyID': 'EUR',
    },
    'cac:InvoiceLine': lines.map((line, at) => {
      // A price cannot be negative, so the quantity of a discount is.
      const quantity = (line.netCents < 0 ? -1 : 1) * line.count;
      return {
        'cbc:ID': String(at + 1),
        'cbc:InvoicedQuantity': String(quantity),
        'cbc:InvoicedQuantity@unitCode': 'C62' as const,
        'cbc:LineExtensionAmount': euro(line.netCents),
        'cbc:LineExtensionAmount@currencyID': 'EUR' as const,
        'cac:Item': {
          'cbc:Name': xmlText(line.text),
          'cac:ClassifiedTaxCategory': {
            'cbc:ID': categoryOf(document, line.basisPoints),
            'cbc:Percent': percent(line.basisPoints),
            ...VAT,
          },
        },
        // The price of all units, so that it has whole cents.
        'cac:Price': {
          'cbc:PriceAmount': euro(Math.abs(line.netCents)),
          'cbc:PriceAmount@currencyID': 'EUR' as const,
          'cbc:BaseQuantity': String(line.count),
          'cbc:BaseQuantity@unitCode': 'C62' as const,
        },
      };
    }) as Ubl['cac:InvoiceLine'],
  };
  return { 'ubl:Invoice': invoice };
}

const addressOf = ({ street, postal_code, city, country }: PostalAddress) => ({
  'cbc:StreetName': xmlText(street),
  'cbc:CityName': xmlText(city),
  'cbc:PostalZone': xmlText(postal_code),
  'cac:Country': { 'cbc:IdentificationCode': country as Country },
});

function taxSchemesOf({ vat_number, tax_number }: InvoiceDocument['seller']) {
  const vat = vat_number === null ? [] : [{ 'cbc:CompanyID': vat_number, ...VAT }];
  const national =
    tax_number === null
      ? []
      : [{ 'cbc:CompanyID': xmlText(tax_number), 'cac:TaxScheme': { 'cbc:ID': 'FC' } }];
  return [...vat, ...national] as NonNullable<
    Ubl['cac:AccountingSupplierParty']['cac:Party']['cac:PartyTaxScheme']
  >;
}

const euro = (cents: number): string => (cents / 100).toFixed(2);
const percent = (basisPoints: number): string => (basisPoints / 100).toFixed(2);

/** Without the two characters that JSON allows and XML does not. */
const xmlText = (text: string): string => text.replace(/[\ufffe\uffff]/g, '');
