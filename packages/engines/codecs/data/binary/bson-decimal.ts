/** Reads and writes BSON's Decimal128, which has up to 34 digits and a power of ten, without rounding. */
import { Numeral } from '../values/value.ts';

const bias = 6176;
const maxDigits = 34;
const maxExponent = 6111;

/** Returns the number that 16 little-endian bytes encode, in JSON notation. */
export function readDecimal(bytes: Buffer): Numeral {
  const high = bytes.readBigUInt64LE(8);
  const sign = high >> 63n === 1n ? '-' : '';
  const top = Number((high >> 58n) & 0x1fn);
  if (top === 0x1f) return new Numeral('NaN');
  if (top === 0x1e) return new Numeral(`${sign}Infinity`);
  // If the first 2 bits after the sign are 1, the exponent is stored at another position, and the coefficient has more
  // than 34 digits. The standard treats a coefficient of more than 34 digits as zero.
  const wide = top >= 0x18;
  const exponent = Number((high >> (wide ? 47n : 49n)) & 0x3fffn) - bias;
  const digits = wide ? 0n : ((high & 0x1_ffff_ffff_ffffn) << 64n) | bytes.readBigUInt64LE(0);
  return new Numeral(sign + spelled(String(digits), exponent));
}

/**
 * Returns the number in decimal notation. If the exponent is positive or very small, uses scientific notation.
 */
function spelled(digits: string, exponent: number): string {
  if (exponent === 0) return digits;
  if (exponent > 0 || exponent < -maxDigits) return `${digits}e${exponent > 0 ? '+' : ''}${exponent}`;
  const padded = digits.padStart(1 - exponent, '0');
  return `${padded.slice(0, exponent)}.${padded.slice(exponent)}`;
}

/** Returns the 16 bytes of `value`, or undefined if it has too many digits or is too large. */
export function decimalBytes(value: Numeral): Buffer | undefined {
  const [, sign, whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(value.text) ?? [];
  const digits = (whole + fraction).replace(/^0+(?=\d)/, '');
  const exponent = Number(power) - fraction.length;
  if (sign === undefined || digits.length > maxDigits || exponent > maxExponent || exponent < -bias)
    return undefined;
  const held = BigInt(digits);
  const bytes = Buffer.alloc(16);
  bytes.writeBigUInt64LE(held & 0xffff_ffff_ffff_ffffn, 0);
  const high = (held >> 64n) | (BigInt(exponent + bias) << 49n) | (sign ? 1n << 63n : 0n);
  bytes.writeBigUInt64LE(high, 8);
  return bytes;
}
