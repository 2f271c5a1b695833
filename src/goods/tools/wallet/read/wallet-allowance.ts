import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { evmAddress } from '../../../../engines/onchain/chains/fields.ts'
import { readContract, readToken, wholeOf } from '../../../../engines/onchain/evm-reads.ts'
import { PERMIT2 } from '../../../../engines/onchain/token-permits.ts'
import { unitsOf } from '../../../../engines/onchain/token-units.ts'
import { evm } from '../../../../capabilities/upstreams/evm.ts'

/** Nobody can use up an allowance of half the number range or more. */
const UNLIMITED = 2n ** 255n
const UNLIMITED_PERMIT2 = 2n ** 159n
const SECONDS_MAX = 253_402_300_799n

export default defineTool({
  route: 'GET /api/wallet-allowance',
  name: 'Token allowance',
  description:
    'Allowance of a spender over a token of a wallet on an EVM network, Permit2 included.',
  asks: [
    'how much of my token may this contract spend',
    'allowance of a spender over a token, Permit2 too',
    'how much may a contract take from me',
  ],
  price: '$0.001',
  uses: { evm },
  input: z.object({
    owner: evmAddress().describe('The wallet.'),
    spender: evmAddress().describe('Address that may spend.'),
    token: evmAddress().describe('Contract of the token.'),
    network: z.string().max(40).default('base').describe('EVM network by name or chain id.'),
  }),
  output: z.object({
    allowance: z
      .string()
      .nullable()
      .describe('Allowance in units; null if the token does not state its decimals.'),
    allowanceBase: z.string(),
    unlimited: z.boolean(),
    balance: z
      .string()
      .nullable()
      .describe('Balance of the owner: the most that can be taken now.'),
    symbol: z.string().nullable(),
    genuine: z
      .boolean()
      .nullable()
      .describe(
        'True for a genuine token, false for a copy of its name, null if it is not listed.',
      ),
    permit2: z
      .object({
        amount: z.string().nullable(),
        amountBase: z.string(),
        unlimited: z.boolean(),
        expiresIso: z.string().nullable(),
        expired: z.boolean(),
        nonce: z.string(),
        approved: z.boolean().describe('Whether the owner lets Permit2 take this token at all.'),
      })
      .nullable()
      .describe('Allowance through Permit2; null if the network has no Permit2.'),
    blockNumber: z.int(),
  }),
  examples: [
    {
      at: '2026-01-01T00:10:00Z',
      input: {
        owner: '0x1111111111111111111111111111111111111111',
        spender: '0x2222222222222222222222222222222222222222',
        token: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      },
    },
  ],

  async run({ owner, spender, token, network }, { evm }) {
    const state = await evm.on(network).at()
    const allowed = 'function allowance(address, address) view returns (uint256)'
    const [read, direct, held, toPermit2, inPermit2] = await Promise.all([
      readToken(state, token),
      readContract(state, token, allowed, [owner, spender]),
      readContract(state, token, 'function balanceOf(address) view returns (uint256)', [owner]),
      readContract(state, token, allowed, [owner, PERMIT2]),
      readContract(
        state,
        PERMIT2,
        'function allowance(address, address, address) view returns (uint160, uint48, uint48)',
        [owner, token, spender],
      ),
    ])
    const allowance = wholeOf(direct)
    if (allowance === null) throw badInput('token: must be an ERC-20 token on that network')
    const { decimals, symbol, genuine } = read
    const units = (base: bigint | null): string | null =>
      base === null || decimals === null ? null : unitsOf(base, decimals)
    return {
      allowance: units(allowance),
      allowanceBase: String(allowance),
      unlimited: allowance >= UNLIMITED,
      balance: units(wholeOf(held)),
      symbol,
      genuine,
      permit2: permit2Of(inPermit2, {
        units,
        seconds: state.block.timestamp,
        approved: (wholeOf(toPermit2) ?? 0n) > 0n,
      }),
      blockNumber: state.block.number,
    }
  },
})

interface Beside {
  readonly units: (base: bigint) => string | null
  readonly seconds: number
  readonly approved: boolean
}

function permit2Of(said: unknown, { units, seconds, approved }: Beside) {
  if (!Array.isArray(said)) return null
  const [amount, expiration, nonce] = (said as unknown[]).map(wholeOf)
  if (typeof amount !== 'bigint' || typeof expiration !== 'bigint') return null
  return {
    amount: units(amount),
    amountBase: String(amount),
    unlimited: amount >= UNLIMITED_PERMIT2,
    expiresIso:
      expiration === 0n || expiration > SECONDS_MAX
        ? null
        : new Date(Number(expiration) * 1_000).toISOString(),
    expired: expiration < BigInt(seconds),
    nonce: String(nonce ?? 0n),
    approved,
  }
}
