import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import {
  checksummed,
  evmAddressProblem,
  solanaAddressProblem,
} from '../../../../engines/onchain/account-address.ts'
import { bitcoinAddress } from '../../../../engines/onchain/bitcoin-address.ts'
import {
  EVM_NETWORK_NAMES,
  evmNetworkNamed,
  NATIVE_DECIMALS,
} from '../../../../engines/onchain/chains/evm-networks.ts'
import { knownTokenAt } from '../../../../engines/onchain/chains/known-tokens.ts'
import { amountText } from '../../../../engines/onchain/chains/fields.ts'
import { baseOf } from '../../../../engines/onchain/token-units.ts'
import { queryOf } from './_uri.ts'

const Input = z.object({
  kind: z
    .enum(['eip681', 'solana-pay', 'bip21'])
    .describe('eip681: EVM networks; solana-pay: Solana; bip21: Bitcoin.'),
  to: z.string().min(1).max(128).describe('Who is paid: an address of that network.'),
  amount: amountText().optional().describe('Amount in units of the coin or token, such as 0.001.'),
  token: z
    .string()
    .max(128)
    .optional()
    .describe('Contract or mint of a token; the native coin of the network if left out.'),
  network: z.string().max(40).default('base').describe('For eip681: network by name or chain id.'),
  decimals: z
    .int()
    .min(0)
    .max(36)
    .optional()
    .describe('Decimals of a token that this service does not list, 0 to 36.'),
  label: z.string().max(200).optional().describe('Name of who is paid, which wallets show.'),
  message: z.string().max(500).optional().describe('What the payment is for, which wallets show.'),
  reference: z
    .string()
    .max(128)
    .optional()
    .describe('For solana-pay: a public key by which the payment can be found later.'),
})

export default defineTool({
  route: 'POST /api/payment-uri',
  name: 'Payment link',
  description:
    'Build an EIP-681, Solana Pay or BIP-21 payment link (URI) that wallets open or scan.',
  asks: [
    'build a BIP-21 link with an amount',
    'payment link that opens in a Solana wallet',
    'make a link to ask for crypto',
    'request a payment to my wallet',
  ],
  price: '$0.001',
  uses: {},
  input: Input,
  output: z.object({
    uri: z.string(),
    kind: z.string(),
    words: z.string().describe('What the wallet asks its owner to pay, in a sentence.'),
  }),
  examples: [
    {
      input: {
        kind: 'bip21',
        to: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
        amount: '0.001',
        label: 'Luke Jr',
      },
      output: {
        uri: 'bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq?amount=0.001&label=Luke%20Jr',
        kind: 'bip21',
        words: '0.001 BTC to bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      },
    },
    {
      input: {
        kind: 'eip681',
        to: '0x2222222222222222222222222222222222222222',
        amount: '0.01',
        token: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      },
      output: {
        uri: 'ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=0x2222222222222222222222222222222222222222&uint256=10000',
        kind: 'eip681',
        words: '0.01 USDC to 0x2222222222222222222222222222222222222222 on base',
      },
    },
  ],

  run(given) {
    const { kind } = given
    return { kind, ...BUILDERS[kind](given) }
  },
})

type PaymentInput = z.output<typeof Input>

const BUILDERS = { eip681, 'solana-pay': solanaPay, bip21 } as const

function eip681(given: PaymentInput) {
  const { to, amount, token, network, label, message, reference } = given
  refuse({ label, message, reference }, 'eip681')
  const chain = evmNetworkNamed(network)
  if (!chain) throw badInput(`network: must be one of ${EVM_NETWORK_NAMES}`)
  const payee = evm('to', to)
  if (token === undefined) {
    const value = amount === undefined ? undefined : based(amount, NATIVE_DECIMALS)
    return {
      uri: `ethereum:${payee}@${chain.chainId}${queryOf([['value', value]])}`,
      words: `${amount ?? 'an amount that the payer chooses'} ${chain.nativeSymbol} to ${payee} on ${chain.slug}`,
    }
  }
  const contract = evm('token', token)
  const known = knownTokenAt(chain, contract)
  const decimals = known?.decimals ?? given.decimals
  if (amount !== undefined && decimals === undefined)
    throw badInput('decimals: is required, because this service does not list this token')
  if (known && given.decimals !== undefined && given.decimals !== known.decimals)
    throw badInput(`decimals: must be ${known.decimals}, as ${known.symbol} has`)
  const units = amount === undefined ? undefined : based(amount, decimals ?? 0)
  const query = queryOf([
    ['address', payee],
    ['uint256', units],
  ])
  return {
    uri: `ethereum:${contract}@${chain.chainId}/transfer${query}`,
    words: `${amount ?? 'an amount that the payer chooses'} ${known?.symbol ?? `of token ${contract}`} to ${payee} on ${chain.slug}`,
  }
}

function evm(field: string, text: string): string {
  const problem = evmAddressProblem(text.trim())
  if (problem !== null) throw badInput(`${field}: ${problem}`)
  return checksummed(text.trim())
}

function based(amount: string, decimals: number): string {
  const base = baseOf(amount, decimals)
  if (typeof base === 'string') throw badInput(`amount: ${base}`)
  return String(base)
}

function refuse(fields: Readonly<Record<string, string | undefined>>, kind: string): void {
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) throw badInput(`${name}: has no place in ${kind}; must be left out`)
}

const SOL_DECIMALS = 9

function solanaPay({ to, amount, token, label, message, reference }: PaymentInput) {
  for (const [name, value] of Object.entries({ to, token, reference })) {
    const problem = value === undefined ? null : solanaAddressProblem(value)
    if (problem !== null) throw badInput(`${name}: ${problem}`)
  }
  if (token === undefined && amount !== undefined) based(amount, SOL_DECIMALS)
  const query = queryOf([
    ['amount', amount],
    ['spl-token', token],
    ['reference', reference],
    ['label', label],
    ['message', message],
  ])
  return {
    uri: `solana:${to}${query}`,
    words: `${amount ?? 'an amount that the payer chooses'} ${token === undefined ? 'SOL' : `of token ${token}`} to ${to}`,
  }
}

const BTC_DECIMALS = 8
const SATOSHIS_MAX = 2_100_000_000_000_000n

function bip21({ to, amount, token, label, message, reference }: PaymentInput) {
  refuse({ token, reference }, 'bip21')
  const address = bitcoinAddress(to)
  if (typeof address === 'string') throw badInput(`to: ${address}`)
  if (amount !== undefined && BigInt(based(amount, BTC_DECIMALS)) > SATOSHIS_MAX)
    throw badInput('amount: must be at most 21000000, which is all there is')
  const query = queryOf([
    ['amount', amount],
    ['label', label],
    ['message', message],
  ])
  const where = address.network === 'mainnet' ? '' : ` on ${address.network}`
  return {
    uri: `bitcoin:${to}${query}`,
    words: `${amount ?? 'an amount that the payer chooses'} BTC to ${to}${where}`,
  }
}
