import { getHeapStatistics } from 'node:v8'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { checkCertificate, compactOf, trustedKey, type Checked } from './certificate.ts'
import type { Policy } from './findings.ts'
import { parsedPostgres, reviewSql } from './review.ts'
import { startWork } from '../../../test/support/wait.ts'
import type { Dialect } from './tokens.ts'

const fixture = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../test/fixtures/${name}.json`, import.meta.url), 'utf8'))

const plain: Policy = { allow: [], allowMultiStatement: false }
/** Of each risk several, in other words than those of the others. */
const own = fixture('sql-own-verdicts') as readonly [Dialect, string, string, string][]
const verdicts = fixture('sql-verdicts') as readonly [Dialect, string, readonly string[], string][]

describe('statements', () => {
  test.each(verdicts)('%s: %s %j: %s', async (dialect, verdict, risks, sql) => {
    const review = await reviewSql(dialect, sql, plain)
    const found = review.risks.map(({ id }) => id)
    expect([review.verdict, found]).toEqual([verdict, expect.arrayContaining([...risks])])
    if (verdict === 'pass') expect(found).toEqual([])
  })

  test.each(own)('%s: %s for %s: %s', async (dialect, verdict, risk, sql) => {
    const review = await reviewSql(dialect, sql, plain)
    const found = review.risks.map(({ id }) => id)
    expect([review.verdict, found]).toEqual([
      verdict,
      risk === '-' ? [] : expect.arrayContaining([risk]),
    ])
  })

  test.each([
    ['postgresql', '/*'.repeat(3_000), 'parse_error'],
    ['postgresql', `SELECT ${'('.repeat(20_000)}`, 'parse_error'],
    ['postgresql', `SELECT ${'NOT '.repeat(900)}true`, 'too_deep'],
    ['mysql', `SELECT 1 FROM t WHERE ${Array(3_000).fill('a=1').join(' OR ')}`, 'too_deep'],
  ] as const)('%s of %.20s is refused, not walked', async (dialect, sql, id) => {
    const { verdict, risks } = await reviewSql(dialect, sql, plain)
    expect([verdict, risks[0]?.id]).toEqual(['block', id])
  })

  test.each([
    ['mysql', 'SELECT wipe_all()', ['procedure_call']],
    ['mysql', 'SELECT shop.upper(1)', ['procedure_call']],
    ['mysql', 'SELECT `wipe_all`(1)', ['procedure_call']],
    ['mysql', "SELECT LEFT('abc', 2), IF(1 IN (1, 2), 1, 0), CAST(1 AS CHAR(3))", []],
    ['sqlite', 'SELECT wipe_all(1)', ['procedure_call']],
    ['sqlite', "SELECT upper('a'), json_extract('{}', '$.a'), strftime('%Y', 'now')", []],
  ] as const)('%s: functions of its own: %s', async (dialect, sql, ids) => {
    const { risks } = await reviewSql(dialect, sql, plain)
    expect(risks.map(({ id }) => id)).toEqual(ids)
  })

  test('a risk stands where its piece stands, also after letters of several bytes', async () => {
    const sql = "SELECT 'naïve ✓ 😀', pg_sleep(1)"
    const { risks } = await reviewSql('postgresql', sql, plain)
    expect(risks.map(({ id, at, piece }) => [id, at, piece])).toEqual([
      ['time_delay', sql.indexOf('pg_sleep'), 'pg_sleep(1)'],
    ])
  })

  test('what is read and what is written', async () => {
    const sql = 'WITH c AS (SELECT id FROM a) UPDATE s.b SET x = upper(y) FROM c WHERE b.id = c.id'
    const { statements } = await reviewSql('postgresql', sql, plain)
    expect(statements).toEqual([
      {
        kind: 'dml',
        verb: 'UPDATE',
        mutating: true,
        tables: [
          { name: 's.b', access: 'write' },
          { name: 'a', access: 'read' },
        ],
        functions: ['upper'],
      },
    ])
  })

  test('a policy lets pass what it names, and only that which warns', async () => {
    const ddl = await reviewSql('postgresql', 'CREATE INDEX i ON t (a)', {
      ...plain,
      allow: ['ddl'],
    })
    expect(ddl.verdict).toBe('pass')
    const several = { ...plain, allowMultiStatement: true }
    expect((await reviewSql('postgresql', 'SELECT 1; SELECT 2', several)).verdict).toBe('pass')
    expect((await reviewSql('postgresql', 'SELECT 1; DROP TABLE t', several)).verdict).toBe('block')
    const rows = { ...plain, maxRows: 10 }
    const limited = async (sql: string) => (await reviewSql('postgresql', sql, rows)).verdict
    expect(await limited('SELECT a FROM t WHERE b = 1')).toBe('warn')
    expect(await limited('SELECT a FROM t WHERE b = 1 LIMIT 11')).toBe('warn')
    expect(await limited('SELECT a FROM t WHERE b = 1 LIMIT 10')).toBe('pass')
  })
})

interface Vectors {
  readonly publicKeyHex: string
  readonly cases: readonly {
    readonly name: string
    readonly at: number
    readonly statement: string
    readonly input: { readonly certificate: object; readonly signature: string }
    readonly expect: { readonly valid: boolean; readonly reason?: string }
  }[]
}

describe('certificates', () => {
  const { publicKeyHex, cases } = fixture('sql-certificates') as Vectors
  const key = trustedKey(Buffer.from(publicKeyHex, 'hex'))
  const [good] = cases
  const check = (certificate: unknown, signature?: string, more = {}): Checked['reason'] =>
    checkCertificate(
      { sql: good?.statement ?? '', certificate, signature, ...more },
      [key],
      good?.at ?? 0,
    ).reason

  test.each(cases.map((one) => [one.name, one] as const))('%s', (_name, one) => {
    const { certificate, signature } = one.input
    const told = checkCertificate({ sql: one.statement, certificate, signature }, [key], one.at)
    expect(told.reason).toBe(one.expect.reason ?? null)
  })

  test('come in three forms', () => {
    const { certificate, signature } = good?.input ?? { certificate: {}, signature: '' }
    expect(check({ ...certificate, signature })).toBeNull()
    expect(check({ certificate, signature })).toBeNull()
    expect(check(compactOf(certificate, signature))).toBeNull()
    expect(check(compactOf(certificate, signature), undefined, { policy: 'other@1' })).toBe(
      'policy_mismatch',
    )
  })

  test.each([
    ['not a token', 'malformed'],
    ['a.b.c', 'malformed'],
    [{}, 'malformed'],
    [[], 'malformed'],
    [7, 'malformed'],
    [{ v: 9 }, 'version_unsupported'],
  ])('%j is %s', (certificate, reason) => {
    expect(check(certificate)).toBe(reason)
  })

  test('of a revoked and of an unknown key', () => {
    const { certificate, signature } = good?.input ?? { certificate: {}, signature: '' }
    const presented = { sql: good?.statement ?? '', certificate, signature }
    const at = good?.at ?? 0
    expect(checkCertificate(presented, [{ ...key, isRevoked: true }], at).reason).toBe(
      'key_revoked',
    )
    expect(checkCertificate(presented, [], at).reason).toBe('key_unknown')
    expect(checkCertificate(presented, [key], at - 1_000).reason).toBe('not_yet_valid')
  })

  test('a signature is one text only', () => {
    const { certificate, signature } = good?.input ?? { certificate: {}, signature: '' }
    const last = signature.at(-1) ?? ''
    // The last letter holds two bits of nothing, so three others decode to the same bytes.
    const other = signature.slice(0, -1) + String.fromCodePoint((last.codePointAt(0) ?? 0) + 1)
    expect(check(certificate, other)).toMatch(/^signature_(malformed|invalid)$/)
    expect(check(certificate, `${signature}=`)).toBe('signature_malformed')
  })
})

test('the parser of PostgreSQL is not compiled a second time, which takes 580 MB', async () => {
  const before = getHeapStatistics().peak_malloced_memory
  const sql =
    'select a, count(*) from t join u using (id) where a > 1 group by a order by 2 limit 5'
  for (let at = 0; at < 1_000; at += 1) await parsedPostgres(sql)
  // It would be, beside this thread.
  await new Promise((resolve) => setTimeout(resolve, 250))
  expect(getHeapStatistics().peak_malloced_memory - before).toBeLessThan(100 * 1024 * 1024)
})

test.each(['postgresql', 'sqlite', 'mysql'] as const)(
  'sums and products that nest 24 deep are compared without much memory in %s',
  async (dialect) => {
    let sum = 'b'
    for (let depth = 0; depth < 24; depth += 1) sum = `(b*${sum}+b)`
    const worked = startWork()
    const { verdict } = await reviewSql(dialect, `DELETE FROM t WHERE ${sum}=(b+c)`, plain)
    expect(verdict).toBe('pass')
    expect(worked()).toBeLessThan(3_000)
  },
)
