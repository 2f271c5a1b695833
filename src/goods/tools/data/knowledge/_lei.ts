import { z } from 'zod'

/** A Legal Entity Identifier, spaces allowed. */
export const leiField = () =>
  z
    .string()
    .max(40)
    .transform((lei) => lei.replaceAll(/\s/g, '').toUpperCase())
    .refine(isLei, { error: 'must be 20 characters with valid check digits' })

/** ISO 17442: letters count as 10 to 35, and the whole number modulo 97 is 1. */
function isLei(text: string): boolean {
  if (!/^[0-9A-Z]{18}\d\d$/.test(text)) return false
  const digits = text.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return BigInt(digits) % 97n === 1n
}
