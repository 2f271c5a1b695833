import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/**
 * `npm run bench [-- <commit>]`: the figures of docs/performance.md, but for those that need a
 * folder of data (`route.ts`) or an hour (`soak.ts`). Each stands against its baseline of the same
 * run, and beside it what another commit, the one before by default, makes of it. The two take
 * turns, group by group, and within a group each figure is the middle of three rounds.
 */
const GROUPS = [
  'search',
  'boot',
  'calls',
  'x402',
  'mpp',
  'mcp',
  'memory',
  'postgres',
  'cores',
  'free',
  'extract',
  'pages',
  'llm',
  'overload',
  'attack',
  'lists',
  'ledger',
  'worst',
  'random-calls',
]
const NAME_WIDTH = 36
const COLUMN_WIDTH = 34
const FIGURE = /\s{2,}/

const here = fileURLToPath(new URL('..', import.meta.url))
const commit = process.argv[2] ?? 'HEAD~1'
const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: here, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

const folder = await mkdtemp(join(tmpdir(), 'farebox-before-'))
const before = join(folder, 'tree')
git('worktree', 'add', '--detach', before, commit)
try {
  await symlink(join(here, 'node_modules'), join(before, 'node_modules'))
  process.stdout.write(`before: ${git('log', '-1', '--format=%h %s', commit)}`)
  for (const group of GROUPS) await compare(group)
} finally {
  git('worktree', 'remove', '--force', before)
  await rm(folder, { recursive: true, force: true })
}

async function compare(group: string): Promise<void> {
  const file = join('bench', `${group}.ts`)
  const old = existsSync(join(before, file)) ? await figuresOf(before, file) : new Map()
  for (const [name, columns] of await figuresOf(here, file)) {
    const was = (old.get(name) as readonly string[] | undefined)?.join(', ') ?? 'not measured'
    const cells = columns.map((column) => column.padEnd(COLUMN_WIDTH)).join(' ')
    process.stdout.write(`${name.padEnd(NAME_WIDTH)} ${cells} before: ${was}\n`)
  }
}

/**
 * The figures that a script prints: a name, and columns behind it. Each tree keeps compiled code of
 * its own, because a start removes what another source has kept.
 */
async function figuresOf(
  root: string,
  file: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const script = spawn(process.execPath, ['run.mjs', file], {
    cwd: root,
    env: {
      ...process.env,
      ...(root === before && { NODE_COMPILE_CACHE: join(folder, 'compiled') }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [written] = await Promise.all([text(script.stdout), once(script, 'exit')])
  if (script.exitCode !== 0) process.stdout.write(`${file} ended with ${script.exitCode}\n`)
  const lines = written.split('\n').filter((line) => FIGURE.test(line.trim()))
  return new Map(
    lines.map((line) => {
      const [name = '', ...columns] = line.trim().split(FIGURE)
      return [name, columns]
    }),
  )
}
