"""Lists of codes that invoices may use. This module omits lists that change every half year, such as units and tax
exemptions."""

# ISO 4217, and the offshore renminbi.
CURRENCIES = frozenset((
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CLF CLP '
    'CNH CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR '
    'ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU '
    'MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK '
    'SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV '
    'WST XAF XAG XAU XBA XBB XBC XBD XCD XCG XDR XOF XPD XPF XPT XSU XTS XUA XXX YER ZAR ZMW ZWG '
).split())
# ISO 3166-1 alpha-2, and the codes of Kosovo and Northern Ireland in EN 16931.
COUNTRIES = frozenset((
    'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG '
    'CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL '
    'GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA '
    'LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP '
    'NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV '
    'SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW '
    '1A XI'
).split())
# In VAT identifiers, the prefix for Greece is EL instead of the country code GR.
VAT_PREFIXES = COUNTRIES | {'EL'}
# Media types of embedded documents.
MEDIA_TYPES = frozenset((
    'application/pdf', 'image/png', 'image/jpeg', 'text/csv',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/vnd.oasis.opendocument.spreadsheet',
))
# UNTDID 2005: whether VAT becomes due on the date of the invoice, of the delivery or of the payment. Invoices in the
# syntax CII use the codes of UNTDID 2475, which this list also contains.
TAX_POINT_CODES = frozenset(('3', '35', '432', '5', '29', '72'))
# UNTDID 5305: categories of VAT.
CATEGORIES = frozenset(('S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M', 'B'))
# UNTDID 4461: means of payment.
PAYMENT_MEANS = frozenset((*(str(code) for code in (*range(1, 71), *range(74, 79), *range(91, 99))), 'ZZZ'))
