import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { amountText, evmAddress } from '../../../../engines/onchain/chains/fields.ts'
import {
  callData,
  readContract,
  readToken,
  wholeOf,
} from '../../../../engines/onchain/evm-reads.ts'
import { baseOf, unitsOf } from '../../../../engines/onchain/token-units.ts'
import { evm } from '../../../../capabilities/upstreams/evm.ts'
import { builtFields, builtFrom, refusedZero } from './_unsigned.ts'

const UNLIMITED = 2n ** 256n - 1n
const MUCH = 2n ** 255n

export default defineTool({
  route: 'POST /api/approve-build',
  name: 'Approval builder',
  description:
    'Unsigned ERC-20 approval of a spender, or its revocation when the amount is 0, with gas and a trial run; nothing is signed or sent.',
  asks: [
    'revoke a token approval',
    'build an approve transaction for a spender',
    'allow a contract to use my USDC',
    'take an approval back',
  ],
  price: '$0.002',
  uses: { evm },
  input: z.object({
    from: evmAddress().describe('Wallet that owns the token and signs.'),
    spender: evmAddress().describe('Address that may then spend the token.'),
    token: evmAddress().describe('Contract of the token.'),
    amount: z
      .union([amountText(), z.literal('unlimited')])
      .default('0')
      .describe(
        'Amount in units of the token; 0 revokes; unlimited lets the spender take all, always.',
      ),
    network: z.string().max(40).default('base').describe('EVM network by name or chain id.'),
  }),
  output: z.object({
    ...builtFields,
    currentAllowance: z.string(),
    newAllowance: z.string(),
    revoke: z.boolean(),
    symbol: z.string().nullable(),
    genuine: z
      .boolean()
      .nullable()
      .describe(
        'True for a genuine token, false for a copy of its name, null if it is not listed.',
      ),
  }),
  examples: [
    {
      at: '2026-01-01T00:10:00Z',
      input: {
        from: '0x1111111111111111111111111111111111111111',
        spender: '0x2222222222222222222222222222222222222222',
        token: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      },
    },
  ],

  async run({ from, spender, token, amount, network }, { evm }) {
    const state = await evm.on(network).at()
    const { symbol, decimals, genuine } = await readToken(state, token)
    if (decimals === null) throw badInput('token: must be an ERC-20 token on that network')
    const value =
      amount === 'unlimited' ? UNLIMITED : refusedZero('amount', baseOf(amount, decimals))
    if (value > UNLIMITED) throw badInput('amount: must fit into 256 bits of base units')
    const data = await callData(
      'function approve(address spender, uint256 amount) returns (bool)',
      [spender, value],
    )
    const [built, allowed, code] = await Promise.all([
      builtFrom(state, { from, to: token, value: 0n, data }),
      readContract(state, token, 'function allowance(address, address) view returns (uint256)', [
        from,
        spender,
      ]),
      state.code(spender),
    ])
    const current = wholeOf(allowed) ?? 0n
    const revoke = value === 0n
    const amountText = (base: bigint): string =>
      base >= MUCH ? 'unlimited' : unitsOf(base, decimals)
    const name = `${symbol ?? 'units'} of token ${token}`
    return {
      ...built,
      words: revoke
        ? `Takes back what ${spender} may spend of the ${name} of ${from} on ${state.network.slug}.`
        : `Lets ${spender} spend ${amountText(value)} ${name} of ${from} on ${state.network.slug}.`,
      currentAllowance: amountText(current),
      newAllowance: amountText(value),
      revoke,
      symbol,
      genuine,
      warnings: [
        ...built.warnings,
        ...(value >= MUCH
          ? ['unlimited: the spender can take all that the wallet ever holds of it']
          : []),
        ...(revoke && current === 0n ? ['the spender has no allowance to take back'] : []),
        ...(!revoke && code === '0x'
          ? ['the spender is not a contract: whoever holds its key can take the money']
          : []),
        ...(!revoke && current > 0n
          ? ['some tokens, such as USDT on Ethereum, require setting the allowance to 0 first']
          : []),
        ...(genuine === false ? ['the token only copies the name of a genuine one'] : []),
      ],
    }
  },
})
