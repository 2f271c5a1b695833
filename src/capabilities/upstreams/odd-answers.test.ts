import { afterEach, expect, test } from 'vitest'
import { callContext } from '../../../test/support/call-context.ts'
import { standIn, type Answering } from '../../../test/support/upstreams/define.ts'
import type { Capability, Host } from '../../base/core/capability.ts'
import { Account } from './_solana-shapes.ts'
import { gdelt } from './gdelt.ts'
import { lever } from './lever.ts'
import { safe } from './safe.ts'
import { usitcHts } from './usitc-hts.ts'
import { vies } from './vies.ts'
import { yahooFinance } from './yahoo-finance.ts'

/** Real answers of providers that differ from what they document, reduced to the odd part. */
const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function opened<T>(upstream: Capability<T>, at: string, answer: Answering): Promise<T> {
  const settings = await standIn({ at, answer })()
  const host = {
    now: () => 0,
    setting: (name: string) => settings[name] ?? (name.endsWith('_AGREED') ? 'true' : undefined),
    onClose: (close: () => Promise<void>) => void closing.push(close),
  } as unknown as Host
  return upstream.open(host)(callContext())
}

/** Written as GDELT writes it: each member on its line, titles as they were found. */
const articlesTitled = (titles: readonly string[]): Response => {
  const article = (title: string, at: number) =>
    `{ "url": "https://news.example/${at}", "title": "${title}",\n"seendate": "20251230T124500Z", ` +
    '"domain": "news.example", "language": "English", "sourcecountry": "France" }'
  return new Response(`{"articles": [ ${titles.map(article).join(',\n')} ] }`)
}

test.each([
  ['Carbon \\_ neutrality', 'Carbon \\_ neutrality'],
  ['A path C:\\users\\new', 'A path C:\\users\new'],
  ['Ends with one \\', 'Ends with one \\'],
  ['A tab\tand a bell\u0007', 'A tab and a bell '],
])('GDELT: a title that is no JSON costs no other article: %j', async (written, read) => {
  const good = ['Right \\u00e9 \\"quoted\\" \\\\']
  const news = await opened(gdelt, 'UPSTREAM_GDELT_URL', () =>
    articlesTitled([...good, written, 'last \\q']),
  )
  const found = await news.articles('x', 1, 10)
  expect(found.map(({ title }) => title)).toEqual(['Right é "quoted" \\', read, 'last \\q'])
})

test('GDELT: what is no JSON at all is a fault', async () => {
  const news = await opened(gdelt, 'UPSTREAM_GDELT_URL', () => new Response('{"articles": [{'))
  await expect(news.articles('x', 1, 10)).rejects.toMatchObject({ code: 'upstream_failed' })
})

test('USITC: a duty under the misspelt name of the service is a duty', async () => {
  const row = { htsno: '0101', indent: '0', description: 'Horses', units: null, footnotes: null }
  const schedule = await opened(usitcHts, 'UPSTREAM_USITC_HTS_URL', () => [
    { ...row, additionalDuties: null, addiitionalDuties: '25% ad valorem' },
    { ...row, additionalDuties: '10%', addiitionalDuties: null },
    { ...row, additionalDuties: null, addiitionalDuties: null },
  ])
  const rows = await schedule.search('0101')
  expect(rows.map(({ additionalDuties }) => additionalDuties)).toEqual([
    '25% ad valorem',
    '10%',
    null,
  ])
})

test('Safe: the waiting transactions are asked for by the path that is kept', async () => {
  const paths: string[] = []
  const service = await opened(safe, 'UPSTREAM_SAFE_URL', ({ path }) => {
    paths.push(path)
    return { results: [] }
  })
  const address = `0x${'1'.repeat(40)}`
  expect(await service.waiting(1, address)).toEqual([])
  expect(paths).toEqual([`/tx-service/eth/api/v2/safes/${address}/multisig-transactions/`])
})

test.each(['recentBlockhashes', 'slotHashes', 'stakeHistory'])(
  'Solana: the account of the system variable %s is read',
  (type) => {
    const info = [{ blockhash: '1'.repeat(32), feeCalculator: { lamportsPerSignature: '5000' } }]
    const value = {
      lamports: 42_706_560,
      owner: 'Sysvar1111111111111111111111111111111111111',
      executable: false,
      data: { program: 'sysvar', parsed: { type, info }, space: 6_008 },
    }
    const read = Account.safeParse({ context: { slot: 1 }, value })
    expect(read.data?.value?.data).toMatchObject({ parsed: { type, info } })
  },
)

test('Yahoo: what it does not say of a fund is unknown, and not 0', async () => {
  const meta = {
    currency: 'CAD',
    symbol: '0P000071W8.TO',
    instrumentType: 'MUTUALFUND',
    gmtoffset: -14_400,
    regularMarketTime: 1_757_102_400,
    regularMarketPrice: 58.41,
    chartPreviousClose: 58.2,
  }
  const yahoo = await opened(yahooFinance, 'UPSTREAM_YAHOO_FINANCE_URL', () => ({
    chart: { result: [{ meta, indicators: { quote: [{}] } }] },
  }))
  expect(await yahoo.quote('0P000071W8.TO')).toMatchObject({
    price: 58.41,
    volume: null,
    dayLow: null,
    dayHigh: null,
  })
})

test("VIES: a wrong number is the caller's mistake, and a closed register is not", async () => {
  const said = (error: string) =>
    opened(vies, 'UPSTREAM_VIES_URL', () => ({
      actionSucceed: false,
      errorWrappers: [{ error }],
    })).then((register) => register.check('DE', '1'))
  await expect(said('INVALID_INPUT')).rejects.toMatchObject({
    code: 'bad_input',
    message: expect.stringMatching(/^vat: /),
  })
  await expect(said('MS_MAX_CONCURRENT_REQ')).rejects.toMatchObject({
    code: 'upstream_unreachable',
  })
})

test('Lever: a board that its first host does not know is asked for in Europe', async () => {
  const posting = { text: 'Baker', hostedUrl: 'https://jobs.eu.lever.co/brot/1' }
  let asked = 0
  const boards = await opened(lever, 'UPSTREAM_LEVER_URL', () =>
    ++asked === 1
      ? Response.json({ ok: false, error: 'Document not found' }, { status: 404 })
      : [posting],
  )
  expect(await boards.jobs('brot')).toMatchObject([{ title: 'Baker', url: posting.hostedUrl }])
  expect(asked).toBe(2)
})

test('Safe: decoded data as text, as its documents have it, costs no transaction', async () => {
  const address = `0x${'1'.repeat(40)}`
  const waiting = { safeTxHash: `0x${'2'.repeat(64)}`, to: address, value: '0', operation: 0 }
  const queue = await opened(safe, 'UPSTREAM_SAFE_URL', () => ({
    results: [{ ...waiting, nonce: '7', dataDecoded: '{"method":"transfer"}' }],
  }))
  expect(await queue.waiting(1, address)).toMatchObject([{ nonce: '7', dataDecoded: null }])
})
