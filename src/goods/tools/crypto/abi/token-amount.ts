import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { numericText } from '../../../../base/lib/fields.ts'
import { baseUnits, tokenUnits } from '../../../../engines/onchain/chains/amounts.ts'

const UNITS = { ether: 18, gwei: 9, wei: 0, usdc: 6, btc: 8, sol: 9 } as const

export default defineTool({
  route: 'POST /api/token-amount',
  name: 'Token amount',
  description:
    'Convert a token amount between units and base units, such as USDC, ether, wei or lamports, exactly.',
  asks: [
    '1.5 usdc in base units',
    'wei to ether without losing digits',
    'how many wei is 1.5 ether',
    '6 decimals of USDC',
    'gwei to eth',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    value: numericText(160).describe(
      'The amount: decimal for toBase, whole or 0x hex for fromBase.',
    ),
    decimals: z
      .int()
      .min(0)
      .max(77)
      .default(18)
      .describe('Decimals of the token, 0 to 77, for unit custom.'),
    mode: z.enum(['toBase', 'fromBase']).default('toBase').describe('Direction of the conversion.'),
    unit: z
      .enum(['custom', 'ether', 'gwei', 'wei', 'usdc', 'btc', 'sol'])
      .default('custom')
      .describe('A known unit instead of decimals.'),
  }),
  output: z.object({
    base: z.string().describe('Amount in whole base units.'),
    decimal: z.string().describe('Amount in units, without trailing zeros.'),
    hex: z.string().describe('Base units as hex; with a minus in front if negative.'),
    grouped: z.string().describe('The amount with commas between thousands.'),
  }),
  examples: [
    {
      input: { value: '1.5', decimals: 6 },
      output: { base: '1500000', decimal: '1.5', hex: '0x16e360', grouped: '1.5' },
    },
    {
      input: { value: '1234567890000000000000', mode: 'fromBase', unit: 'ether' },
      output: {
        base: '1234567890000000000000',
        decimal: '1234.56789',
        hex: '0x42ed123aef19872000',
        grouped: '1,234.56789',
      },
    },
  ],

  run({ value, decimals: given, mode, unit }) {
    const decimals = unit === 'custom' ? given : UNITS[unit]
    const base = mode === 'toBase' ? baseUnits('value', value, decimals) : wholeOf(value)
    const decimal = tokenUnits(base, decimals)
    const [whole = '', part] = decimal.split('.')
    const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
    return {
      base: String(base),
      decimal,
      hex: `${base < 0n ? '-' : ''}0x${(base < 0n ? -base : base).toString(16)}`,
      grouped: part === undefined ? grouped : `${grouped}.${part}`,
    }
  },
})

function wholeOf(value: string): bigint {
  const text = value.trim()
  if (/^(-?\d{1,100}|0x[0-9a-fA-F]{1,80})$/.test(text)) return BigInt(text)
  throw badInput('value: must be a whole number of base units, in decimal or in hex with 0x.')
}
