/** @module-tag long */
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLoopProbe } from '../../bench/support/loop-probe.ts'
import { openTestService, type TestService } from '../support/service.ts'

/** Pages as Markdown, for programs that read. */
const BLOCK_MS_MAX = 100
let service: TestService
beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.stop())

const read = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(service.url + path, { headers: { accept: 'text/markdown', ...headers } })

test.each([
  ['/tools/hash', /^# .*Hash/m],
  ['/docs/operate', /^\| /m],
  ['/sellers', /^# Sellers/m],
])('%s is read as Markdown', { tags: 'long' }, async (path, begins) => {
  const reply = await read(path)
  const text = await reply.text()
  expect(reply.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  expect(text).toMatch(begins)
  expect(text).not.toMatch(/<(svg|script|div)|Skip to the content/)
})

test(
  'the form of a tool says what may be left out, and no more than that',
  { tags: 'long' },
  async () => {
    const text = await (await read('/tools/json-conform')).text()
    expect(text).toMatch(/^Drop unknown optional `dropUnknown`$/m)
    expect(text).toMatch(/^Schema `schema`$/m)
    expect(text).not.toContain('Ctrl Enter')
  },
)

test(
  'each program of a tool page stands below its language, which is written once',
  { tags: 'long' },
  async () => {
    const text = await (await read('/tools/hash')).text()
    const programs = text.slice(text.indexOf('## From code'), text.indexOf('## What it takes'))
    const labels = [...programs.matchAll(/^\*\*(.+)\*\*\n\n```/gm)].map(([, label]) => label)
    expect(labels).toEqual(['curl', 'Python', 'MCP'])
    expect(programs).toMatch(/^## From code\n\n\*\*curl/)
  },
)

test.each(['/receipts/none-of-this-name', '/docs/none', '/tools/none', '/nothing'])(
  '%s, which is not there, is told in Markdown',
  async (path) => {
    const reply = await read(path)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([
      404,
      'text/markdown; charset=utf-8',
    ])
    expect(await reply.text()).toMatch(/^# Nothing is here/)
    const data = await fetch(service.url + path, {
      headers: { accept: 'application/json' },
    })
    expect(await data.json()).toMatchObject({
      error: expect.any(String) as string,
    })
  },
)

test.each([
  ['/receipts/none-of-this-name', 'No such receipt: the link is wrong'],
  ['/docs/none', 'No guide is called none.'],
  ['/nothing', 'There is no page at `/nothing`.'],
])('%s says why, in Markdown and to people', async (path, why) => {
  expect(await (await read(path)).text()).toContain(why)
  const shown = await (await read(path, { accept: 'text/html' })).text()
  expect(shown).toContain(why.replaceAll(/`(.*)`/g, '<code>$1</code>'))
})

test.each(['/api/jobs/none', '/api/none', '/v1/none', '/api/index?seller=none.example'])(
  '%s, which programs ask, says in JSON what is missing',
  async (path) => {
    const reply = await read(path)
    expect(reply.status).toBe(404)
    expect(await reply.json()).toMatchObject({ error: expect.any(String) as string })
  },
)

test('A page says why also where a protocol has errors of its own form', async () => {
  const [html, path] = ['text/html', '/a2a/tasks/none']
  const asked = { accept: html, 'a2a-version': '1.0' }
  const [shown, markdown] = [await read(path, asked), await read(path)]
  expect([shown.status, shown.headers.get('content-type')]).toEqual([404, `${html}; charset=utf-8`])
  expect(await shown.text()).toContain('No such task: none is wrong')
  expect(await markdown.json()).toMatchObject({ error: { code: 404 } })
  const form = { method: 'POST', headers: asked, body: new URLSearchParams({ a: 'b' }) }
  const refused = await fetch(`${service.url}/a2a/message:send`, form)
  expect([refused.status, await refused.text()]).toEqual([
    400,
    expect.stringContaining('Nothing was ordered, and nothing was charged.'),
  ])
})

test('an unpaid call asks for money in JSON, though Markdown is asked for', async () => {
  const reply = await read('/api/demand-radar')
  expect(reply.status).toBe(402)
  expect(reply.headers.get('content-type')).toContain('application/json')
})

test.each(['/docs', '/docs/operate', '/docs?q=price'])('%s begins with its title', async (path) => {
  expect(await (await read(path)).text()).toMatch(/^# /)
})

const PAGES = [
  '/',
  '/tools',
  '/tools/hash',
  '/tools/search',
  '/tools/domain-audit',
  '/credits',
  '/reports',
  '/monitors',
  '/models',
  '/status',
  '/docs',
  '/docs/operate',
]
const wordsOf = (text: string): readonly string[] =>
  text.replaceAll(/&(lt|gt|amp);/g, ' ').match(/[\p{L}\p{N}]+/gu) ?? []

test.each(PAGES)('%s runs no words into one', async (path) => {
  const [markdown, page] = await Promise.all([
    read(path).then((reply) => reply.text()),
    fetch(service.url + path, { headers: { accept: 'text/html' } }).then((reply) => reply.text()),
  ])
  const bare = page.replaceAll(/<[^>]*>/g, ' ').replaceAll(/&[a-z]+;|&#\d+;/g, ' ')
  // What stands in addresses is no text of the page.
  const addresses = [...page.matchAll(/(?:href|src|value)="([^"]*)"/g)].map(([, at = '']) => at)
  const known = new Set(wordsOf(`${bare} ${addresses.join(' ')}`))
  // Numbers of lists and moments differ.
  const others = wordsOf(markdown).filter((word) => !known.has(word) && !/^\d/.test(word))
  expect(others).toEqual([])
  expect(markdown).not.toMatch(/[\p{L}\p{N}]\[[\p{L}\p{N}]|\)\[|\*\*[\p{L}\p{N}]+\*\*[\p{L}\p{N}]/u)
  expect(markdown).not.toMatch(/\[#+ /)
})

test('it has a tag of its own, and is not converted again for whoever has it', async () => {
  const markdown = String((await read('/docs/operate')).headers.get('etag'))
  const html = await fetch(`${service.url}/docs/operate`, { headers: { accept: 'text/html' } })
  expect(html.headers.get('etag')).not.toBe(markdown)
  expect((await read('/docs/operate', { 'if-none-match': markdown })).status).toBe(304)
  expect(
    (await read('/docs/operate', { 'if-none-match': String(html.headers.get('etag')) })).status,
  ).toBe(200)
})

test('the longest pages are converted beside the event loop', { tags: 'long' }, async () => {
  const paths = ['/tools', '/docs/architecture', '/docs/operate', '/tools/chart-render', '/reports']
  await Promise.all(paths.map((path) => read(path)))
  await setTimeout(200)
  // The least of some tries: on a busy machine, what comes together is done together.
  let longest = Infinity
  for (let tried = 0; tried < 3 && longest >= BLOCK_MS_MAX; tried += 1) {
    const probe = startLoopProbe()
    const replies = await Promise.all(paths.map((path) => read(path)))
    longest = Math.min(longest, probe.longest().worked)
    probe.stop()
    expect(replies.map(({ status }) => status)).toEqual(paths.map(() => 200))
  }
  process.stdout.write(
    `longest block while ${paths.length} pages become Markdown: ${longest.toFixed(0)} ms\n`,
  )
  expect(longest).toBeLessThan(BLOCK_MS_MAX)
})
