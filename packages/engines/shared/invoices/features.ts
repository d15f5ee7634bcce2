/** Recognises electronic invoices in XML, which get a readable page instead of a list of their elements. */

/** Number of bytes at the start of a file that are searched for the root element and its namespaces. */
const headBytes = 8192;

const roots =
  /urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100|urn:oasis:names:specification:ubl:schema:xsd:(?:Invoice|CreditNote)-2/;

/**
 * Returns the feature `electronic invoice` if the file is an electronic invoice, otherwise an empty list. The general
 * XML reader lacks the feature `electronic invoice`, so it does not convert invoices.
 */
export function invoiceFeatures(file: Buffer): readonly string[] {
  return roots.test(file.toString('latin1', 0, headBytes)) ? ['electronic invoice'] : [];
}
