import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import jsonl from './jsonl.ts'

describe('jsonl', () => {
  test('members that a line has more than once are named', async () => {
    const text = '{"a":1}\n\n{"a":1,"b":[{"c":1,"c":2}],"a":2}'
    expect(await runExample(jsonl, { text })).toEqual({
      data: [{ a: 1 }, { a: 2, b: [{ c: 2 }] }],
      count: 2,
      errors: [],
      repeated: [
        { line: 3, path: '/b/0/c' },
        { line: 3, path: '/a' },
      ],
    })
  })

  test('a bad line is named', async () => {
    const asked = runExample(jsonl, { text: '1\r\n{oops}\r\n' })
    await expect(asked).rejects.toThrow(/^text: line 2: a key in double quotes is expected/)
  })

  test('what is written reads back', async () => {
    const data = [{ a: '\u2028\n' }, [], null, 'x']
    const { text } = await runExample(jsonl, { data })
    expect((await runExample(jsonl, { text }))['data']).toEqual(data)
  })

  test('digits beyond a number are text', async () => {
    const { data } = await runExample(jsonl, { text: '12345678901234567890\n0.1\n1e3' })
    expect(data).toEqual(['12345678901234567890', 0.1, 1_000])
  })
})
