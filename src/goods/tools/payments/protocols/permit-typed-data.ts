import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { amountText, evmAddress, evmNetwork } from '../../../../engines/onchain/chains/fields.ts'
import {
  daiPermitTypes,
  PERMIT2,
  permit2Types,
  permitTypes,
} from '../../../../engines/onchain/token-permits.ts'
import { typedDataDigest, type TypedData } from '../../../../engines/onchain/typed-data.ts'
import { baseAmount, domainOf, tokenFields, tokenOf, TypedDataShape } from './_token.ts'

const DAYS_MAX = 365
const NONCE_MAX = 2n ** 256n
const PERMIT2_NONCE_MAX = 2n ** 48n
const PERMIT2_AMOUNT_MAX = 2n ** 160n

const Input = z.object({
  kind: z
    .enum(['eip2612', 'permit2'])
    .default('eip2612')
    .describe('eip2612: a permit of the token itself; permit2: one of the Permit2 contract.'),
  owner: evmAddress().describe('Wallet that holds the token and signs.'),
  spender: evmAddress().describe('Address that may then spend the token.'),
  token: evmAddress().describe('Contract of the token.'),
  amount: amountText().describe('Amount in units of the token, such as 5.'),
  network: evmNetwork().describe('Network by name, chain id or CAIP-2 id.'),
  nonce: z
    .string()
    .regex(/^\d{1,78}$/, { error: 'must be a whole number as text' })
    .default('0')
    .describe('The next nonce of the owner; wallet-nonce and wallet-allowance read it.'),
  validSeconds: z
    .int()
    .min(10)
    .max(DAYS_MAX * 86_400)
    .default(1_800)
    .describe('How long it can be used, 10 to 31536000 seconds.'),
  ...tokenFields,
})

export default defineTool({
  route: 'POST /api/permit-typed-data',
  name: 'Permit typed data',
  description:
    'Permit typed data (EIP-2612 or Permit2) for a token allowance by signature instead of an approve transaction; nothing is signed here.',
  asks: [
    'EIP-2612 permit typed data for a spender',
    'build a permit2 allowance message',
    'let a contract spend without gas',
    'sign a permit',
  ],
  price: '$0.001',
  uses: {},
  input: Input,
  output: z.object({
    typedData: TypedDataShape.describe('For eth_signTypedData_v4.'),
    digest: z.string().describe('What a key signs: the EIP-712 hash.'),
    amountBase: z.string().describe('Amount in base units of the token.'),
    symbol: z
      .string()
      .nullable()
      .describe('Symbol; null for a token that this service does not list.'),
    deadlineIso: z.string(),
    words: z.string().describe('What the signature allows, in a sentence.'),
    warnings: z.array(z.string()),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: {
        owner: '0x1111111111111111111111111111111111111111',
        spender: '0x2222222222222222222222222222222222222222',
        token: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        amount: '5',
      },
    },
  ],

  async run(given, { now }) {
    const { kind, owner, spender, amount, network } = given
    const { decimals, symbol } = tokenOf(given)
    const value = baseAmount(amount, decimals)
    const deadline = Math.floor(now() / 1_000) + given.validSeconds
    const isDai = symbol === 'DAI' && kind === 'eip2612'
    const typedData =
      kind === 'permit2' ? permit2(given, value, deadline) : permit(given, value, deadline)
    const deadlineIso = new Date(deadline * 1_000).toISOString()
    const what = isDai
      ? 'all of its DAI, now and later,'
      : `${amount} ${symbol ?? 'units of the token'}`
    return {
      typedData,
      digest: await typedDataDigest(typedData),
      amountBase: value,
      symbol,
      deadlineIso,
      words: `With the signature ${spender} may spend ${what} of ${owner} on ${network.slug}; the signature must be submitted by ${deadlineIso}.`,
      warnings: [
        ...(isDai ? ['a DAI permit allows all or nothing; the amount is not part of it'] : []),
        ...(owner === spender ? ['the spender is the owner'] : []),
        ...(network.testnet ? ['the token is on a test network'] : []),
        ...(kind === 'permit2'
          ? ['the owner must have approved Permit2 for this token by a transaction before']
          : []),
        `the nonce ${given.nonce} must be the next nonce of the owner; the chain was not asked`,
      ],
    }
  },
})

type PermitInput = z.output<typeof Input>

function permit(given: PermitInput, value: string, deadline: number) {
  const { owner, spender, nonce } = given
  if (BigInt(nonce) >= NONCE_MAX) throw badInput('nonce: must fit into 256 bits')
  const { coin, symbol } = tokenOf(given)
  if (coin?.symbol === 'USDT' && given.network.chainId === 1)
    throw badInput('token: USDT on ethereum has no permit; use kind permit2')
  const domain = domainOf(given)
  if (symbol === 'DAI') {
    const message = { holder: owner, spender, nonce, expiry: String(deadline), allowed: true }
    return whole({ ...daiPermitTypes, domain, message })
  }
  const message = { owner, spender, value, nonce, deadline: String(deadline) }
  return whole({ ...permitTypes, domain, message })
}

function permit2(given: PermitInput, value: string, deadline: number) {
  const { spender, nonce, token, network } = given
  if (BigInt(nonce) >= PERMIT2_NONCE_MAX) throw badInput('nonce: must fit into 48 bits for Permit2')
  if (BigInt(value) >= PERMIT2_AMOUNT_MAX)
    throw badInput('amount: must fit into 160 bits of base units for Permit2')
  const details = { token, amount: value, expiration: String(deadline), nonce }
  return whole({
    ...permit2Types,
    domain: { name: 'Permit2', chainId: network.chainId, verifyingContract: PERMIT2 },
    message: { details, spender, sigDeadline: String(deadline) },
  })
}

/** Turns its read-only lists into plain ones, as answers require. */
const whole = ({ types, primaryType, domain, message }: TypedData) => ({
  types: Object.fromEntries(Object.entries(types).map(([name, fields]) => [name, [...fields]])),
  primaryType,
  domain,
  message,
})
