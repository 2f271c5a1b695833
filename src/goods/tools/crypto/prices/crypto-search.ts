import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText } from '../../../../base/lib/fields.ts'
import { coingecko } from '../../../../capabilities/upstreams/coingecko.ts'

const SHOWN_MAX = 25
const Named = z.array(z.object({ id: z.string(), name: z.string() }))

export default defineTool({
  route: 'GET /api/crypto-search',
  name: 'Search coins',
  description:
    'Coin ids behind a name or ticker symbol, with exchanges and categories of that name.',
  asks: [
    'coin ids behind a name',
    'which coins share this ticker symbol',
    'which coin has the ticker PEPE',
    'id of a coin',
  ],
  price: '$0.002',
  uses: { coingecko },
  input: z.object({ q: searchText(100).describe('Name or symbol of a coin.') }),
  output: z.object({
    coins: z
      .array(
        z.object({
          id: z.string(),
          symbol: z.string(),
          name: z.string(),
          rank: z.number().nullable().describe('Rank by market value; null for coins without one.'),
        }),
      )
      .describe('Coins that match. Several coins may share a symbol: use the id.'),
    exchanges: Named,
    categories: Named,
    count: z.int(),
  }),
  examples: [{ input: { q: 'pepe' } }],

  async run({ q }, { coingecko }) {
    const { coins, exchanges, categories } = await coingecko.search(q)
    const namesOf = (list: readonly { id: string | number; name: string }[]) =>
      list.slice(0, SHOWN_MAX).map(({ id, name }) => ({ id: String(id), name }))
    const found = coins.slice(0, SHOWN_MAX).map(({ id, symbol, name, market_cap_rank: rank }) => ({
      id,
      symbol,
      name,
      rank: rank ?? null,
    }))
    return {
      coins: found,
      exchanges: namesOf(exchanges),
      categories: namesOf(categories),
      count: found.length,
    }
  },
})
