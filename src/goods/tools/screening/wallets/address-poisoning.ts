import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { addressFormat } from '../../../../engines/onchain/address-format.ts'
import { addressKey } from '../../../../engines/onchain/address-key.ts'
import { anyAddress } from './_fields.ts'

/** Most characters that wallets show at each end. */
const SHOWN = 6
/** By chance, fewer than one pair in a million has so many in common. */
const COMMON_MIN = 5
const END_MIN = 2
const LOOKALIKES_MAX = 50

export default defineTool({
  route: 'POST /api/address-poisoning',
  name: 'Address poisoning check',
  description:
    'Does an address imitate one you know? Catches poisoned look-alikes before sending money.',
  asks: [
    'is this address a poisoned look-alike',
    'look-alikes of the addresses I know, before sending money',
    'is it really the address I paid before',
    'look-alike wallet',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    address: anyAddress().describe('The address that is about to be used, 6 to 128 characters.'),
    known: z
      .array(anyAddress())
      .min(1)
      .max(10_000)
      .describe('Addresses that you trust, 1 to 10,000.'),
  }),
  output: z.object({
    exact: z.boolean().describe('Whether it is one of the known addresses.'),
    lookalikes: z
      .array(
        z.object({
          address: z.string().describe('Known address that it resembles.'),
          prefixMatch: z.int().describe('Equal characters at the beginning, after 0x or bc1.'),
          suffixMatch: z.int().describe('Equal characters at the end.'),
          score: z
            .number()
            .describe('Share of the first and last 6 characters that are the same, 0 to 1.'),
        }),
      )
      .describe('Other known addresses that it resembles, most similar first, at most 50.'),
    safe: z
      .boolean()
      .describe(
        'Whether it is an address by its form and checksum and resembles no other known one. It says nothing more.',
      ),
    format: z.string().describe('Format of the address, such as evm; unknown if no chain has it.'),
    checksumValid: z
      .boolean()
      .nullable()
      .describe('Null if the format has no checksum, or it is not checked.'),
  }),
  examples: [
    {
      input: {
        address: '0x1111111111111111111111111111111111111112',
        known: ['0x1111111111111111111111111111111111111111'],
      },
      output: {
        exact: false,
        lookalikes: [
          {
            address: '0x1111111111111111111111111111111111111111',
            prefixMatch: 39,
            suffixMatch: 0,
            score: 0.5,
          },
        ],
        safe: false,
        format: 'evm',
        checksumValid: null,
      },
    },
    {
      input: {
        address: '0xd8dA00000000000000000000000000000096045',
        known: ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
      },
    },
  ],

  run({ address, known }) {
    const { format, checksumValid } = addressFormat(address)
    const key = addressKey(address)
    const body = bodyOf(key)
    const others = new Map(known.map((one) => [addressKey(one), one] as const))
    const exact = others.delete(key)
    const lookalikes = [...others]
      .flatMap(([other, shown]) => likeness(body, bodyOf(other), shown) ?? [])
      .toSorted((one, other) => other.score - one.score || other.prefixMatch - one.prefixMatch)
    // A text that no chain has as an address is not safe to send to, whatever it resembles.
    const isAddress = checksumValid !== false && (exact || format !== 'unknown')
    return {
      exact,
      lookalikes: lookalikes.slice(0, LOOKALIKES_MAX),
      safe: lookalikes.length === 0 && isAddress,
      format,
      checksumValid,
    }
  },
})

/** The part that tells addresses apart; all of a kind begin with the same characters. */
const bodyOf = (key: string): string => key.replace(/^(?:0x|bc1[qp]|ltc1[qp]|tb1[qp])/, '')

function likeness(one: string, other: string, address: string) {
  const prefixMatch = common(one, other)
  const suffixMatch = common(reversed(one), reversed(other))
  const score = (Math.min(prefixMatch, SHOWN) + Math.min(suffixMatch, SHOWN)) / (2 * SHOWN)
  const isAlike =
    isOneOff(one, other) ||
    one.toLowerCase() === other.toLowerCase() ||
    prefixMatch + suffixMatch >= one.length / 2 ||
    (prefixMatch >= END_MIN && suffixMatch >= END_MIN && prefixMatch + suffixMatch >= COMMON_MIN)
  return isAlike
    ? { address, prefixMatch, suffixMatch, score: Math.round(score * 1e3) / 1e3 }
    : null
}

function common(one: string, other: string): number {
  let count = 0
  while (count < one.length && one[count] === other[count]) count += 1
  return count
}

const reversed = (text: string): string => text.split('').toReversed().join('')

/** One character too many, too few, or different: a typing error rather than a forgery. */
function isOneOff(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  const start = common(one, other)
  const [rest, others] = [one.slice(start), other.slice(start)]
  return rest.slice(1) === others.slice(1) || rest.slice(1) === others || rest === others.slice(1)
}
