import { describe, expect, test } from 'vitest'
import { createGoodsIndex, type Good } from './rank.ts'

const good = (seller: string, texts: Partial<Good> = {}): Good => ({
  seller,
  isOwn: seller === 'self',
  owners: [seller],
  slug: 'tool',
  name: 'Tool',
  description: '',
  category: '',
  inputs: [],
  details: [],
  outputs: [],
  health: 1,
  payers30d: 0,
  price: null,
  isCurated: false,
  ...texts,
})

const TOPICS = [
  'weather forecast of a city',
  'decode a json web token',
  'stock price of a company',
  'resize an image',
]
const texts = (at: number, more = ''): Partial<Good> => ({
  slug: `tool-${at}`,
  name: `${TOPICS[at % TOPICS.length]} ${more}`,
  description: `Answers the ${TOPICS[at % TOPICS.length]}${at % 3 ? ', with details' : ''}`,
})
const everything = () => true

async function orderOf(goods: readonly Good[], query: string, k = 10) {
  const { ranked } = (await createGoodsIndex(goods)).top(query, k, everything)
  return ranked.map(({ good: { seller, slug } }) => `${seller} ${slug}`)
}

describe('no favour', () => {
  const ours = Array.from({ length: 8 }, (_, at) => good('self', texts(at)))
  const theirs = Array.from({ length: 8 }, (_, at) =>
    good('https://stranger.example', texts(at, 'now')),
  )
  const owner =
    (seller: string) =>
    (each: Good): Good => ({ ...each, seller, owners: [seller], isOwn: seller === 'self' })

  test.each(TOPICS)('%s: who swaps the goods swaps the ranks', async (query) => {
    const before = await orderOf([...ours, ...theirs], query)
    const swapped = [...ours.map(owner('https://stranger.example')), ...theirs.map(owner('self'))]
    const after = await orderOf(swapped, query)
    const renamed = after.map((line) =>
      line.replace(/^\S+/, (seller) => (seller === 'self' ? 'https://stranger.example' : 'self')),
    )
    expect(renamed).toEqual(before)
  })

  test('other names for all sellers move nothing', async () => {
    const many = Array.from({ length: 40 }, (_, at) =>
      good(`https://s${at % 7}.example`, texts(at)),
    )
    const other = many.map((each) => owner(each.seller.replace('https://s', 'https://zz'))(each))
    for (const query of TOPICS) {
      const before = await orderOf(many, query)
      expect(
        (await orderOf(other, query)).map((line) => line.replace('https://zz', 'https://s')),
      ).toEqual(before)
    }
  })
})

describe('a share for each', () => {
  const rival = good('https://rival.example', {
    slug: 'other',
    name: 'weather',
    description: 'weather',
  })

  test('one seller under fifty sub-domains has a third of the rows', async () => {
    const copies = Array.from({ length: 50 }, (_, at) =>
      good(`https://s${at}.copies.example`, { ...texts(0), owners: ['copies.example'] }),
    )
    const others = Array.from({ length: 10 }, (_, at) => ({
      ...rival,
      seller: `https://r${at}.example`,
      owners: [`r${at}.example`],
    }))
    const order = await orderOf([...copies, ...others], 'weather forecast of a city', 9)
    expect(order.filter((line) => line.includes('copies'))).toHaveLength(3)
  })

  test('one wallet behind many domains is one seller', async () => {
    const fronts = Array.from({ length: 20 }, (_, at) =>
      good(`https://front${at}.example`, {
        ...texts(0),
        owners: [`front${at}.example`, '0xwallet'],
      }),
    )
    const order = await orderOf(
      [...fronts, rival, { ...rival, seller: 'https://b.example', owners: ['b.example'] }],
      'weather forecast of a city',
      3,
    )
    expect(order.filter((line) => line.includes('front'))).toHaveLength(1)
  })

  test('where nobody else has any, one seller fills the list', async () => {
    const all = Array.from({ length: 6 }, (_, at) =>
      good('https://only.example', texts(at * TOPICS.length)),
    )
    expect(await orderOf(all, 'weather forecast of a city', 5)).toHaveLength(5)
  })
})

test('equal scores: health, then payers, then the known and lower price', async () => {
  const same = { name: 'moon phase', slug: 'moon', description: 'moon phase' }
  const goods = [
    good('https://e.example', { ...same, health: 0.4 }),
    good('https://d.example', { ...same }),
    good('https://c.example', { ...same, price: 2_000 as never }),
    good('https://b.example', { ...same, price: 1_000 as never }),
    good('https://a.example', { ...same, payers30d: 5 }),
  ]
  const order = await orderOf(goods, 'moon phase', 5)
  expect(order.map((line) => line.slice(8, 9))).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('rows that are not wanted leave the rarity of words as it is', async () => {
  const goods = [
    good('self', texts(0)),
    good('https://a.example', texts(0)),
    good('https://b.example', texts(1)),
  ]
  const index = await createGoodsIndex(goods)
  const all = index.top('weather forecast', 5, everything)
  const external = index.top('weather forecast', 5, ({ isOwn }) => !isOwn)
  expect(external.matched).toBe(all.matched - 1)
  expect(external.ranked[0]?.score).toBe(
    all.ranked.find(({ good: { seller } }) => seller === 'https://a.example')?.score,
  )
})
