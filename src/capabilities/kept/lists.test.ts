import { readFile } from 'node:fs/promises'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callContext } from '../../../test/support/call-context.ts'
import { standIn, type Settings } from '../../../test/support/upstreams/define.ts'
import { EU, OFAC, UK, UN } from '../../../test/support/upstreams/lists.ts'
import type { Host } from '../../base/core/capability.ts'
import type { Db } from '../../base/core/db.ts'
import { allMigrations } from '../../stores/all.ts'
import { migrate } from '../../stores/database/migrate.ts'
import { openSqlite } from '../../stores/database/sqlite.ts'
import { LIST_IDS, type ListId } from '../../engines/dangers/sanctions-lists.ts'
import { lists, type Lists } from './lists.ts'

const HOUR_MS = 3_600_000
const ADDRESSES = new URL('../../../test/fixtures/sanctioned-addresses.json', import.meta.url)

let now: number
let db: Db
let settings: Settings
let files: Record<string, string | null>
/** In the four files as they are. */
let search: (name: string, mode: Mode, ids?: readonly ListId[]) => ReturnType<Lists['names']>

type Mode = 'exact' | 'words' | 'fuzzy'

beforeAll(async () => {
  await start()
  const { names } = opened()
  search = (name, mode, ids = LIST_IDS) =>
    names(ids, name, { mode, limit: 10, isWanted: () => true })
})

async function start(): Promise<void> {
  now = Date.parse('2026-06-02T00:00:00Z')
  db = openSqlite(':memory:')
  await migrate(db, allMigrations, now)
  files = { ADVANCED: OFAC, consolidated: UN, xmlFull: EU, 'UK-': UK }
  const serve = standIn({
    at: ['OFAC_SDN', 'UN_SANCTIONS', 'EU_SANCTIONS', 'UK_SANCTIONS'].map(
      (n) => `UPSTREAM_${n}_URL`,
    ),
    answer({ path }) {
      const [, body = null] = Object.entries(files).find(([part]) => path.includes(part)) ?? []
      return new Response(body, { status: body === null ? 500 : 200 })
    },
  })
  settings = await serve()
}

/** A process that works on the database of the others. */
function opened() {
  const setting = (name: string) => settings[name]
  const host = { db, now: () => now, setting, onClose: () => {} } as unknown as Host
  return lists.open(host)(callContext())
}

const COIN = 'Digital Currency Address - '

const withAddresses = (byAsset: Readonly<Record<string, readonly string[]>>): string => {
  const features = Object.keys(byAsset).map(
    (asset, at) => `<FeatureType ID="${5_000 + at}">${COIN}${asset}</FeatureType>`,
  )
  const details = Object.values(byAsset).flatMap((addresses, at) =>
    addresses.map(
      (one) =>
        `<Feature FeatureTypeID="${5_000 + at}"><VersionDetail>${one}</VersionDetail></Feature>`,
    ),
  )
  return OFAC.replace('</FeatureTypeValues>', `${features.join('')}</FeatureTypeValues>`).replace(
    '</Profile>',
    `${details.join('')}</Profile>`,
  )
}

describe('addresses', () => {
  beforeEach(start)

  test(
    'every listed address is found, however it is written, and others are not',
    { tags: 'long' },
    async () => {
      const { byAsset } = JSON.parse(await readFile(ADDRESSES, 'utf8')) as {
        byAsset: Record<string, string[]>
      }
      files['ADVANCED'] = withAddresses(byAsset)
      const ask = opened()
      const all = Object.entries(byAsset)
      expect(all.flatMap(([, addresses]) => addresses).length).toBeGreaterThan(300)
      for (const [asset, addresses] of all)
        for (const address of addresses)
          for (const written of spellings(address)) {
            const { hits } = await ask.address(written)
            expect(
              hits.map(({ bucket }) => bucket),
              written,
            ).toContain(asset)
          }
      let seed = 1
      const digit = () => ((seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0) >>> 16) % 16
      for (let at = 0; at < 1_000; at += 1) {
        const random = `0x${Array.from({ length: 40 }, () => digit().toString(16)).join('')}`
        expect((await ask.address(random)).hits).toEqual([])
      }
    },
  )

  const spellings = (address: string): readonly string[] =>
    address.startsWith('0x')
      ? [address, address.toLowerCase(), `0x${address.slice(2).toUpperCase()}`]
      : address.startsWith('q')
        ? [address, `bitcoincash:${address}`]
        : address.startsWith('bc1')
          ? [address, address.toUpperCase()]
          : [address]

  test('base58 in another case is another address', async () => {
    const { hits } = await opened().address('tr7nhqjekqxgtci8q8zy4pl8otszgjlj6t')
    expect(hits).toEqual([])
  })
})

test.each<[ListId, object]>([
  ['ofac', { publishedDate: '2026-05-28', entries: 3 }],
  ['un', { publishedDate: '2026-05-30', entries: 2 }],
  ['uk', { publishedDate: '2026-05-27', entries: 2 }],
  ['eu', { publishedDate: '2026-05-29', entries: 2 }],
])('%s says its day and how many it lists', async (list, state) => {
  const { states } = await search('nobody at all', 'words', [list])
  expect(states).toMatchObject([{ list, ...state, fetchedIso: '2026-06-02T00:00:00.000Z' }])
})

describe('names', () => {
  const IVAN = [
    { list: 'ofac', entry: { uid: '90001', kind: 'person', birthDate: '1970-03-09' } },
    { list: 'uk', entry: { uid: 'RUS9001', kind: 'person', countries: ['RU', 'SY'] } },
    { list: 'eu', entry: { uid: 'EU.9001.01', kind: 'person', programs: ['RUS'] } },
  ]
  const HUSSEIN = [{ list: 'un', entry: { uid: 'QDi.999', birthDate: '1965', countries: ['SY'] } }]
  test.each<[string, Mode, readonly object[]]>([
    ['Ivan Petrovich Example', 'exact', IVAN],
    ['petrovich, IVAN example', 'exact', IVAN],
    ['Ivan Example', 'exact', []],
    ['Ivan Example', 'words', IVAN],
    ['Иван Пример', 'words', IVAN],
    ['Iwan Petrowich Exampel', 'words', []],
    ['Iwan Petrovic Exampel', 'fuzzy', IVAN],
    ['Hussain Mahmood', 'fuzzy', HUSSEIN],
    ['حسين محمود', 'exact', HUSSEIN],
    ['خسين محمود', 'fuzzy', HUSSEIN],
    ['Abdulrahman Holding', 'words', [{ list: 'ofac', entry: { uid: '90002', kind: 'entity' } }]],
    ['Muhammad and Sons Trading', 'fuzzy', [{ list: 'ofac', kind: 'fuzzy' }]],
    ['sea example', 'exact', [{ list: 'ofac', entry: { kind: 'vessel' } }]],
    ['Ocean Example', 'exact', [{ list: 'uk', entry: { kind: 'vessel', birthDate: null } }]],
    ['accountant', 'words', [{ list: 'ofac', isWeak: true }]],
    ['abu example', 'exact', [{ list: 'un', isWeak: true }]],
    ['Jane Ordinary', 'fuzzy', []],
  ])('%s, %s', async (name, mode, expected) => {
    const { found } = await search(name, mode)
    const order = [...LIST_IDS]
    const sorted = found.toSorted((a, b) => order.indexOf(a.list) - order.indexOf(b.list))
    expect(sorted).toMatchObject(expected)
  })
})

describe('a list that cannot be had', () => {
  beforeEach(start)

  test('serves for 48 hours, and then the call fails with its age', { tags: 'long' }, async () => {
    const listed = '0x8589427373D6D84E98730D7795D8f6f8731FDA16'
    await opened().address(listed)
    files['ADVANCED'] = null
    now += 47 * HOUR_MS
    const { hits, state } = await opened().address(listed)
    expect(hits).toHaveLength(1)
    expect(state.fetchedIso).toBe('2026-06-02T00:00:00.000Z')
    now += 2 * HOUR_MS
    await expect(opened().address(listed)).rejects.toMatchObject({
      code: 'upstream_unreachable',
      message: expect.stringContaining('was last checked 49 hours ago') as string,
    })
  })

  test.each([
    ['that has lost its addresses', OFAC.replaceAll('Digital Currency Address', 'Wallet')],
    [
      'that has lost its entries',
      OFAC.replaceAll(/<DistinctParty FixedRef="9000[23].*?<\/DistinctParty>/g, ''),
    ],
    ['that breaks off', OFAC.slice(0, -100)],
    ['without a date', OFAC.replace(/<DateOfIssue.*?<\/DateOfIssue>/, '')],
  ])(
    'a file %s does not take the place of the one before',
    { tags: 'long' },
    async (_what, body) => {
      const listed = '0x8589427373D6D84E98730D7795D8f6f8731FDA16'
      await opened().address(listed)
      files['ADVANCED'] = body
      now += 49 * HOUR_MS
      await expect(opened().address(listed)).rejects.toMatchObject({ code: 'upstream_unreachable' })
    },
  )
})
