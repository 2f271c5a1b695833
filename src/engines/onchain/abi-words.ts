/** An address as the ABI writes it: 32 bytes of hex, without `0x`. */
export const addressWord = (address: string): string =>
  address.slice(2).toLowerCase().padStart(64, '0')

/** A whole number as the ABI writes it: 32 bytes of hex, without `0x`. */
export const numberWord = (number: string | number | bigint): string =>
  BigInt(number).toString(16).padStart(64, '0')
