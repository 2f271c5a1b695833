import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * `npm run test:near [-- <commit>]`: the test files that reach a changed file by imports, and the
 * examples of changed tools. Changed is what differs from the commit, by default from `main` or the
 * last commit.
 */
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

const changed = changedFiles(process.argv[2] ?? base())
const near = testsThatReach(changed, importersOf())
const slugs = changed
  .filter((path) => /^src\/goods\/\w+\/.*\/[^_][^/]*\.ts$/.test(path) && !path.endsWith('.test.ts'))
  .map((path) => basename(path, '.ts'))
const examples = slugs.length > 0 ? ['test/tools/examples'] : []
process.stdout.write(`${changed.length} changed files, ${near.length} test files reach them\n`)
if (near.length + examples.length > 0) {
  const args = [
    `${ROOT}node_modules/vitest/vitest.mjs`,
    'run',
    '--passWithNoTests',
    ...near,
    ...examples,
  ]
  const env = { ...process.env, EXAMPLES_OF: slugs.join(',') }
  spawn(process.execPath, args, { cwd: ROOT, env, stdio: 'inherit' }).on('exit', (code) => {
    process.exitCode = code ?? 1
  })
}

/** Where this branch left `main`, or the last commit on `main` itself. */
function base(): string {
  try {
    return git('merge-base', 'HEAD', 'main').trim()
  } catch {
    return 'HEAD'
  }
}

/** Differences of the folder, with files that git does not know yet. */
function changedFiles(since: string): readonly string[] {
  const texts = [git('diff', '--name-only', since), git('ls-files', '-o', '--exclude-standard')]
  return [...new Set(texts.join('\n').split('\n').filter(Boolean))]
}

/** Of each file, those that import it, at once or later. A path in a text counts too. */
function importersOf(): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>()
  for (const path of git('ls-files', '-co', '--exclude-standard', '*.ts').split('\n')) {
    if (!path || !existsSync(ROOT + path)) continue
    const text = readFileSync(ROOT + path, 'utf8')
    for (const [, name = ''] of text.matchAll(/\b(?:from|import)\b[\s(]*'(\.[^']+)'/g)) {
      const file = posix.join(posix.dirname(path), name)
      importers.set(file, [...(importers.get(file) ?? []), path])
    }
  }
  return importers
}

function testsThatReach(
  files: readonly string[],
  importers: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const reached = new Set(files)
  for (const file of reached)
    for (const importer of importers.get(file) ?? []) reached.add(importer)
  return [...reached].filter((path) => path.endsWith('.test.ts') && existsSync(ROOT + path))
}
