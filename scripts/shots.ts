import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { PAGE_PATHS } from '../src/pages/paths.ts'
import { openTestHouse, type TestHouse } from '../test/support/house.ts'
import { seedMarket } from '../test/support/sellers/seeded-market.ts'
import { openVisitor } from '../test/support/site.ts'

/**
 * Photographs each kind of page in both themes and two widths: `npm run shots -- <folder>`. The
 * service is one of the tests, with a week of invented calls.
 */
const THEMES = ['light', 'dark'] as const
const WIDTHS = [1280, 390] as const
const HOUR_MS = 3_600_000
const TOKEN = 'a-token-for-photographs-only'

const { positionals } = parseArgs({ allowPositionals: true })
const [folder, only = ''] = positionals
if (folder === undefined) throw new Error('Say where to: npm run shots -- <folder> [path]')
await mkdir(folder, { recursive: true })

const house = await openTestHouse({ settings: { OPERATOR_TOKEN: TOKEN } })
const visitor = await openVisitor()
const receipt = await seed(house)
const PATHS = [
  ...PAGE_PATHS,
  '/tools?family=text',
  '/tools?q=dns',
  '/tools?q=qqqqzzzz',
  '/tools/dns',
  '/sellers?order=calls',
  '/sellers/maps.example',
  '/docs/operate',
  '/docs?q=refund',
  '/operator',
  `/receipts/${receipt}`,
  '/jobs/none',
  '/nothing/here',
]
for (const path of PATHS.filter((each) => each.includes(only)))
  for (const colorScheme of THEMES)
    for (const width of WIDTHS) {
      const viewport = { width, height: 900 }
      const { page, context } = await visitor.visit('about:blank', { colorScheme, viewport })
      await page.goto(house.url + path, { waitUntil: 'networkidle' })
      if (path === '/operator') {
        await page.fill('#token', TOKEN)
        await page.click('main button')
      }
      const name = path.replaceAll(/\W+/g, '-').replace(/^-|-$/g, '') || 'home'
      const file = join(folder, `${name.slice(0, 40)}-${colorScheme}-${width}.png`)
      await page.screenshot({ path: file, fullPage: true })
      await context.close()
    }
await visitor.close()
await house.stop()

/** Answers the id of a call that was sold. */
async function seed({ db, url, issueKey }: TestHouse): Promise<string> {
  const now = Date.now()
  const month = Array.from({ length: 30 }, (_, at) => Math.round(6 + 5 * Math.sin(at / 3)))
  const sellers = ['maps', 'tides', 'quotes', 'news', 'lexis', 'pixels', 'chains'].map(
    (name, at) => ({
      host: `${name}.example`,
      name: name.replace(/^./, (letter) => letter.toUpperCase()),
      calls: month.map((calls) => Math.max(0, calls - at)),
      price: 1_500 * (at + 1),
    }),
  )
  await seedMarket(db, sellers, now)
  const hour = Math.floor(now / HOUR_MS)
  for (let back = 0; back < 24 * 7; back += 1)
    for (const [status, calls] of [
      [200, 5 + (back % 9)],
      [502, back % 31 === 0 ? 2 : 0],
    ] as const)
      for (const table of ['call_stats', 'call_hours'])
        if (calls > 0)
          await db.batch([
            {
              sql: `insert into ${table} values ($1, ${table === 'call_stats' ? "'dns', " : ''}$2, $3, $4, $5)`,
              values: [hour - back, 'settled', status, calls, calls * (80 + (back % 24) * 6)],
            },
          ])
  const key = await issueKey('$2')
  const reply = await fetch(`${url}/api/hash`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{"text":"a"}',
  })
  return String(reply.headers.get('x-request-id'))
}
