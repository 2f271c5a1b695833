import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import jwtDecode from './jwt-decode.ts'

const at = '2026-01-01T00:00:00Z'
const now = Date.parse(at) / 1000

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const unsigned = (header: unknown, payload: unknown = { sub: '1' }) =>
  `${base64url(header)}.${base64url(payload)}`

describe('jwt-decode', () => {
  test.each([
    [{ alg: 'HS256', kid: '../../dev/null' }, { exp: now - 1 }, ['kid: holds']],
    [{ alg: 'RS256', jku: 'https://x' }, { exp: now + 1 }, ['jku: offers']],
    [{ alg: 'HS256' }, { exp: (now + 60) * 1000, nbf: '1' }, ['nbf: is not a time', 'exp: is not']],
    [{ alg: 'HS256' }, { exp: 1e300, password: 'x' }, ['exp: is not a time', 'password: looks']],
    [{ alg: 'HS256' }, { iat: now + 5, nbf: now + 5, exp: now + 9 }, ['iat: is in', 'nbf: the']],
  ])('%j %j', async (header, payload, warnings) => {
    const token = `${unsigned(header, payload)}.AAAA`
    const answer = await runExample(jwtDecode, { token }, at)
    expect(answer).toMatchObject({ header, payload })
    expect(answer['warnings']).toEqual(warnings.map((warning) => expect.stringMatching(warning)))
  })

  test.each(['', '.', '..', 'a.b.c', 'a.b.c.d.e', `${unsigned({})}.*`, `${unsigned(null)}.AAAA`])(
    'refuses %j',
    async (token) => {
      await expect(runExample(jwtDecode, { token })).rejects.toThrow('token: ')
    },
  )
})
