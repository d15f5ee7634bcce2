"""Finds e-mail addresses, IBANs, phone numbers and card numbers in a text."""
import re
from typing import Iterator

EMAIL = re.compile(r"[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}")
IBAN = re.compile(r'(?<![^\W_])[A-Za-z]{2}[0-9]{2}(?:[ -]?[A-Za-z0-9]){11,30}')
# An IBAN in the usual groups of 4 characters. An IBAN in groups is removed even if its checksum is wrong.
IBAN_GROUPS = re.compile(r'[A-Za-z]{2}[0-9]{2}(?: [A-Za-z0-9]{4}){2,7}(?: [A-Za-z0-9]{1,3}(?![A-Za-z0-9]))?')
# International numbers, national numbers with a leading 0 or an area code in brackets, and groups such as 555-123-4567.
PHONE = re.compile(r'(?<![\w.,+])(?:\+|00|0|\()[0-9()](?:[ ./()-]{0,3}[0-9]){5,14}(?![0-9])|(?<![\w.,-])[2-9][0-9]{2}[ .-][0-9]{3}[ .-][0-9]{4}(?![0-9-])')
DATE = re.compile(r'\(?[0-9]{1,2}[./-] ?[0-9]{1,2}[./-] ?[0-9]{2,4}\)?')
CARD = re.compile(r'(?<![0-9])[0-9](?:[ -]?[0-9]){12,18}(?![0-9])')
MIN_PHONE_DIGITS = 7
MIN_IBAN, MAX_IBAN = 15, 34


def emails(text: str) -> Iterator[tuple[int, int]]:
    for found in EMAIL.finditer(text):
        yield found.span()


def ibans(text: str) -> Iterator[tuple[int, int]]:
    for found in IBAN.finditer(text):
        start, end = found.span()
        valid = [stop for stop in range(start + MIN_IBAN, end + 1) if is_iban(text[start:stop])]
        groups = IBAN_GROUPS.match(text, start)
        if valid:
            yield start, valid[-1]
        elif groups:
            yield groups.span()


def is_iban(text: str) -> bool:
    bare = re.sub('[ -]', '', text).upper()
    if not MIN_IBAN <= len(bare) <= MAX_IBAN or not bare.isascii():
        return False
    return int(''.join(str(int(one, 36)) for one in bare[4:] + bare[:4])) % 97 == 1


def phones(text: str) -> Iterator[tuple[int, int]]:
    for found in PHONE.finditer(text):
        digits = sum(one.isdigit() for one in found[0])
        if digits >= MIN_PHONE_DIGITS and not DATE.fullmatch(found[0]):
            yield found.span()


def cards(text: str) -> Iterator[tuple[int, int]]:
    for found in CARD.finditer(text):
        if is_card([int(one) for one in found[0] if one.isdigit()]):
            yield found.span()


def is_card(digits: list[int]) -> bool:
    """Checks the checksum of ISO/IEC 7812 (Luhn)."""
    doubled = [one * 2 - 9 * (one > 4) for one in digits[-2::-2]]
    return (sum(digits[-1::-2]) + sum(doubled)) % 10 == 0


PATTERNS = {'email': emails, 'iban': ibans, 'phone': phones, 'card': cards}
