/** @module-tag long */
import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from './support/conventions/source.ts'
import { startServer, type ServerProcess } from './support/server-process.ts'

/**
 * The package, as an operator has it: packed, in an empty folder beside what it depends on, whose
 * tool, pack and proxy lie in a folder of theirs.
 */
const run = promisify(execFile)
const PACK_MS = 120_000

let folder: string
let server: ServerProcess
let api: Server
let key: string

beforeAll(async () => {
  api = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"free":7}')
  }).listen(0, '127.0.0.1')
  await once(api, 'listening')
  folder = await mkdtemp(join(tmpdir(), 'packed-'))
  const packed = ['pack', '--ignore-scripts=false', '--pack-destination', folder]
  await run('npm', packed, { cwd: ROOT })
  await install(folder)
  await cp(new URL('fixtures/own-tools', import.meta.url), join(folder, 'tools'), {
    recursive: true,
  })
  const { stdout } = await run('npx', ['--no-install', 'farebox', 'credits', 'issue', '5'], {
    cwd: folder,
    env: { PATH: process.env['PATH'] },
  })
  key = /key +(\S+)/.exec(stdout)?.[1] ?? ''
  const settings = {
    TOOLS_DIR: 'tools',
    UPSTREAM_PROXY_TOWN_BIKES_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
  }
  server = await startServer(settings, { cwd: folder, command: ['npx', '--no-install', 'farebox'] })
}, PACK_MS)
afterAll(async () => {
  await server?.kill()
  api.close()
  await rm(folder, { recursive: true, force: true })
})

/** What `npm install` does with the tarball, by links to the packages of this repository. */
async function install(place: string): Promise<void> {
  const packages = join(place, 'node_modules')
  const own = join(packages, 'farebox')
  await mkdir(own, { recursive: true })
  const [tarball = ''] = (await readdir(place)).filter((name) => name.endsWith('.tgz'))
  await run('tar', ['xzf', join(place, tarball), '-C', own, '--strip', '1'])
  const all = (await readdir(join(ROOT, 'node_modules'))).filter((name) => !name.startsWith('.'))
  for (const name of all) await symlink(join(ROOT, 'node_modules', name), join(packages, name))
  const { bin } = JSON.parse(await readFile(join(own, 'package.json'), 'utf8')) as {
    bin: Readonly<Record<string, string>>
  }
  for (const [name, path] of Object.entries(bin)) {
    const link = join(packages, '.bin', name)
    await mkdir(dirname(link), { recursive: true })
    await symlink(resolve(own, path), link)
  }
}

const get = async (path: string) => (await fetch(server.url + path)).text()
const call = async (path: string, init: RequestInit = {}) => {
  const paid = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
  const reply = await fetch(server.url + path, { ...init, headers: paid })
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}
const json = (value: unknown): RequestInit => ({ method: 'POST', body: JSON.stringify(value) })

test('holds everything that a start needs, but no sources, tests or secrets', async () => {
  const own = join(folder, 'node_modules/farebox')
  const files = (await readdir(own, { recursive: true })).filter(
    (name) => !name.startsWith('node_modules'),
  )
  const foreign = /\.(test|test-d)\.[jt]s$|^(src|test|data)\b/
  expect(files.filter((name) => foreign.test(name))).toEqual([])
  const unbuilt = files.filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
  expect(unbuilt.filter((name) => !name.startsWith('dist/front/pages/web/'))).toEqual([])
  expect(files).toContain('docs/guides/your-own-tools.md')
})

test('finds, quotes and documents a tool, a pack and a proxy of a folder', async () => {
  expect(await get('/api/find?q=say+hello+to+a+person&k=3')).toContain('"slug":"greet"')
  const quote = await fetch(`${server.url}/api/greet`, json({ name: 'Bo' }))
  expect(quote.status).toBe(402)
  const document = await get('/openapi.json')
  for (const path of ['/api/greet', '/api/town-bikes', '/api/skill/welcome-desk'])
    expect(document).toContain(`"${path}"`)
  expect(await get('/tools/greet')).toContain('A greeting for somebody')
})

test('is paid for them', async () => {
  const greeted = await call('/api/greet', json({ name: 'Bo' }))
  expect(greeted).toEqual({ status: 200, body: { greeting: 'Hello, Bo.' } })
  const asked = await call('/api/town-bikes?station=harbour')
  expect(asked.body).toMatchObject({ result: { free: 7 } })
  expect((await call('/api/skill/welcome-desk', json({ name: 'Ada' }))).status).toBe(200)
  const { body } = await call('/api/credits/balance')
  expect(Number(body['balanceUsd'])).toBeCloseTo(5 - 0.002 - 0.003 - 0.003, 9)
})

test('works in threads, and serves its guides and the scripts of its pages', async () => {
  const heavy = await call('/api/code-run', json({ code: '6 * 7', language: 'javascript' }))
  expect(heavy.body).toMatchObject({ result: 42 })
  expect(await get('/docs/your-own-tools')).toContain('TOOLS_DIR')
  const [script = ''] = /\/assets\/[\w-]+\/shell\.js/.exec(await get('/')) ?? []
  expect(await get(script)).toContain('document')
})

test('has types', async () => {
  const options = { strict: true, noEmit: true, module: 'nodenext', target: 'es2024' }
  const text = JSON.stringify({ compilerOptions: { ...options, types: ['node'] } })
  await writeFile(join(folder, 'tsconfig.json'), text)
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  await expect(run(process.execPath, [tsc, '-p', folder])).resolves.toMatchObject({ stdout: '' })
  const wrong = `import { defineTool } from 'farebox'\nexport default defineTool({ route: 'GET x' })\n`
  await writeFile(join(folder, 'tools/greetings/wrong.ts'), wrong)
  await expect(run(process.execPath, [tsc, '-p', folder])).rejects.toThrow()
})
