import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import {
  amountText,
  bytes32,
  evmAddress,
  evmNetwork,
} from '../../../../engines/onchain/chains/fields.ts'
import { transferTypes } from '../../../../engines/onchain/token-permits.ts'
import { typedDataDigest } from '../../../../engines/onchain/typed-data.ts'
import { baseAmount, domainOf, tokenFields, tokenOf, TypedDataShape } from './_token.ts'

export default defineTool({
  route: 'POST /api/transfer-authorization',
  name: 'Transfer authorization',
  description:
    'EIP-3009 transferWithAuthorization typed data for a token payment without gas, ready for the payer to sign; nothing is signed here.',
  asks: [
    'typed data for a gasless USDC payment',
    'EIP-3009 message to sign for an x402 payment',
    'pay USDC without gas',
    'typed data for a gasless payment',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    from: evmAddress().describe('Wallet that pays and signs.'),
    to: evmAddress().describe('Who is paid.'),
    amount: amountText().describe('Amount in units of the token, such as 0.01.'),
    network: evmNetwork().describe('Network by name, chain id or CAIP-2 id.'),
    token: evmAddress().optional().describe('Contract of the token; USDC where it is left out.'),
    ...tokenFields,
    validSeconds: z
      .int()
      .min(10)
      .max(86_400)
      .default(600)
      .describe('How long it can be settled, 10 to 86400 seconds.'),
    nonce: bytes32().optional().describe('32 bytes of hex; random where it is left out.'),
  }),
  output: z.object({
    typedData: TypedDataShape.describe('For eth_signTypedData_v4.'),
    digest: z.string().describe('What a key signs: the EIP-712 hash.'),
    domain: z.record(z.string(), z.unknown()),
    message: z.record(z.string(), z.unknown()),
    amountBase: z.string().describe('Amount in base units of the token.'),
    symbol: z
      .string()
      .nullable()
      .describe('Symbol; null for a token that this service does not list.'),
    validBeforeIso: z.string(),
    words: z.string().describe('What the signature allows, in a sentence.'),
    warnings: z.array(z.string()),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: {
        from: '0x1111111111111111111111111111111111111111',
        to: '0x2222222222222222222222222222222222222222',
        amount: '0.01',
        nonce: `0x${'ab'.repeat(32)}`,
      },
    },
  ],

  async run(given, { now }) {
    const { from, to, amount, validSeconds, network } = given
    const { decimals, symbol, coin } = tokenOf(given)
    if (coin?.eip3009 === false)
      throw badInput(
        `token: ${coin.symbol} on ${network.slug} does not accept EIP-3009 authorizations; use a permit`,
      )
    const value = baseAmount(amount, decimals)
    const validBefore = Math.floor(now() / 1_000) + validSeconds
    const nonce = given.nonce?.toLowerCase() ?? `0x${randomBytes(32).toString('hex')}`
    const domain = domainOf(given)
    const message = { from, to, value, validAfter: '0', validBefore: String(validBefore), nonce }
    const typedData = { ...transferTypes, domain, message }
    const validBeforeIso = new Date(validBefore * 1_000).toISOString()
    return {
      typedData: { ...typedData, types: { ...transferTypes.types } },
      digest: await typedDataDigest(typedData),
      domain,
      message,
      amountBase: value,
      symbol,
      validBeforeIso,
      words: `Whoever holds the signature can move ${amount} ${symbol ?? 'units of the token'} on ${network.slug} from ${from} to ${to}, once, until ${validBeforeIso}.`,
      warnings: [
        ...(value === '0' ? ['the amount is 0'] : []),
        ...(from === to ? ['from and to are the same wallet'] : []),
        ...(network.testnet ? ['the token is on a test network'] : []),
        ...(coin?.eip3009 === true
          ? []
          : ['it is unknown whether the token accepts EIP-3009 authorizations']),
      ],
    }
  },
})
