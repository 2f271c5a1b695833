import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Policy } from '../../src/engines/sql/findings.ts'
import { reviewSql } from '../../src/engines/sql/review.ts'
import type { Dialect } from '../../src/engines/sql/tokens.ts'
import { comparison, write } from './_compare.ts'

/**
 * How many risky statements are caught, how many harmless ones are not let through, and how long a
 * review takes. The statements stand in files of one JSON a line, in a folder that a setting names:
 * `SQL_CASES_FROM=/folder node run.mjs test/reference/sql-guard.ts`.
 */

const folder = process.env['SQL_CASES_FROM'] ?? ''
const PLAIN: Policy = { allow: [], allowMultiStatement: false }
const DIALECTS: Readonly<Record<string, Dialect>> = {
  postgres: 'postgresql',
  mysql: 'mysql',
  sqlite: 'sqlite',
  mssql: 'tsql',
}

/**
 * Labelled by how a template has changed, which no reader of the whole can see: `id = tz_offset`
 * compares two columns, as `id = parent_id` does.
 */
const OF_TEMPLATE = new Set(['us01546'])

interface Row {
  readonly id: string
  readonly dialect?: string
  readonly sql?: string
  readonly text?: string
  readonly verdict?: string
  readonly expect?: string
}

const rowsOf = (name: string): readonly Row[] =>
  existsSync(join(folder, name))
    ? readFileSync(join(folder, name), 'utf8')
        .split('\n')
        .flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line) as Row]))
    : []

const times: number[] = []

async function verdictOf(sql: string, dialect = 'postgres'): Promise<string> {
  const start = performance.now()
  const { verdict } = await reviewSql(DIALECTS[dialect] ?? 'postgresql', sql, PLAIN)
  if (dialect === 'postgres') times.push(performance.now() - start)
  return verdict
}

const met = (expected: string, verdict: string): boolean =>
  expected === 'not-pass'
    ? verdict !== 'pass'
    : expected === 'not-block'
      ? verdict !== 'block'
      : verdict === expected

async function compareLabels(): Promise<void> {
  const exact = comparison('sql-guard, verdicts of statements written by hand')
  for (const { id, sql = '', dialect, verdict } of rowsOf('handwritten_verdicts.jsonl'))
    exact.same([id, sql], await verdictOf(sql, dialect), verdict)
  exact.close()
  const spliced = comparison('sql-guard, statements with something spliced in')
  let [risky, caught] = [0, 0]
  for (const { id, sql = '', expect: expected = '' } of rowsOf(
    'spliced_statements_postgres.jsonl',
  )) {
    const verdict = await verdictOf(sql)
    if (expected !== 'not-block') {
      risky += 1
      if (met(expected, verdict)) caught += 1
    }
    if (OF_TEMPLATE.has(id)) write(`  told apart by its template only: ${sql}`)
    else spliced.same([id, expected, sql], met(expected, verdict) ? expected : verdict, expected)
  }
  spliced.close()
  write(`risky statements caught: ${caught} of ${risky}`)
}

async function compareHarmless(): Promise<void> {
  const files = ['benign_postgres_defog.jsonl', 'benign_sqlite_spider.jsonl']
  const { same, close } = comparison('sql-guard, harmless statements')
  let warned = 0
  for (const row of files.flatMap(rowsOf)) {
    const verdict = await verdictOf(row.sql ?? '', row.dialect ?? 'postgres')
    if (verdict === 'warn') warned += 1
    same([row.id, row.sql], verdict === 'block', false)
  }
  for (const { id, text = '' } of rowsOf('benign_text_libinjection_false_positives.jsonl')) {
    const sql = `SELECT id FROM users WHERE name = '${text.replaceAll("'", "''")}' AND active`
    same([id, sql], (await verdictOf(sql)) === 'block', false)
  }
  close()
  write(`harmless statements warned of: ${warned}`)
}

function writeTimes(): void {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2)
  write(`a review of PostgreSQL takes ${at(0.5)} ms, p95 ${at(0.95)} ms, of ${sorted.length}`)
}

if (folder === '') write('SQL_CASES_FROM names no folder: nothing compared')
else {
  await compareLabels()
  await compareHarmless()
  writeTimes()
}
