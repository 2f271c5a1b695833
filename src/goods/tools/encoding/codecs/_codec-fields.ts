import { z } from 'zod'

/** Fields that Base32, Base58 and Base64 share. */

export const mode = () =>
  z.enum(['encode', 'decode']).default('encode').describe('Direction: encode or decode.')

export const INPUT_ENCODING = 'How `text` is turned into bytes before it is encoded.'

export const inputEncoding = () => z.enum(['utf8', 'hex']).default('utf8').describe(INPUT_ENCODING)

export const codedText = (name: string) =>
  z
    .string()
    .optional()
    .describe(`The ${name}, or the decoded text; absent if the decoded bytes are not UTF-8.`)

export const plainHex = () => z.string().describe('The raw bytes as hex.')
export const plainBytes = () => z.int().describe('Number of raw bytes.')
