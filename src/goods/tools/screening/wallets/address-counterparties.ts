import { z } from 'zod'
import { nullIfTheirs } from '../../../../base/core/failover.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { lists } from '../../../../capabilities/kept/lists.ts'
import { isGenuine } from '../../../../engines/onchain/chains/known-tokens.ts'
import { checksummed } from '../../../../engines/onchain/account-address.ts'
import { evmAddress, evmNetwork } from '../../../../engines/onchain/chains/fields.ts'
import { readPages } from '../../../../base/lib/page-places.ts'
import { unitsOf } from '../../../../engines/onchain/token-units.ts'
import { blockscout, type ExplorerTransfer } from '../../../../capabilities/upstreams/blockscout.ts'
import { NOTICE } from './_fields.ts'

const ROWS_MAX = 500
const PAGES_MAX = 10
const TOKENS_MAX = 5
const TEXT_MAX = 200

const Sum = z.object({
  token: z.string().describe('Contract of the token.'),
  symbol: z.string().nullable(),
  genuine: z
    .boolean()
    .nullable()
    .describe('Whether it is genuine, by the list of this service; null if it is not listed.'),
  amount: z.string().nullable().describe('Amount in units; null without decimals.'),
  amountBase: z.string(),
})

export default defineTool({
  route: 'GET /api/address-counterparties',
  name: 'Address counterparties',
  description:
    'Who an EVM address trades tokens with most, what was sent and received, sanctioned parties marked.',
  asks: [
    'counterparties of an address with sanctioned parties marked',
    'who does this address trade tokens with most',
    'whom does this wallet deal with',
  ],
  price: '$0.005',
  uses: { blockscout, lists },
  input: z.object({
    address: evmAddress().describe('EVM address.'),
    network: evmNetwork().describe('EVM network by name or chain id.'),
    limit: z.int().min(1).max(50).default(20).describe('Most counterparties, 1 to 50.'),
  }),
  output: z.object({
    address: z.string(),
    network: z.string(),
    counterparties: z
      .array(
        z.object({
          address: z.string(),
          name: z.string().nullable().describe('Name that the explorer gives it.'),
          sent: z
            .array(Sum)
            .describe('Sent by the address to this counterparty, by token, at most 5.'),
          received: z.array(Sum).describe('Received from this counterparty, by token, at most 5.'),
          count: z.int().describe('Number of transfers between both.'),
          firstIso: z.string().nullable(),
          lastIso: z.string().nullable(),
          flagged: z
            .boolean()
            .nullable()
            .describe('Whether it is on the OFAC list; null if the list could not be read.'),
        }),
      )
      .describe('Flagged ones first, then those with the most transfers.'),
    sampled: z
      .int()
      .describe('Number of token transfers that were read, newest first, at most 500.'),
    whole: z.boolean().describe('Whether these are all transfers.'),
    ignored: z
      .int()
      .describe(
        'Number of these that are scams, namesakes or transfers of zero, which are not counted.',
      ),
    flaggedCount: z
      .int()
      .nullable()
      .describe('Number of flagged ones among those that were looked up.'),
    lookedUp: z.int().describe('Number of counterparties that were looked up on the list.'),
    notice: z.string(),
  }),
  examples: [
    {
      input: { address: '0x1111111111111111111111111111111111111111' },
      at: '2026-06-02T00:00:00Z',
    },
  ],

  async run({ address, network, limit }, { blockscout, lists }) {
    const { rows, isWhole } = await readPages(
      (at) => blockscout.transfers(network.chainId, address, { types: 'ERC-20' }, at),
      { rowsMax: ROWS_MAX, pagesMax: PAGES_MAX },
    )
    const counted = rows.filter((row) => isCounted(row, network))
    const parties = Map.groupBy(counted, ({ from, to }) =>
      checksummed(checksummed(from.hash) === address ? to.hash : from.hash),
    )
    parties.delete(address)
    const flags = await Promise.all(
      [...parties.keys()].map(async (party) => {
        const told = await lists.address(party).catch(nullIfTheirs)
        return [party, told && told.hits.length > 0] as const
      }),
    )
    const flagged = new Map(flags)
    const read = [...parties].map(([party, moves]) => ({
      address: party,
      name: nameOf(moves, party),
      sent: sums(moves, 'to', party, network),
      received: sums(moves, 'from', party, network),
      count: moves.length,
      firstIso: isoOf(moves.at(-1)),
      lastIso: isoOf(moves[0]),
      flagged: flagged.get(party) ?? null,
    }))
    const isRead = flags.every(([, flag]) => flag !== null)
    return {
      address,
      network: network.slug,
      counterparties: read
        .toSorted(
          (a, b) => Number(b.flagged ?? false) - Number(a.flagged ?? false) || b.count - a.count,
        )
        .slice(0, limit),
      sampled: rows.length,
      whole: isWhole,
      ignored: rows.length - counted.length,
      flaggedCount: isRead ? flags.filter(([, flag]) => flag).length : null,
      lookedUp: isRead ? flags.length : 0,
      notice: NOTICE,
    }
  },
})

type Network = Parameters<typeof isGenuine>[0]

/** Address poisoning uses transfers of zero, or of worthless tokens. */
const isCounted = ({ token, total }: ExplorerTransfer, network: Network): boolean =>
  token.reputation !== 'scam' &&
  BigInt(total?.value ?? '0') > 0n &&
  isGenuine(network, token.address, token.symbol ?? null) !== false

const isoOf = (row: ExplorerTransfer | undefined): string | null =>
  row?.timestamp ? new Date(row.timestamp).toISOString() : null

function nameOf(moves: readonly ExplorerTransfer[], party: string): string | null {
  const named = moves.flatMap(({ from, to }) => [from, to])
  const name = named.find(({ hash, name: own }) => own && checksummed(hash) === party)?.name
  return name ? name.replaceAll(/\p{Cc}/gu, '').slice(0, TEXT_MAX) : null
}

function sums(
  moves: readonly ExplorerTransfer[],
  side: 'from' | 'to',
  party: string,
  network: Network,
) {
  const own = moves.filter((row) => checksummed(row[side].hash) === party)
  const byToken = Map.groupBy(own, ({ token }) => checksummed(token.address))
  return [...byToken]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, TOKENS_MAX)
    .map(([token, rows]) => {
      const base = rows.reduce((all, { total }) => all + BigInt(total?.value ?? '0'), 0n)
      const about = rows[0]?.token
      const decimals = about?.decimals ?? null
      const symbol = about?.symbol?.replaceAll(/\p{Cc}/gu, '').slice(0, TEXT_MAX) ?? null
      return {
        token,
        symbol,
        genuine: isGenuine(network, token, symbol),
        amount: decimals === null || decimals > 77 ? null : unitsOf(base, decimals),
        amountBase: String(base),
      }
    })
}
