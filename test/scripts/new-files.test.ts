import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '../support/conventions/source.ts'

/**
 * One of each kind is added from its template to a copy of the repository, and checked there.
 *
 * @module-tag ci
 */
const LONG = { timeout: 600_000 }
const run = promisify(execFile)

let root: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'farebox-copy-'))
  const tracked = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    maxBuffer: 1 << 26,
  })
  for (const path of tracked.stdout.trim().split('\n')) {
    await mkdir(join(root, dirname(path)), { recursive: true })
    await cp(join(ROOT, path), join(root, path)).catch((thrown: NodeJS.ErrnoException) => {
      // A file that is deleted but not yet committed is still listed.
      if (thrown.code !== 'ENOENT') throw thrown
    })
  }
  await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'))
})
afterAll(() => rm(root, { recursive: true }))

/** Runs a script of the copy; answers what it printed. */
async function script(path: string, ...given: readonly string[]): Promise<string> {
  const ended = run(process.execPath, [path, ...given], { cwd: root, maxBuffer: 1 << 24 })
  return (await ended).stdout
}

const written = new Set<string>()
const filesOf = (printed: string): readonly string[] =>
  [...printed.matchAll(/^wrote (.+)$/gm)].map(([, path = '']) => path)

test.each([
  [
    'upstream',
    ['parcel-office'],
    ['src/capabilities/upstreams/parcel-office.ts', 'test/support/upstreams/parcel-office.ts'],
  ],
  ['tool', ['text/line-total'], ['src/goods/tools/text/line-total.ts']],
  ['tool', ['text/parcel-title', 'parcel-office'], ['src/goods/tools/text/parcel-title.ts']],
  ['pack', ['text-check'], ['src/goods/packs/text-check.ts']],
  ['endpoint', ['service-name'], ['src/front/http/free/service-name.ts']],
  [
    'network',
    ['8888', 'Newcomer', `0x${'1'.repeat(40)}`, 'New Dollar', 'https://facilitator.example'],
    ['src/outside/chains/networks.ts'],
  ],
])('a new %s %j is written to %j', async (kind, given, files) => {
  const found = filesOf(await script('scripts/new.ts', kind, ...given))
  expect(found).toEqual(files)
  for (const file of found) written.add(file)
})

test('npm run check is green with one more of each', LONG, async () => {
  const ended = await script('scripts/check.ts', ...written).catch(
    (failed: { stdout?: string }) => failed.stdout,
  )
  expect(ended).toMatch(/^all good in/m)
})

test('the examples of the new tools run, one of them at its stand-in', LONG, async () => {
  const slugs = ['line-total', 'parcel-title', 'skill-text-check']
  const given = ['run', '--reporter=json', '--outputFile=report.json', 'test/tools']
  await script('node_modules/vitest/vitest.mjs', ...given, '-t', slugs.join('|'))
  const report = await readFile(join(root, 'report.json'), 'utf8')
  const { testResults } = JSON.parse(report) as Report
  const passed = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'passed'),
  )
  expect(passed.map(({ fullName }) => fullName).toSorted()).toEqual([
    'line-total example 1',
    'parcel-title example 1',
    'skill-text-check every step hands its tool fields that the tool knows and accepts',
    'skill-text-check example 1',
  ])
})

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

test(
  'the service answers at the new endpoint, documents it, and knows the new network',
  LONG,
  async () => {
    const text = `
    import { openTestService } from './test/support/service.ts'
    import { networkOf } from './src/outside/chains/networks.ts'
    const service = await openTestService({ settings: { FREE_MODE: 'true' } })
    for (const path of ['/api/service-name', '/openapi.json'])
      process.stdout.write(await (await fetch(service.url + path)).text())
    process.stdout.write(networkOf('eip155:8888').name)
    await service.stop()
  `
    const node = ['--input-type=module-typescript', '-e', text]
    const { stdout } = await run(process.execPath, node, { cwd: root, maxBuffer: 1 << 26 })
    expect(stdout).toContain('{"service":"Farebox"}')
    expect(stdout).toContain('"free-service-name"')
    expect(stdout).toMatch(/Newcomer$/)
  },
)
