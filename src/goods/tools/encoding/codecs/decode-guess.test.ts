import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import decodeGuess from './decode-guess.ts'

describe('decode-guess', () => {
  const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln'
  test.each([
    ['68656c6c6f', ['hex'], 'hello'],
    ['0110100001101001', ['binary'], 'hi'],
    ['NBSWY3DP', ['base32'], 'hello'],
    ['MZXW6===', ['base32'], 'foo'],
    ['MZXW6YQ=', ['base32'], 'foob'],
    ['hello+world%21', ['url'], 'hello world!'],
    ['&lt;b&gt; &amp;', ['html-entities'], '<b> &'],
    ['\\u0068\\x69', ['unicode-escape'], 'hi'],
    ['caf=C3=A9', ['quoted-printable'], 'café'],
    ['data:text/plain;base64,aGVsbG8=', ['data-uri'], 'hello'],
    ['"aGVsbG8gd29ybGQ="', ['json-string', 'base64'], 'hello world'],
    ['2NEpo7TZRRrLZSi2U', ['base58'], 'Hello World!'],
    ['H4sIAAAAAAAAA8tIzcnJBwCGphA2BQAAAA==', ['base64', 'gzip'], 'hello'],
    ['//5oAGkA', ['base64', 'utf-16'], 'hi'],
    ['Pz8_Pz8-', ['base64url'], '?????>'],
  ])('%s', async (text, encodings, plain) => {
    const answer = await runExample(decodeGuess, { text })
    const layers = answer.layers as { encoding: string }[]
    expect(layers.map(({ encoding }) => encoding)).toEqual(encodings)
    expect(answer).toMatchObject({ text: plain, final: 'text' })
  })

  test('a token is recognised as JSON', async () => {
    const answer = await runExample(decodeGuess, { text: JWT })
    const json = { header: { alg: 'HS256' }, payload: { sub: '1' }, signature: 'c2ln' }
    expect(answer).toMatchObject({ final: 'json', json })
  })

  test.each([
    '',
    'password',
    'database',
    'Signatures',
    'deadbeef',
    '100% sure',
    'a&b',
    '1700000000',
    '550e8400-e29b-41d4-a716-446655440000',
    'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
    '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
  ])('leaves %j unchanged', async (text) => {
    expect(await runExample(decodeGuess, { text })).toEqual({ layers: [], text, final: 'text' })
  })

  test('stops at the depth', async () => {
    const text = Buffer.from(Buffer.from('hello world').toString('base64')).toString('base64')
    const answer = await runExample(decodeGuess, { text, maxDepth: 1 })
    expect(answer).toMatchObject({ text: 'aGVsbG8gd29ybGQ=', final: 'text' })
  })

  test('reports a bomb and does not expand it', async () => {
    const text = gzipSync(Buffer.alloc(20_000_000)).toString('base64')
    const answer = await runExample(decodeGuess, { text })
    const [outer, inner] = answer.layers as Record<string, unknown>[]
    expect(outer).toMatchObject({ encoding: 'base64' })
    expect(inner).toMatchObject({
      encoding: 'gzip',
      preview: expect.stringContaining('not opened'),
    })
    expect(answer.final).toBe('binary')
  })

  test.each([
    '['.repeat(200_000) + ']'.repeat(200_000),
    '&'.repeat(400_000),
    `"${'\\u0041'.repeat(80_000)}`,
    '{"__proto__":{"a":1}}',
    '%'.repeat(400_000),
    'eyJ.e.',
  ])('survives hostile text %#', async (text) => {
    const answer = await runExample(decodeGuess, { text })
    expect(JSON.parse(JSON.stringify(answer))).toHaveProperty('final')
    expect({}).not.toHaveProperty('a')
  })
})
