import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { serializeReply } from '../src/selling/call/reply.ts'
import { json } from '../src/base/core/call.ts'
import { HOUR_MS } from '../src/base/core/milliseconds.ts'
import { PAGE_PATHS } from '../src/front/pages/paths.ts'
import { AWAY, createUpstreamHourStore } from '../src/stores/upstream-hours.ts'
import { openTestService, type TestService } from '../test/support/service.ts'
import { seedMarket } from '../test/support/sellers/seeded-market.ts'
import { openVisitor } from '../test/support/site.ts'

/**
 * Photographs each kind of page in both themes and two widths: `npm run shots -- <folder>`. The
 * service is one of the tests, with a week of invented calls.
 */
const THEMES = ['light', 'dark'] as const
const WIDTHS = [1280, 360] as const
const TOKEN = 'a-token-for-photographs-only'
const JOB = 'f'.repeat(48)
/** This page runs its tool, paid by work. */
const RUN = '/tools/hash#run'

const { positionals } = parseArgs({ allowPositionals: true })
const [folder, ...only] = positionals
if (folder === undefined) throw new Error('Say where to: npm run shots -- <folder> [path] ...')
await mkdir(folder, { recursive: true })

const service = await openTestService({ settings: { OPERATOR_TOKEN: TOKEN } })
const visitor = await openVisitor()
const receipt = await seed(service)
const PATHS = [
  ...PAGE_PATHS,
  '/tools?family=text',
  '/tools?q=dns',
  '/tools?q=qqqqzzzz',
  '/tools/dns',
  '/tools/skill-ip-intel',
  RUN,
  '/sellers?order=calls',
  '/sellers/maps.example',
  '/docs/operate',
  '/docs?q=refund',
  '/operator',
  '/operator/tools?q=batch-run',
  '/operator/money',
  `/operator/calls?id=${receipt}`,
  '/operator/sources',
  '/operator/check',
  `/receipts/${receipt}`,
  `/jobs/${JOB}`,
  '/nothing/here',
]
const isWanted = (path: string): boolean =>
  only.length === 0 || only.some((part) => path.includes(part))
for (const path of PATHS.filter(isWanted))
  for (const colorScheme of THEMES)
    for (const width of WIDTHS) {
      const viewport = { width, height: 900 }
      const { page, context } = await visitor.visit('about:blank', { colorScheme, viewport })
      await page.goto(service.url + path, { waitUntil: 'networkidle' })
      if (path.startsWith('/operator')) {
        await page.fill('#token', TOKEN)
        await page.click('main button')
        await page.goto(service.url + path, { waitUntil: 'networkidle' })
      }
      if (path === RUN) {
        await page.fill('#f-text', 'hello')
        await page.click('#go')
        await page.waitForSelector('.receipt')
      }
      const name = path.replaceAll(/\W+/g, '-').replace(/^-|-$/g, '') || 'home'
      const file = join(folder, `${name.slice(0, 40)}-${colorScheme}-${width}.png`)
      await page.screenshot({ path: file, fullPage: true })
      await context.close()
    }
await visitor.close()
await service.stop()

/** Answers the id of a call that was sold. */
async function seed({ db, url, issueKey }: TestService): Promise<string> {
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
  await seedSources(db, hour)
  await seedJob(db, now)
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

/** Two days of three providers, of which one fails now and then, and one rests. */
async function seedSources(db: TestService['db'], hour: number): Promise<void> {
  const { add } = createUpstreamHourStore(db)
  const seconds = (perHour: number, fault: string | null, title: string) =>
    ({ title, perHour, fault, faultAt: fault === null ? null : (hour - 3) * HOUR_MS }) as const
  const marks = [
    seconds(3_600, 'Kraken answered 503.', 'Kraken'),
    seconds(72_000, null, 'Open-Meteo'),
    seconds(360, null, 'GLEIF'),
  ]
  for (let back = 0; back < 48; back += 1) {
    const asked = 4 + (back % 7)
    const bad = back % 9 === 3 ? 2 : 0
    const sum = { failed: 0, took: asked * 90, waited: asked * 3, asked }
    await add(
      hour - back,
      [
        { ...sum, title: 'Kraken', bucket: 8, failed: bad, waited: asked * 400 },
        { ...sum, title: 'Kraken', bucket: AWAY, asked: bad, failed: bad },
        { ...sum, title: 'Open-Meteo', bucket: 7 },
        { ...sum, title: 'EVM node of Base (base-rpc.publicnode.com)', bucket: 9 },
      ],
      marks,
    )
  }
}

async function seedJob(db: TestService['db'], now: number): Promise<void> {
  const body = { title: 'A page', wordCount: 812, url: 'https://www.example.com/' }
  const outcome = serializeReply({ status: 200, headers: [], body: json(body) })
  await db.batch([
    {
      sql: `insert into jobs (id, client, slug, call_id, state, lease, expires, outcome, created,
          updated) values ($1, 'a', 'render', 'a-call', 'completed', 0, $2, $3, $4, $4)`,
      values: [JOB, now + HOUR_MS, outcome, now],
    },
  ])
}
