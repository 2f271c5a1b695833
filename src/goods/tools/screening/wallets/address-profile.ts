import { z } from 'zod'
import { DAY_MS } from '../../../../base/core/milliseconds.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { NATIVE_DECIMALS } from '../../../../engines/onchain/chains/evm-networks.ts'
import { checksummed } from '../../../../engines/onchain/account-address.ts'
import { evmAddress, evmNetwork } from '../../../../engines/onchain/chains/fields.ts'
import { unitsOf } from '../../../../engines/onchain/token-units.ts'
import { blockscout, type ExplorerAccount } from '../../../../capabilities/upstreams/blockscout.ts'

const TAGS_MAX = 20
const TEXT_MAX = 200

export default defineTool({
  route: 'GET /api/address-profile',
  name: 'Address profile',
  description:
    'What an EVM address is: wallet, contract, Safe or token, its age, activity, public tags, ENS name and creator.',
  asks: [
    'is an address a wallet, a contract or a Safe, and who is its creator',
    'age, activity and public tags of an address',
    'who is behind a wallet',
    'bot, person or contract',
  ],
  price: '$0.003',
  uses: { blockscout },
  input: z.object({
    address: evmAddress().describe('EVM address.'),
    network: evmNetwork().describe('EVM network by name or chain id.'),
  }),
  output: z.object({
    address: z.string(),
    network: z.string(),
    known: z.boolean().describe('False: the explorer has never seen it on that network.'),
    kind: z
      .enum(['eoa', 'contract', 'delegated', 'safe', 'token'])
      .nullable()
      .describe('Kind; eoa: a key; delegated: a key that runs the code of a contract (EIP-7702).'),
    name: z.string().nullable().describe('Name of the contract, which its maker chose.'),
    tags: z.array(z.string()).describe('Tags of the explorer and its users.'),
    firstSeenIso: z
      .string()
      .nullable()
      .describe('Time of its first transaction; null if it has none.'),
    ageDays: z.int().nullable(),
    txCount: z.int().nullable().describe('Transactions that it sent or received.'),
    tokenTransferCount: z.int().nullable(),
    nativeBalance: z.string().nullable(),
    ens: z.string().nullable().describe('ENS name by the explorer, not checked here.'),
    verified: z.boolean().nullable().describe('Whether its source code is published.'),
    creator: z.string().nullable(),
    scam: z
      .boolean()
      .nullable()
      .describe('Whether the explorer marks it as a scam. False proves nothing.'),
  }),
  examples: [
    {
      input: { address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' },
      at: '2026-01-11T00:10:00Z',
      output: {
        address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        network: 'base',
        known: true,
        kind: 'token',
        name: 'FiatTokenProxy',
        tags: ['Circle'],
        firstSeenIso: null,
        ageDays: null,
        txCount: 1204,
        tokenTransferCount: 77,
        nativeBalance: null,
        ens: null,
        verified: true,
        creator: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
        scam: false,
        source: 'Blockscout',
        asOf: '2026-01-11T00:10:00.000Z',
        untrustedContent: true,
      },
    },
    {
      input: { address: '0x1111111111111111111111111111111111111111' },
      at: '2026-01-11T00:10:00Z',
    },
  ],

  async run({ address, network }, { blockscout, now }) {
    const { chainId } = network
    const [account, counters, firstSeen] = await Promise.all([
      blockscout.account(chainId, address),
      blockscout.counters(chainId, address),
      blockscout.firstSeen(chainId, address),
    ])
    const base = { address, network: network.slug }
    if (!account) return { ...base, ...NOTHING }
    const firstMs = firstSeen === null ? Number.NaN : Date.parse(firstSeen)
    const isDated = Number.isFinite(firstMs)
    return {
      ...base,
      known: true,
      kind: kindOf(account),
      name: short(account.name),
      tags: tagsOf(account),
      firstSeenIso: isDated ? new Date(firstMs).toISOString() : null,
      ageDays: isDated ? Math.max(0, Math.floor((now() - firstMs) / DAY_MS)) : null,
      txCount: counters?.transactions_count ?? null,
      tokenTransferCount: counters?.token_transfers_count ?? null,
      nativeBalance: account.coin_balance ? unitsOf(account.coin_balance, NATIVE_DECIMALS) : null,
      ens: short(account.ens_domain_name),
      verified: account.is_verified ?? null,
      creator: account.creator_address_hash ? checksummed(account.creator_address_hash) : null,
      scam: isScam(account),
    }
  },
})

const NOTHING = {
  known: false,
  kind: null,
  name: null,
  tags: [],
  firstSeenIso: null,
  ageDays: null,
  txCount: null,
  tokenTransferCount: null,
  nativeBalance: null,
  ens: null,
  verified: null,
  creator: null,
  scam: null,
}

/** Names of the singletons behind the proxies of Safe. */
const SAFE = /^(Gnosis)?Safe(L2|MigrationV?\d*)?$/

function kindOf({ proxy_type, is_contract, token, implementations, name }: ExplorerAccount) {
  if (proxy_type === 'eip7702') return 'delegated' as const
  if (is_contract == null) return null
  if (!is_contract) return 'eoa' as const
  const isSafe = implementations?.some((one) => SAFE.test(one.name ?? ''))
  if (isSafe || /^(Gnosis)?SafeProxy$/.test(name ?? '')) return 'safe' as const
  return token ? ('token' as const) : ('contract' as const)
}

function tagsOf({ public_tags, metadata }: ExplorerAccount): string[] {
  const told = [
    ...(public_tags ?? []).map(({ display_name }) => display_name),
    ...(metadata?.tags ?? []).map(({ name }) => name),
  ]
  return [...new Set(told.flatMap((tag) => short(tag) ?? []))].slice(0, TAGS_MAX)
}

const isScam = ({ is_scam, reputation }: ExplorerAccount): boolean | null =>
  is_scam === true || reputation === 'scam' ? true : (is_scam ?? null)

const short = (text: string | null | undefined): string | null =>
  text ? text.replaceAll(/\p{Cc}/gu, '').slice(0, TEXT_MAX) : null
