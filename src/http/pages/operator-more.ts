import { callPage, checkPage, moneyPage } from '../../pages/operator-more.ts'
import { createCallStories } from '../../stores/call-stories.ts'
import { checkDatabase, checkFolder, type Verdict } from '../../stores/health.ts'
import type { Endpoint, FreeParts } from '../endpoint.ts'
import { purseBooks } from '../purse-books.ts'
import type { Desk } from './operator-tools.ts'

const LOST = 50
const CALL_ID = /^[\w-]{1,64}$/

/** Money under way, one call, and what a running instance can see of itself. */
export function morePages(parts: FreeParts, { inside, shown }: Desk): readonly Endpoint[] {
  const stories = createCallStories(parts.db)
  return [
    {
      method: 'GET',
      path: '/operator/money',
      handle: inside(async (request) => shown(await money(parts, stories), request)),
    },
    {
      method: 'GET',
      path: '/operator/calls',
      handle: inside(async (request) => {
        const given = (new URLSearchParams(request.query).get('id') ?? '').trim()
        const id = CALL_ID.test(given) ? given : ''
        const story = id === '' ? [] : await stories.of(id)
        const isSold = story.some(({ what }) => what === 'sold')
        return shown(callPage({ id, story, isSold }), request)
      }),
    },
    {
      method: 'GET',
      path: '/operator/check',
      handle: inside(async (request) => shown(checkPage(await verdicts(parts)), request)),
    },
  ]
}

async function money(parts: FreeParts, stories: ReturnType<typeof createCallStories>) {
  const { config } = parts
  const books = purseBooks(parts)
  const [queue, lost, { sums, wallets }] = await Promise.all([
    stories.queue(),
    stories.lost(LOST),
    books,
  ])
  return moneyPage({
    queue,
    lost,
    wallets: wallets.flatMap((wallet) =>
      wallet ? [{ name: `${wallet.chain} ${wallet.address}`, usd: heldText(wallet.usd) }] : [],
    ),
    books: sums,
    caps: [
      ['for one call', config.PURSE_CALL_USD],
      ['at one seller in a day', config.PURSE_SELLER_DAY_USD],
      ['in an hour', config.PURSE_HOUR_USD],
      ['in a day', config.PURSE_DAY_USD],
      ['for one buyer in a day', config.PURSE_BUYER_USD],
    ],
  })
}

const heldText = (usd: number | null): string => (usd === null ? 'its node is away' : `$${usd}`)

async function verdicts(parts: FreeParts): Promise<readonly Verdict[]> {
  const { config, db, shop, networkStatuses, now, startedAt } = parts
  const checks = [
    ...(config.DATABASE_URL === undefined ? [checkFolder(config.DATA_DIR)] : []),
    checkDatabase(db, { isCounted: false }),
  ]
  const found = await Promise.all(
    checks.map((one) => one.catch((thrown: unknown): Verdict[] => [['WRONG', String(thrown)]])),
  )
  const hours = Math.floor((now() - startedAt) / 3_600_000)
  return [
    ['ok', `Build ${shop.site.build} runs on Node ${process.version} since ${hours} hours.`],
    ...found.flat(),
    ...networkStatuses().map(({ name, isPayable, trouble }): Verdict =>
      isPayable && trouble === null
        ? ['ok', `${name} can be paid on`]
        : [isPayable ? 'warn' : 'WRONG', `${name}: ${trouble ?? 'nobody settles there'}`],
    ),
    ...settingVerdicts(parts),
  ]
}

/** What a start does not refuse, and an operator should know. */
function settingVerdicts({ config, shop }: FreeParts): readonly Verdict[] {
  const { baseUrl } = shop.site
  const { tools } = shop.catalog
  const lacking = tools.filter(({ unavailable }) => unavailable !== undefined)
  return [
    baseUrl.startsWith('https:')
      ? ['ok', `Buyers are told ${baseUrl}`]
      : ['warn', `Buyers are told ${baseUrl}: set BASE_URL to an https address`],
    config.FREE_MODE
      ? ['warn', 'FREE_MODE: every tool is free']
      : config.PAY_TO === undefined
        ? ['warn', 'PAY_TO is not set: no wallet pays real money']
        : ['ok', `Wallets pay to ${config.PAY_TO}`],
    lacking.length === 0
      ? ['ok', `All ${tools.length} tools can be called`]
      : ['warn', `${lacking.length} of ${tools.length} tools cannot be called; the desk says why`],
  ]
}
