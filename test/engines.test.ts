/** @module-tag long */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENGINES } from '../src/base/core/optional-engines.ts'
import { installCommand } from '../scripts/_engine-install.ts'
import { bareEnvironment } from './support/bare-environment.ts'
import { ROOT } from './support/conventions/source.ts'
import { startServer, type ServerProcess } from './support/server-process.ts'

/**
 * An installation without the packages of any engine: links to all other packages of this
 * repository.
 */
const run = promisify(execFile)
const START_MS = 180_000
const BARS = { kind: 'bar', rows: [{ m: 'Jan', v: 3 }], x: 'm', y: 'v' }
const COPIED = ['src', 'scripts', 'run.mjs', 'package.json', 'package-lock.json']
const left = new Set<string>(Object.values(ENGINES).flatMap(({ packages }) => packages))

let folder: string
let server: ServerProcess
let key: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lean-'))
  for (const name of COPIED) await cp(join(ROOT, name), join(folder, name), { recursive: true })
  const packages = join(ROOT, 'node_modules')
  for (const name of await packagesIn(packages)) {
    if (left.has(name)) continue
    const link = join(folder, 'node_modules', name)
    await mkdir(dirname(link), { recursive: true })
    await symlink(join(packages, name), link)
  }
  const { stdout } = await script('credits', 'issue', '5')
  key = /key +(\S+)/.exec(stdout)?.[1] ?? ''
  const command = [process.execPath, 'run.mjs', 'src/main.ts'] as const
  server = await startServer({}, { cwd: folder, command })
}, START_MS)
afterAll(async () => {
  await server?.kill()
  await rm(folder, { recursive: true, force: true })
})

async function packagesIn(root: string): Promise<readonly string[]> {
  const names = (await readdir(root)).filter((name) => !name.startsWith('.'))
  const scoped = names.filter((name) => name.startsWith('@'))
  const inScopes = await Promise.all(
    scoped.map(async (scope) => (await readdir(join(root, scope))).map((one) => `${scope}/${one}`)),
  )
  return [...names.filter((name) => !name.startsWith('@')), ...inScopes.flat()]
}

const script = (name: string, ...args: readonly string[]) =>
  run(process.execPath, ['run.mjs', `scripts/${name}.ts`, ...args], {
    cwd: folder,
    env: bareEnvironment(),
  })

async function call(path: string, input: unknown) {
  const reply = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(input),
  })
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}
const get = async (path: string): Promise<Record<string, unknown>> =>
  (await (
    await fetch(server.url + path, { headers: { authorization: `Bearer ${key}` } })
  ).json()) as Record<string, unknown>

test('a tool without its engine says what to install, and is not charged', async () => {
  const chart = await call('/api/chart-render', BARS)
  expect(chart.status).toBe(503)
  expect(chart.body['error']).toContain('`npm run engines -- charts` adds it')
  const pages = await call('/api/html-to-pdf', { html: '<p>hi</p>' })
  expect([pages.status, String(pages.body['error'])]).toEqual([
    503,
    expect.stringContaining('`npm run engines -- browser`'),
  ])
  const before = Number((await get('/api/credits/balance'))['balanceUsd'])
  expect(before).toBe(5)
  expect((await call('/api/json-to-yaml', { data: { a: 1 } })).status).toBe(200)
  expect(Number((await get('/api/credits/balance'))['balanceUsd'])).toBeLessThan(before)
})

test('a tool that needs its engine for a part of its inputs serves the others', async () => {
  const input = { from: '2026-04-01', to: '2026-04-10' }
  expect((await call('/api/business-days', input)).status).toBe(200)
  const held = await call('/api/business-days', { ...input, countryCode: 'DE' })
  expect(held.status).toBe(503)
  expect(held.body['error']).toContain('`npm run engines -- holidays` adds it')
})

test('the catalog, the list of engines and the doctor say so', { timeout: START_MS }, async () => {
  const { endpoints } = (await get('/api/pricing')) as {
    endpoints: readonly { slug: string; available: boolean }[]
  }
  const available = new Map(endpoints.map((one) => [one.slug, one.available]))
  expect([available.get('chart-render'), available.get('json-to-yaml')]).toEqual([false, true])
  const { stdout } = await script('engines')
  for (const name of Object.keys(ENGINES))
    expect(stdout).toMatch(
      new RegExp(`^${name} .*\\(tools: [1-9]\\d*\\).*missing: npm run engines`, 'm'),
    )
  const told = await script('doctor').catch((failed: { stdout: string }) => failed)
  expect(told.stdout).toMatch(/warn +the engine charts is not installed: .* It runs chart-render/)
})

test('a missing engine is added beside those that are there', () => {
  const versions = { vega: '6.4.0', 'vega-lite': '6.5.0', docx: '9.15.2', mammoth: '1.13.0' }
  const wanted = { packages: ['vega', 'vega-lite'], versions }
  const inPlace = (name: string) => name === 'docx'
  expect(installCommand({ ...wanted, inPlace, clone: true }).join(' ')).toBe(
    'install --no-save --save-prod --omit=dev --omit=peer docx@9.15.2 vega@6.4.0 vega-lite@6.5.0',
  )
  expect(installCommand({ ...wanted, inPlace, clone: false }).join(' ')).toBe(
    'install vega@6.4.0 vega-lite@6.5.0',
  )
})
