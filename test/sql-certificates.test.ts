import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKeyRing } from '../src/stores/signing-keys.ts'
import { call } from './support/calls.ts'
import { openTestService, type TestService } from './support/service.ts'
import { leastWork } from './support/wait.ts'

/** What the guide tells others to do, done as it stands there. */
type Fields = Readonly<Record<string, unknown>>

const SQL = "SELECT id, name FROM users WHERE name = 'naïve ✓' LIMIT 1"
let service: TestService
let folder: string
beforeAll(async () => {
  service = await openTestService({ settings: { FREE_MODE: 'true' } })
  folder = await mkdtemp(join(tmpdir(), 'certificate-'))
})
afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true })
})

const post = async (slug: string, body: unknown): Promise<Fields> => {
  const reply = await call(service, `/api/${slug}`, { body })
  expect(reply.status).toBe(200)
  return reply.body
}
const published = async (): Promise<Fields> => (await call(service, '/.well-known/jwks.json')).body

async function sample(language: string): Promise<string> {
  const guide = await readFile(
    new URL('../docs/guides/sql-certificates.md', import.meta.url),
    'utf8',
  )
  return new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(guide)?.[1] ?? ''
}

test('a megabyte of SQL is refused at once', async () => {
  const sql = `SELECT id FROM t WHERE ${'a = 1 OR '.repeat(116_000)}b = 2`
  const ask = async () => {
    const reply = await call(service, '/api/sql-guard', { body: { sql } })
    expect([reply.status, sql.length > 1_000_000]).toEqual([413, true])
  }
  // Neither parsed nor handed to a thread: it is read no further than the largest statement.
  expect(await leastWork(1_000, ask)).toBeLessThan(1_000)
})

test('a statement of more than 64 KB is refused by its field', async () => {
  const sql = `SELECT '${'x'.repeat(70_000)}'`
  const reply = await call(service, '/api/sql-guard', { body: { sql } })
  expect(reply.status).toBe(400)
  expect(reply.body['error']).toMatch(/^sql: /)
})

describe('a third party checks a certificate', () => {
  test('with openssl', async () => {
    const script = await sample('sh')
    const run = async (sql: string, answer: Fields) => {
      await writeFile(join(folder, 'statement.sql'), sql)
      await writeFile(join(folder, 'answer.json'), JSON.stringify(answer))
      await writeFile(join(folder, 'jwks.json'), JSON.stringify(await published()))
      return spawnSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8' })
    }
    const tools = ['openssl', 'jq', 'xxd', 'sha256sum']
    const missing = tools.filter((name) => spawnSync('which', [name]).status !== 0)
    const answer = await post('sql-guard', { sql: SQL })
    const done = await run(SQL, answer)
    // A bare machine has no openssl: then at least the reason is that one.
    if (missing.length > 0) expect(done.stderr).toMatch(/not found/)
    else {
      expect(done.stdout).toContain('Signature Verified Successfully')
      expect(done.status).toBe(0)
      expect((await run(`${SQL} `, answer)).status).not.toBe(0)
      const forged = { ...(answer['certificate'] as Fields), exp: 9_999_999_999 }
      expect((await run(SQL, { ...answer, certificate: forged })).status).not.toBe(0)
    }
  })

  test('with twenty lines of TypeScript', async () => {
    const file = join(folder, 'certified.ts')
    await writeFile(file, await sample('ts'))
    const { isCertified } = (await import(file)) as {
      isCertified: (sql: string, answer: Fields, jwks: Fields, now?: number) => boolean
    }
    const answer = await post('sql-guard', { sql: SQL, ttlSeconds: 60 })
    const jwks = await published()
    expect(isCertified(SQL, answer, jwks)).toBe(true)
    expect(isCertified(SQL, answer, jwks, Date.now() / 1000 + 61)).toBe(false)
    expect(isCertified(`${SQL};`, answer, jwks)).toBe(false)
    const wider = { ...(answer['certificate'] as Fields), policy: 'default@1;allow=ddl' }
    expect(isCertified(SQL, { ...answer, certificate: wider }, jwks)).toBe(false)
  })
})

describe('the service', () => {
  test('certifies a pass only, and reads its own certificates', async () => {
    const blocked = await post('sql-guard', { sql: 'DELETE FROM users' })
    expect(blocked).toMatchObject({ verdict: 'block', certificate: null, signature: null })
    const scanned = await post('sql-guard', { sql: 'SELECT a FROM t', dialect: 'mssql' })
    expect(scanned).toMatchObject({ dialect: 'tsql', certificate: null })
    const { compact, verifyWith } = await post('sql-guard', { sql: SQL })
    expect(await post('sql-cert-verify', { sql: SQL, certificate: compact })).toMatchObject({
      valid: true,
      reason: null,
    })
    const { publicKey } = verifyWith as Fields
    const given = { sql: SQL, certificate: compact, publicKey }
    expect(await post('sql-cert-verify', given)).toMatchObject({ valid: true })
    const other = {
      ...given,
      publicKey: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    }
    expect(await post('sql-cert-verify', other)).toMatchObject({ reason: 'key_unknown' })
    expect(await post('sql-cert-verify', { sql: `${SQL} `, certificate: compact })).toMatchObject({
      valid: false,
      reason: 'statement_mismatch',
    })
    const refused = await call(service, '/api/sql-guard', {
      body: { sql: 'SELECT 1', allow: ['truncate'] },
    })
    expect([refused.status, refused.body['error']]).toEqual([
      400,
      expect.stringMatching(/^allow: /),
    ])
  })

  test('accepts certificates of a former key until that key is revoked', async () => {
    const { db } = service
    let now = Date.now()
    const ring = createKeyRing(db, () => now)
    const first = await ring.current()
    expect((await createKeyRing(db, () => now).current()).kid).toBe(first.kid)
    now += 1
    const second = await ring.rotate()
    expect(second.kid).not.toBe(first.kid)
    const keys = await ring.published()
    expect(keys.map(({ kid, validTo, isRevoked }) => [kid, validTo !== null, isRevoked])).toEqual([
      [second.kid, false, false],
      [first.kid, true, false],
    ])
    now += 1
    const third = await ring.rotate({ revokes: true })
    const revoked = (await ring.published()).filter(({ isRevoked }) => isRevoked)
    expect(revoked.map(({ kid }) => kid).toSorted()).toEqual([first.kid, second.kid].toSorted())
    expect((await ring.current()).kid).toBe(third.kid)
  })
})
