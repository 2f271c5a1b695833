import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import {
  evmAddressProblem,
  solanaAddressProblem,
} from '../../../../engines/onchain/account-address.ts'
import { bitcoinAddress } from '../../../../engines/onchain/bitcoin-address.ts'
import {
  NATIVE_DECIMALS,
  evmNetworkNamed,
} from '../../../../engines/onchain/chains/evm-networks.ts'
import { knownTokenAt } from '../../../../engines/onchain/chains/known-tokens.ts'
import { baseOf, unitsOf } from '../../../../engines/onchain/token-units.ts'
import { split } from './_uri.ts'

const URI_MAX = 4_096
const text = z.string().nullable()

export default defineTool({
  route: 'POST /api/payment-uri-parse',
  name: 'Payment link reader',
  description:
    'Read an EIP-681, Solana Pay, BIP-21 or lightning: payment link: who is paid, how much, in which token, on which chain.',
  asks: [
    'read who a bitcoin payment link pays and how much',
    'parse a Solana Pay or ethereum: link',
    'what does this payment link ask for',
    'read an ethereum: or bitcoin: link',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    uri: z.string().min(1).max(URI_MAX).describe('The link, up to 4096 characters.'),
  }),
  output: z.object({
    kind: z.enum(['eip681', 'solana-pay', 'solana-pay-request', 'bip21', 'lightning']),
    to: text.describe('Who is paid.'),
    amount: text.describe(
      'Amount in units of the coin or token; null if the link has none or the decimals are unknown.',
    ),
    amountBase: text.describe('Amount in base units, such as wei; null if the link has none.'),
    token: text.describe('Contract or mint of the token; null for the native coin.'),
    symbol: text.describe('Symbol; null for a token that this service does not list.'),
    chainId: z.int().nullable().describe('Chain id, for eip681; 1 where the link names none.'),
    function: text.describe('For eip681: the contract function that is called.'),
    parameters: z.record(z.string(), z.string()).describe('All parameters as they are written.'),
    invoice: text.describe('The Lightning invoice in the link; lightning-decode decodes it.'),
    problems: z.array(z.string()),
  }),
  examples: [
    {
      input: {
        uri: 'ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=0x2222222222222222222222222222222222222222&uint256=10000',
      },
      output: {
        kind: 'eip681',
        to: '0x2222222222222222222222222222222222222222',
        amount: '0.01',
        amountBase: '10000',
        token: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        symbol: 'USDC',
        chainId: 8453,
        function: 'transfer',
        parameters: { address: '0x2222222222222222222222222222222222222222', uint256: '10000' },
        invoice: null,
        problems: [],
      },
    },
    {
      input: {
        uri: 'bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq?amount=20.3&label=Luke-Jr&req-somethingyoudontunderstand=50',
      },
      output: {
        kind: 'bip21',
        to: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
        amount: '20.3',
        amountBase: '2030000000',
        token: null,
        symbol: 'BTC',
        chainId: null,
        function: null,
        parameters: { amount: '20.3', label: 'Luke-Jr', 'req-somethingyoudontunderstand': '50' },
        invoice: null,
        problems: [
          'the link requires req-somethingyoudontunderstand, which is unknown: wallets must refuse the link',
        ],
      },
    },
  ],

  run({ uri }) {
    const [, scheme = '', rest = ''] = /^([a-z]+):(.*)$/is.exec(uri.trim()) ?? []
    const name = scheme.toLowerCase()
    const reader = READERS[name]
    if (!reader) throw badInput('uri: must begin with ethereum:, solana:, bitcoin: or lightning:')
    return { ...NOTHING, ...reader(rest) }
  },
})

const NOTHING = {
  to: null,
  amount: null,
  amountBase: null,
  token: null,
  symbol: null,
  chainId: null,
  function: null,
  parameters: {},
  invoice: null,
}

interface ParsedPaymentUri {
  readonly kind: 'eip681' | 'solana-pay' | 'solana-pay-request' | 'bip21' | 'lightning'
  readonly problems: readonly string[]
  readonly to?: string | null
  readonly amount?: string | null
  readonly amountBase?: string | null
  readonly token?: string | null
  readonly symbol?: string | null
  readonly chainId?: number | null
  readonly function?: string | null
  readonly parameters?: Readonly<Record<string, string>>
  readonly invoice?: string | null
}

const READERS: Readonly<Record<string, (rest: string) => ParsedPaymentUri>> = {
  ethereum: eip681,
  solana: solanaPay,
  bitcoin: bip21,
  lightning,
}

/** EIP-681 also allows numbers with a dot and an exponent: 2.014e18. */
function wholeNumber(written: string): bigint | null {
  const [, whole = '', part = '', power = '0'] =
    /^(\d{1,78})(?:\.(\d{1,78}))?(?:e(\d{1,2}))?$/.exec(written) ?? []
  const places = Number(power) - part.length
  return whole === '' || places < 0 ? null : BigInt(whole + part) * 10n ** BigInt(places)
}

function eip681(rest: string): ParsedPaymentUri {
  const problems: string[] = []
  const { path, parameters } = split(rest.replace(/^pay-/i, ''), problems)
  const [, target = '', chain, called] = /^([^@/]*)(?:@([^/]*))?(?:\/(.*))?$/s.exec(path) ?? []
  const problem = /^0x/i.test(target) ? evmAddressProblem(target) : null
  if (problem !== null) problems.push(`the address ${problem}`)
  else if (!/^0x/i.test(target))
    problems.push('it does not name an address; resolve the name first')
  const chainId = chain === undefined ? 1 : /^\d{1,15}$/.test(chain) ? Number(chain) : null
  if (chainId === null) problems.push('its chain id must be a number')
  if (chain === undefined)
    problems.push('it names no chain; a wallet uses the chain that is selected')
  const network = chainId === null ? undefined : evmNetworkNamed(String(chainId))
  const base = { kind: 'eip681' as const, chainId, function: called || null, parameters, problems }
  if (called === 'transfer') {
    const units = wholeNumber(parameters['uint256'] ?? '')
    const token = network && problem === null ? knownTokenAt(network, target) : undefined
    const payee = parameters['address'] ?? null
    const wrong = payee === null ? 'is missing' : evmAddressProblem(payee)
    if (wrong !== null) problems.push(`the parameter address ${wrong}`)
    if (!token) problems.push('this service does not list the token, so its decimals are unknown')
    return {
      ...base,
      to: payee,
      token: target,
      symbol: token?.symbol ?? null,
      amountBase: units === null ? null : String(units),
      amount: units === null || !token ? null : unitsOf(units, token.decimals),
    }
  }
  const wei = wholeNumber(parameters['value'] ?? '')
  if (parameters['value'] !== undefined && wei === null)
    problems.push('value must be a whole number')
  if (called) problems.push(`it calls the function ${called.slice(0, 60)} of a contract`)
  return {
    ...base,
    to: target,
    symbol: network?.nativeSymbol ?? null,
    amountBase: wei === null ? null : String(wei),
    amount: wei === null ? null : unitsOf(wei, NATIVE_DECIMALS),
  }
}

const SOL_DECIMALS = 9

function solanaPay(rest: string): ParsedPaymentUri {
  const problems: string[] = []
  if (/^https%3a|^https:/i.test(rest)) {
    const { path } = split(rest, problems)
    problems.push('a server makes the transaction: check that transaction before signing')
    return { kind: 'solana-pay-request' as const, to: path, problems }
  }
  const { path, parameters } = split(rest, problems)
  const token = parameters['spl-token'] ?? null
  const amount = parameters['amount'] ?? null
  for (const [name, value] of [
    ['the address', path],
    ['spl-token', token],
    ['reference', parameters['reference']],
  ] as const) {
    const problem = value ? solanaAddressProblem(value) : null
    if (problem !== null) problems.push(`${name} ${problem}`)
  }
  const base = amount === null || token !== null ? null : baseOf(amount, SOL_DECIMALS)
  if (typeof base === 'string') problems.push(`amount ${base}`)
  return {
    kind: 'solana-pay' as const,
    to: path,
    amount,
    amountBase: typeof base === 'bigint' ? String(base) : null,
    token,
    symbol: token === null ? 'SOL' : null,
    parameters,
    problems,
  }
}

const BTC_DECIMALS = 8
const KNOWN = new Set(['amount', 'label', 'message', 'lightning', 'pj', 'pjos'])

function bip21(rest: string): ParsedPaymentUri {
  const problems: string[] = []
  const { path, parameters } = split(rest, problems)
  const read = bitcoinAddress(path)
  const invoice = parameters['lightning'] ?? null
  if (typeof read === 'string' && !(path === '' && invoice !== null))
    problems.push(`the address ${read}`)
  else if (typeof read !== 'string' && read.network !== 'mainnet')
    problems.push(`the address is on ${read.network}, whose coins are worth nothing`)
  for (const name of Object.keys(parameters))
    if (name.startsWith('req-') && !KNOWN.has(name.slice(4)))
      problems.push(`the link requires ${name}, which is unknown: wallets must refuse the link`)
  const amount = parameters['amount'] ?? null
  const base = amount === null ? null : baseOf(amount, BTC_DECIMALS)
  if (typeof base === 'string') problems.push(`amount ${base}`)
  return {
    kind: 'bip21' as const,
    to: path === '' ? null : path,
    amount: typeof base === 'bigint' ? unitsOf(base, BTC_DECIMALS) : null,
    amountBase: typeof base === 'bigint' ? String(base) : null,
    symbol: 'BTC',
    parameters,
    invoice,
    problems,
  }
}

function lightning(rest: string): ParsedPaymentUri {
  const problems: string[] = []
  const { path, parameters } = split(rest, problems)
  if (!/^ln[a-z0-9]+$/i.test(path)) problems.push('it must hold a Lightning invoice')
  if (/^lnurl/i.test(path)) problems.push('it is an LNURL, the address of a server, not an invoice')
  return { kind: 'lightning' as const, parameters, invoice: path, problems }
}
